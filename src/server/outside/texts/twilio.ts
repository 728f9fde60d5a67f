import { z } from 'zod/mini';
import { addMinutes, fromEpochMs, isBefore } from '#domain/base/time.ts';
import type { TextAccount } from '../../config/texts-config.ts';
import {
  type ExternalRequest,
  type ExternalResponse,
  type HttpClient,
  parseResponse,
  RequestFailed,
  UnexpectedResponse,
} from '../http-client.ts';
import { type SentText, TextDeferred, type Texter, TextRejected, TextUncertain } from './texter.ts';
import { isSignedByTwilio } from './twilio-signature.ts';

const message = z.looseObject({
  sid: z.string(),
  status: z.string(),
  to: z.string(),
  body: z.string(),
  date_created: z.string(),
  num_segments: z.nullish(z.string()),
  error_code: z.nullish(z.union([z.string(), z.number()])),
});
const messageList = z.looseObject({ messages: z.array(message) });
const failure = z.looseObject({ code: z.optional(z.number()), message: z.optional(z.string()) });

/** A text that is not delivered within four hours is not delivered at all: by then a reminder is wrong. */
const validSeconds = 14_400;
/** Errors about our account or its limits: the same text can be sent later. */
const aboutUs = new Set(['20003', '20404', '20429', '14107', '30001']);
/** The creation time of a message has no fractions of seconds, and the provider's clock is another one. */
const toleranceMinutes = 5;

/** Opens Twilio's API for an account. */
export function twilioTexter(account: TextAccount, http: HttpClient): Texter {
  const path = `/2010-04-01/Accounts/${account.accountSid}/Messages.json`;
  const { sid: user, secret } = account.apiKey ?? { sid: account.accountSid, secret: account.authToken };
  const common = {
    provider: 'twilio',
    credential: account.accountSid,
    template: '/2010-04-01/Accounts/{sid}/Messages.json',
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  };
  return {
    async send({ to, body, statusUrl }) {
      const form = new URLSearchParams({
        To: to,
        ...('from' in account.sender
          ? { From: account.sender.from }
          : { MessagingServiceSid: account.sender.serviceSid }),
        Body: body,
        StatusCallback: statusUrl,
        ValidityPeriod: String(validSeconds),
      });
      const url = `${account.apiBase}${path}`;
      const call = { ...common, method: 'POST', url, body: form.toString() } as const;
      return sentOrThrow(await sendOnce(http, { ...call, kind: 'charge', isRepeatable: false }));
    },
    async find({ to, body, since }) {
      // Without DateSent: a queued message has no such date yet. The list starts with the newest.
      const query = new URLSearchParams({ To: to, PageSize: '100' });
      const url = `${account.apiBase}${path}?${query}`;
      const call = { ...common, method: 'GET', url, kind: 'read', isRepeatable: true } as const;
      const from = addMinutes(since, -toleranceMinutes);
      return (await listed(http, call))
        .filter((one) => one.to === to && one.body.trim() === body.trim())
        .filter((one) => !isBefore(fromEpochMs(Date.parse(one.date_created)), from))
        .map(toSent);
    },
    isAuthentic: (callback) => isSignedByTwilio(account.authToken, callback),
  };
}

async function sendOnce(http: HttpClient, call: ExternalRequest): Promise<ExternalResponse> {
  try {
    return await http.send(call);
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    if (error.reason === 'uncertain') throw new TextUncertain(error.message);
    throw new TextDeferred(error.message);
  }
}

/** A lookup that fails says nothing: it is repeated before anything else. */
async function listed(http: HttpClient, call: ExternalRequest): Promise<z.infer<typeof message>[]> {
  try {
    const answer = await http.send(call);
    if (answer.status === 200) return parseResponse(answer.text, messageList).messages;
    throw new TextDeferred(`the lookup was answered with ${answer.status}`);
  } catch (error) {
    if (error instanceof RequestFailed || error instanceof UnexpectedResponse)
      throw new TextDeferred(`the lookup failed: ${error.message}`);
    throw error;
  }
}

function sentOrThrow(answer: ExternalResponse): SentText {
  if (answer.status >= 200 && answer.status < 300) return toSent(parseOrDoubt(answer.text));
  if (answer.status >= 500 || answer.status === 408)
    throw new TextUncertain(`Twilio answered with ${answer.status}`);
  const { code, message: reason = '' } = failureOf(answer.text);
  const known = code === undefined ? null : String(code);
  if (known === null || answer.status === 429 || answer.status === 401 || aboutUs.has(known))
    throw new TextDeferred(`Twilio answered with ${answer.status} ${known ?? ''} ${reason}`.trim());
  throw new TextRejected(known, reason);
}

/** A response that we cannot read may belong to a message that was sent. */
function parseOrDoubt(text: string): z.infer<typeof message> {
  try {
    return parseResponse(text, message);
  } catch (error) {
    if (error instanceof UnexpectedResponse) throw new TextUncertain(error.message);
    throw error;
  }
}

function failureOf(text: string): z.infer<typeof failure> {
  try {
    return parseResponse(text, failure);
  } catch {
    return {};
  }
}

function toSent({ sid, status, num_segments, error_code }: z.infer<typeof message>): SentText {
  const segments = Number(num_segments ?? 0);
  return {
    providerId: sid,
    status,
    // A messaging service has not counted yet when it accepts a message, and says 0.
    segments: Number.isInteger(segments) && segments > 0 ? segments : null,
    errorCode: error_code === null || error_code === undefined ? null : String(error_code),
  };
}
