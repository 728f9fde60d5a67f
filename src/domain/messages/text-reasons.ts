/** Why a text waits or is not sent, for the office: stored as sentences, and named for their translation. */

/** Why a text waits, as a sentence for the office. */
export const quietHoursNote = 'Texts are sent from 8:00 to 21:00';

/** Why a message is sent again whose worker died, as a sentence for the office. */
export const interruptedNote = 'Sending was interrupted and continues';

/** Why a message waits while the company has reached its limit, as a sentence for the office. */
export const hourlyLimitNote = 'Waits: the company has reached its limit per hour';

/** Why an email waits that a visitor has caused, or is not sent, as a sentence for the office. */
export const busyAddressNote = 'Many emails were sent to this address in this hour';

/** Why an email that waited is not sent, as a sentence for the office. */
export const outdatedMailNote = 'The appointment changed before the email was sent';

/** Why a text is not sent, as a sentence for the office. */
export const textRefusals = {
  not_configured: 'Text messages are not set up',
  no_phone: 'There is no phone number that can receive texts',
  opted_out: 'The recipient opted out of texts',
  too_long: 'The text has more than 1,600 characters',
  no_credits: 'There are not enough text credits',
  outdated: 'The appointment changed before the text was sent',
} as const;
export type TextRefusal = keyof typeof textRefusals;

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

const unknownFailure = 'The text could not be delivered';

/** The code with which a provider refuses texts to a phone that opted out. */
export const optedOutCode = '21610';

/** Returns the sentence for a provider's error code, with the code. */
export function textFailure(code: string | null): string {
  if (!code) return unknownFailure;
  return `${reasons[code] ?? unknownFailure} (${code})`;
}

/** Returns the name of the reason that a stored sentence states, for its translation, and the code in it. */
export function textReason(sentence: string): { name: string; code: string } | null {
  const refusal = Object.entries({
    ...textRefusals,
    ...{ quiet_hours: quietHoursNote, interrupted: interruptedNote },
    ...{ hourly_limit: hourlyLimitNote, busy_address: busyAddressNote, outdated_mail: outdatedMailNote },
  }).find(([, text]) => text === sentence);
  if (refusal) return { name: refusal[0], code: '' };
  const [, text = '', code = ''] = /^(.*) \((\d{5})\)$/.exec(sentence) ?? [];
  if (code !== '' && reasons[code] === text) return { name: code, code };
  return sentence === unknownFailure || text === unknownFailure ? { name: 'other', code } : null;
}
