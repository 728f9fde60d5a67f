/** What a text provider reports about a message, in any order (trap M9). */

/** What became of a text: on its way, accepted by the carrier, on the phone, or not. */
export type TextProgress = 'queued' | 'sent' | 'delivered' | 'failed';

const progressOf: Readonly<Record<string, TextProgress>> = {
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

/** Returns what a status of the provider means; null for one that we do not know. */
export function textProgress(status: string): TextProgress | null {
  return progressOf[status.toLowerCase()] ?? null;
}
