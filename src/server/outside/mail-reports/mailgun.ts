import { createHmac } from 'node:crypto';
import { z } from 'zod/mini';
import { fromEpochMs } from '#domain/base/time.ts';
import { type BounceLabel, statusCodeIn } from '#domain/messages/bounces.ts';
import { secretsEqual } from '../../tokens.ts';
import { type MailReport, plainReport, ReportRefused, type ReportRequest } from './mail-report.ts';
import { parseJson } from './read-json.ts';

const text = z._default(z.string(), '');
const webhook = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string(), signature: z.string() }),
  'event-data': z.object({
    event: z.string(),
    id: z.string(),
    timestamp: z.optional(z.number()),
    severity: text,
    reason: text,
    recipient: text,
    'delivery-status': z.optional(
      z.object({ code: z.optional(z.number()), message: text, description: text, 'enhanced-code': text }),
    ),
    'user-variables': z._default(z.object({ reference: text }), { reference: '' }),
  }),
});

/** Mailgun repeats a webhook for eight hours; an older signature is a copy. */
const maxAgeSeconds = 12 * 3600;

/** Reads a webhook of Mailgun. Its signature covers a time and a random token, not the body. */
export function readMailgun(request: ReportRequest, signingKey: string): MailReport[] {
  const { signature, 'event-data': found } = parseJson(request.body, webhook);
  const expected = createHmac('sha256', signingKey)
    .update(signature.timestamp + signature.token)
    .digest('hex');
  if (!secretsEqual(signature.signature, expected)) throw new ReportRefused('the signature is wrong');
  const age = Date.parse(request.receivedAt) / 1000 - Number(signature.timestamp);
  if (!(Math.abs(age) <= maxAgeSeconds)) throw new ReportRefused('the signature is too old');
  const facts = {
    eventId: found.id,
    reference: found['user-variables'].reference,
    recipient: found.recipient,
    at: found.timestamp === undefined ? null : fromEpochMs(found.timestamp * 1000),
  };
  if (found.event === 'delivered') return [plainReport('delivered', facts)];
  if (found.event === 'complained') return [plainReport('complained', facts)];
  if (found.event !== 'failed' && found.event !== 'rejected') return [];
  const server = found['delivery-status'];
  const reason = server?.message || server?.description || found.reason;
  if (found.severity === 'temporary') return [{ ...plainReport('deferred', facts), reason }];
  const status = server?.['enhanced-code'] || statusCodeIn(reason);
  return [{ ...facts, kind: 'bounced', status, label: labelOf(found.event, found.reason), reason }];
}

function labelOf(event: string, reason: string): BounceLabel {
  if (event === 'rejected') return 'refused';
  return reason === 'bounce' || reason === 'suppress-bounce' ? 'hard' : 'soft';
}
