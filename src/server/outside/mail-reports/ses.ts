import { z } from 'zod/mini';
import { type BounceLabel, statusCodeIn } from '#domain/messages/bounces.ts';
import { type MailReport, plainReport } from './mail-report.ts';
import { instantOrNull, parseJson } from './read-json.ts';
import type { SnsMessage } from './sns.ts';

const text = z._default(z.string(), '');
const recipients = z._default(
  z.array(z.object({ emailAddress: z.string(), status: text, diagnosticCode: text })),
  [],
);
const notification = z.object({
  notificationType: z.optional(z.string()),
  eventType: z.optional(z.string()),
  mail: z._default(
    z.object({
      source: text,
      tags: z._default(z.object({ reference: z._default(z.array(z.string()), []) }), { reference: [] }),
    }),
    { source: '', tags: { reference: [] } },
  ),
  bounce: z.optional(z.object({ bounceType: text, timestamp: text, bouncedRecipients: recipients })),
  complaint: z.optional(z.object({ timestamp: text, complainedRecipients: recipients })),
  delivery: z.optional(z.object({ timestamp: text, recipients: z._default(z.array(z.string()), []) })),
  deliveryDelay: z.optional(z.object({ timestamp: text, delayedRecipients: recipients })),
});
type Notification = z.infer<typeof notification>;

/** Reads a notification of Amazon SES: a report for each recipient that it names. */
export function readSes({ MessageId, Message }: Pick<SnsMessage, 'MessageId' | 'Message'>): MailReport[] {
  const found = parseJson(Message, notification);
  const reference = referenceOf(found);
  const { bounce, complaint, delivery, deliveryDelay: delay } = found;
  const facts = (recipient: string, timestamp: string) => ({
    ...{ eventId: `${MessageId}.${recipient}`, reference, recipient },
    at: instantOrNull(timestamp),
  });
  return [
    ...(delivery?.recipients ?? []).map((each) =>
      plainReport('delivered', facts(each, delivery?.timestamp ?? '')),
    ),
    ...(complaint?.complainedRecipients ?? []).map(({ emailAddress }) =>
      plainReport('complained', facts(emailAddress, complaint?.timestamp ?? '')),
    ),
    ...(delay?.delayedRecipients ?? []).map(({ emailAddress, diagnosticCode }) => ({
      ...plainReport('deferred', facts(emailAddress, delay?.timestamp ?? '')),
      reason: diagnosticCode,
    })),
    ...(bounce ? bouncesOf(bounce, facts) : []),
  ];
}

/** A bounce without a code or a text is how vacation replies are reported. */
function bouncesOf(
  { bounceType, timestamp, bouncedRecipients }: NonNullable<Notification['bounce']>,
  facts: (
    recipient: string,
    timestamp: string,
  ) => Pick<MailReport, 'eventId' | 'reference' | 'recipient' | 'at'>,
): MailReport[] {
  const label: BounceLabel = bounceType === 'Permanent' ? 'hard' : 'soft';
  return bouncedRecipients
    .filter(({ status, diagnosticCode }) => label === 'hard' || status !== '' || diagnosticCode !== '')
    .map(({ emailAddress, status, diagnosticCode }) => ({
      ...facts(emailAddress, timestamp),
      ...{ kind: 'bounced', label, reason: diagnosticCode || bounceType },
      status: status || statusCodeIn(diagnosticCode),
    }));
}

/** The envelope's sender or, with event publishing, our tag. */
function referenceOf({ mail }: Notification): string {
  return mail.tags.reference[0] ?? /^b\+([^@]+)@/i.exec(mail.source)?.[1] ?? '';
}
