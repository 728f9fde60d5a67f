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

/** The errors of the provider that have a meaning for the office. */
const reasons: Readonly<Record<string, string>> = {
  '21211': 'The phone number is not valid',
  '21408': 'Texts to this country are not enabled',
  '21610': 'The recipient opted out of texts',
  '21612': 'The phone number cannot be reached with texts',
  '21614': 'The phone number cannot receive texts',
  '30003': 'The phone is switched off or cannot be reached',
  '30004': 'The recipient blocks texts from this number',
  '30005': 'The phone number does not exist',
  '30006': 'A landline cannot receive texts',
  '30007': 'The carrier blocked the text as unwanted',
  '30008': 'The carrier did not say why',
  '30034': 'The sending number is not registered for texts in the US',
};

/** The code with which a provider refuses texts to a phone that opted out. */
export const optedOutCode = '21610';

/** Returns the sentence for a provider's error code, with the code. */
export function textFailure(code: string | null): string {
  if (!code) return 'The text could not be delivered';
  return `${reasons[code] ?? 'The text could not be delivered'} (${code})`;
}
