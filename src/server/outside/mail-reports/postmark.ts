import { z } from 'zod/mini';
import { type BounceLabel, statusCodeIn } from '#domain/messages/bounces.ts';
import { secretsEqual } from '../../tokens.ts';
import { type MailReport, plainReport, ReportRefused, type ReportRequest } from './mail-report.ts';
import { instantOrNull, parseJson } from './read-json.ts';

const text = z._default(z.string(), '');
const event = z.object({
  RecordType: z.string(),
  ID: z.optional(z.union([z.string(), z.number()])),
  MessageID: text,
  Type: text,
  Email: text,
  Recipient: text,
  Details: text,
  Description: text,
  BouncedAt: text,
  DeliveredAt: text,
  Metadata: z._default(z.object({ reference: text }), { reference: '' }),
});

/** Types of bounces after which the address gets no more mail. */
const hardTypes = ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'];
const refusals = ['Blocked', 'SpamNotification', 'VirusNotification', 'DMARCPolicy'];
/** Answers of people and machines, not failures. */
const answers = ['AutoResponder', 'AddressChange', 'ChallengeVerification', 'Subscribe', 'Unsubscribe'];

/** Reads a webhook of Postmark, which signs nothing: its address contains a user and a password. */
export function readPostmark(request: ReportRequest, secret: string): MailReport[] {
  const expected = `Basic ${Buffer.from(secret).toString('base64')}`;
  if (!secretsEqual(request.headers.authorization ?? '', expected))
    throw new ReportRefused('the password is wrong');
  const found = parseJson(request.body, event);
  const reference = found.Metadata.reference;
  const at = instantOrNull(found.BouncedAt || found.DeliveredAt);
  const recipient = found.Email || found.Recipient;
  const id = found.ID ?? `${found.MessageID}.${recipient}`;
  const facts = { eventId: `${found.RecordType}.${id}`, reference, recipient, at };
  if (found.RecordType === 'Delivery') return [plainReport('delivered', facts)];
  if (found.RecordType === 'SpamComplaint') return [plainReport('complained', facts)];
  if (found.RecordType !== 'Bounce' || answers.includes(found.Type)) return [];
  const reason = found.Details || found.Description;
  if (found.Type === 'Transient') return [{ ...plainReport('deferred', facts), reason }];
  return [{ ...facts, kind: 'bounced', status: statusCodeIn(reason), label: labelOf(found.Type), reason }];
}

function labelOf(type: string): BounceLabel {
  if (hardTypes.includes(type)) return 'hard';
  return refusals.includes(type) ? 'refused' : 'soft';
}
