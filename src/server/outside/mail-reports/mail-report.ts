import type { Instant } from '#domain/base/time.ts';
import type { BounceLabel } from '#domain/messages/bounces.ts';

/** What a provider or a mail server reports about a mail we sent, whatever its format. */
export interface MailReport {
  /** Equal for a report that is delivered again. */
  eventId: string;
  /** The mail's reference as we gave it; for `unsubscribed` the token in the subject. */
  reference: string;
  kind: 'delivered' | 'deferred' | 'bounced' | 'complained' | 'unsubscribed';
  /** Empty if the report does not say. */
  recipient: string;
  /** The enhanced status code, such as 5.1.1. */
  status: string | null;
  label: BounceLabel;
  reason: string;
  /** By the reporter's clock; null if it does not say. */
  at: Instant | null;
}

/** A request to a webhook, with its bytes as they arrived. */
export interface ReportRequest {
  headers: Readonly<Record<string, string | undefined>>;
  body: Uint8Array;
  receivedAt: Instant;
}

/** The request does not come from the provider. */
export class ReportRefused extends Error {}

/** The names of the providers in the addresses of their webhooks. */
export const reportProviders = ['postmark', 'ses', 'mailgun', 'inbound'] as const;
export type ReportProvider = (typeof reportProviders)[number];

/** A report that says nothing but that something happened to a recipient. */
export function plainReport(
  kind: MailReport['kind'],
  facts: Pick<MailReport, 'eventId' | 'reference' | 'recipient' | 'at'>,
): MailReport {
  return { ...facts, kind, status: null, label: null, reason: '' };
}
