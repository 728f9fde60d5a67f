import { createHmac } from 'node:crypto';
import { type SimClock, simClock } from '../pay/kit/clock.ts';
import { hex, type SimIds, simIds } from '../pay/kit/ids.ts';
import {
  json,
  type SimApi,
  type SimCall,
  type SimListener,
  type SimReply,
  startListener,
} from '../pay/kit/listener.ts';
import { type SimWebhooks, simWebhooks } from '../pay/kit/webhooks.ts';
import { phonePage, phonesPage } from './phone-pages.ts';
import { refusalOf, twilioError } from './refusals.ts';
import { segmentsOf } from './text-segments.ts';

/** A text in the simulator's own records, in either direction. */
interface SimText {
  readonly sid: string;
  readonly direction: 'outbound-api' | 'outbound-reply' | 'inbound';
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly segments: number;
  readonly statusUrl: string;
  readonly at: number;
  status: string;
  errorCode: number | null;
}

/** Who answers STOP: the app, or Twilio, which then also blocks; with `advanced` it says so in the callback. */
type OptOutHandling = 'off' | 'default' | 'advanced';

export interface TextSimulatorOptions {
  readonly port?: number;
  /** Where replies are reported. */
  readonly inboundUrl: string;
  /** Time between the reports of a message. */
  readonly delayMs?: number;
  readonly optOut?: OptOutHandling;
}

/** A running simulator of Twilio's messages, with its phones. */
export interface TextSimulator {
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly from: string;
  readonly listener: SimListener;
  readonly webhooks: SimWebhooks;
  readonly clock: SimClock;
  texts(): readonly SimText[];
  /** A phone replies. Returns the MessageSid. */
  reply(phone: string, body: string): string;
  optOut(handling: OptOutHandling): void;
  seed(seed: number): void;
  /** Resolves when every report was delivered. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

interface State {
  readonly options: TextSimulatorOptions;
  readonly clock: SimClock;
  readonly ids: SimIds;
  readonly webhooks: SimWebhooks;
  readonly accountSid: string;
  readonly authToken: string;
  readonly from: string;
  texts: SimText[];
  optOut: OptOutHandling;
  readonly blocked: Set<string>;
  readonly running: Set<Promise<void>>;
}

/** Starts a local simulator of Twilio's Messages API: state in memory, phones at /phones. */
export async function startTextSimulator(options: TextSimulatorOptions): Promise<TextSimulator> {
  const [clock, ids] = [simClock(), simIds()];
  const authToken = ids.text(32, hex);
  const webhooks = simWebhooks({
    ...{ clock, ids, userAgent: 'TwilioProxy/1.1' },
    sign: ({ url, body }) => ({
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': signature(authToken, url, new URLSearchParams(body)),
    }),
  });
  const state: State = {
    ...{ options, clock, ids, webhooks, authToken },
    ...{ accountSid: `AC${ids.text(32, hex)}`, from: '+15005550006' },
    ...{ texts: [], optOut: options.optOut ?? 'off', blocked: new Set(), running: new Set() },
  };
  const listener = await startListener(apiOf(state), options.port);
  const { accountSid, from } = state;
  return {
    ...{ url: listener.url, accountSid, authToken, from, listener, webhooks, clock },
    texts: () => state.texts,
    reply: (phone, body) => receive(state, phone, body),
    optOut: (handling) => {
      state.optOut = handling;
      state.blocked.clear();
    },
    seed: (seed) => ids.seed(seed),
    async idle() {
      while (state.running.size > 0) await Promise.allSettled([...state.running]);
      await webhooks.idle();
    },
    stop: () => listener.stop(),
  };
}

function apiOf(state: State): SimApi {
  const unauthorized = () => twilioError(401, 20003, 'Authenticate');
  const path = (rest: string) => new RegExp(`^/2010-04-01/Accounts/([^/]+)${rest}$`);
  const guarded = (run: (call: SimCall) => SimReply) => (call: SimCall) => {
    const expected = `Basic ${Buffer.from(`${state.accountSid}:${state.authToken}`).toString('base64')}`;
    const isOurs = call.headers.authorization === expected && call.params[0] === state.accountSid;
    return isOurs ? run(call) : unauthorized();
  };
  return {
    routes: [
      ['POST', path('/Messages\\.json'), guarded((call) => create(state, new URLSearchParams(call.text)))],
      ['GET', path('/Messages\\.json'), guarded((call) => list(state, call.query))],
      ['GET', path('/Messages/(\\w+)\\.json'), guarded((call) => one(state, call.params[1] ?? ''))],
      [
        'GET',
        path('\\.json'),
        guarded(() => json(200, { sid: state.accountSid, status: 'active', type: 'Trial' })),
      ],
      ['GET', /^\/phones$/, () => phonesPage(phonesOf(state))],
      ['GET', /^\/phones\/([^/]+)$/, ({ params: [phone = ''] }) => phonePage(phone, textsOf(state, phone))],
      ['POST', /^\/phones\/([^/]+)$/, (call) => replyFromPage(state, call)],
    ],
    notFound: (call) => twilioError(404, 20404, `The requested resource ${call.path} was not found`),
    rateLimited: () => twilioError(429, 20429, 'Too Many Requests'),
    unauthorized,
  };
}

function create(state: State, form: URLSearchParams): SimReply {
  const refusal = refusalOf(form, (to) => state.blocked.has(to));
  if (refusal) return refusal;
  const text = store(state, {
    direction: 'outbound-api',
    from: form.get('From') ?? state.from,
    to: form.get('To') ?? '',
    body: form.get('Body') ?? '',
    statusUrl: form.get('StatusCallback') ?? '',
  });
  const work = progress(state, text);
  state.running.add(work);
  void work.finally(() => state.running.delete(work));
  return json(201, shown(state, text));
}

function store(
  state: State,
  text: Pick<SimText, 'direction' | 'from' | 'to' | 'body' | 'statusUrl'>,
): SimText {
  const added: SimText = {
    ...text,
    sid: `SM${state.ids.text(32, hex)}`,
    segments: segmentsOf(text.body),
    at: state.clock.ms(),
    status: text.direction === 'inbound' ? 'received' : 'queued',
    errorCode: null,
  };
  state.texts.push(added);
  return added;
}

/** Numbers that end in 7003 to 7008 fail with error 30003 to 30008. */
async function progress(state: State, text: SimText): Promise<void> {
  const error = /700([3-8])$/.exec(text.to)?.[1];
  const ends = error ? 'undelivered' : 'delivered';
  for (const status of ['queued', 'sent', ends]) {
    await new Promise((done) => setTimeout(done, state.options.delayMs ?? 5));
    text.status = status;
    if (status === 'undelivered') text.errorCode = 30_000 + Number(error);
    report(state, text);
  }
}

function report(state: State, text: SimText): void {
  if (text.statusUrl === '') return;
  const { sid, status, errorCode, to, from } = text;
  const body = new URLSearchParams({
    ...{ SmsSid: sid, SmsStatus: status, MessageStatus: status, To: to, MessageSid: sid },
    ...{ AccountSid: state.accountSid, From: from, ApiVersion: '2010-04-01' },
    ...(errorCode === null ? {} : { ErrorCode: String(errorCode) }),
  });
  const event = { id: `${sid}.${status}`, type: status, url: text.statusUrl, body: String(body) };
  state.webhooks.emit({ ...event, endpoint: 'status' });
}

const stop = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']);
const answers = {
  STOP: 'You have successfully been unsubscribed. Reply START to resubscribe.',
  START: 'You have successfully been re-subscribed. Reply STOP to unsubscribe.',
  HELP: 'Reply STOP to unsubscribe.',
} as const;

function receive(state: State, phone: string, body: string): string {
  const word = body.trim().toUpperCase();
  const kind = stop.has(word) ? 'STOP' : word === 'START' || word === 'HELP' ? word : null;
  const to = state.texts.findLast((one) => one.to === phone)?.from ?? state.from;
  const text = store(state, { direction: 'inbound', from: phone, to, body, statusUrl: '' });
  const isHandled = state.optOut !== 'off' && kind !== null;
  if (isHandled) answerKeyword(state, kind, phone, to);
  const form = new URLSearchParams({
    ...{ ToCountry: 'US', SmsMessageSid: text.sid, NumMedia: '0', SmsSid: text.sid, SmsStatus: 'received' },
    ...{ Body: body, To: to, NumSegments: String(text.segments), MessageSid: text.sid, From: phone },
    ...{ AccountSid: state.accountSid, ApiVersion: '2010-04-01' },
    ...(isHandled && state.optOut === 'advanced' ? { OptOutType: kind } : {}),
  });
  const event = { id: text.sid, type: 'inbound', url: state.options.inboundUrl, body: String(form) };
  state.webhooks.emit({ ...event, endpoint: 'inbound' });
  return text.sid;
}

function answerKeyword(state: State, kind: keyof typeof answers, phone: string, from: string): void {
  if (kind === 'STOP') state.blocked.add(phone);
  if (kind === 'START') state.blocked.delete(phone);
  const answer = {
    direction: 'outbound-reply',
    from,
    to: phone,
    body: answers[kind],
    statusUrl: '',
  } as const;
  store(state, answer).status = 'delivered';
}

function list(state: State, query: URLSearchParams): SimReply {
  const [to, from] = [query.get('To'), query.get('From')];
  const found = state.texts
    .filter((text) => (to === null || text.to === to) && (from === null || text.from === from))
    .toReversed()
    .slice(0, Number(query.get('PageSize') ?? 50));
  return json(200, { messages: found.map((text) => shown(state, text)), page: 0, next_page_uri: null });
}

function one(state: State, sid: string): SimReply {
  const text = state.texts.find((each) => each.sid === sid);
  return text
    ? json(200, shown(state, text))
    : twilioError(404, 20404, 'The requested resource was not found');
}

function shown({ accountSid }: State, text: SimText) {
  const { sid, direction, from, to, body, segments, status, errorCode, at } = text;
  return {
    ...{ account_sid: accountSid, api_version: '2010-04-01', body, direction, from, to, sid, status },
    ...{ date_created: new Date(at).toUTCString().replace('GMT', '+0000'), error_code: errorCode },
    ...{ error_message: null, messaging_service_sid: null, num_media: '0', num_segments: String(segments) },
    ...{ price: null, price_unit: null, uri: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json` },
  };
}

function replyFromPage(state: State, call: SimCall): SimReply {
  const phone = call.params[0] ?? '';
  const body = new URLSearchParams(call.text).get('Body') ?? '';
  if (body.trim() !== '') receive(state, phone, body);
  return { status: 303, headers: { location: `/phones/${encodeURIComponent(phone)}` }, body: '' };
}

function phonesOf({ texts }: State) {
  const last = new Map(texts.map((text) => [text.direction === 'inbound' ? text.from : text.to, text.body]));
  return [...last].toReversed().map(([number, body]) => ({ number, last: body }));
}

function textsOf({ texts }: State, phone: string) {
  return texts
    .filter((text) => text.to === phone || text.from === phone)
    .map(({ direction, body, status, at }) => ({ isReply: direction === 'inbound', body, status, at }));
}

function signature(authToken: string, url: string, form: URLSearchParams): string {
  const pairs = [...form].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => name + value);
  return createHmac('sha1', authToken)
    .update(url + pairs.join(''))
    .digest('base64');
}
