/** Whether a text message may be sent now: the one decision before each text, also for previews and predictions. */
import { addDays, type Instant, isBefore, localAt, localDate, toInstant, type Zone } from '../base/time.ts';
import type { TextRefusal } from './text-reasons.ts';

/** Texts are sent from 8:00 to 21:00 in the recipient's zone. */
const quietHours = { end: 8 * 60, start: 21 * 60 } as const;

/** The provider refuses longer texts. */
export const longestText = 1600;

export type TextDecision =
  | { is: 'now' }
  | { is: 'later'; at: Instant; because: 'quiet_hours' }
  | { is: 'never'; because: TextRefusal };

/** What the decision depends on. */
export interface TextFacts {
  now: Instant;
  /** Where the recipient is; the company's zone if unknown. */
  zone: Zone;
  /** The installation has a provider for texts. */
  isConfigured: boolean;
  /** In E.164; null if there is none that can receive texts. */
  phone: string | null;
  hasOptedOut: boolean;
  /** The characters of the text as it is sent. */
  length: number;
  /** Credits that the text needs, and those that the company has; a reserved text needs none. */
  needed: number;
  balance: number;
  /** The answer to a STOP, START or HELP: sent at once, and to those who opted out. */
  isAnswer?: boolean;
}

/** Decides whether a text may be sent now, later or never, and why. */
export function mayText(facts: TextFacts): TextDecision {
  if (!facts.isConfigured) return { is: 'never', because: 'not_configured' };
  if (facts.phone === null) return { is: 'never', because: 'no_phone' };
  if (facts.isAnswer) return { is: 'now' };
  if (facts.hasOptedOut) return { is: 'never', because: 'opted_out' };
  if (facts.length > longestText) return { is: 'never', because: 'too_long' };
  if (facts.needed > facts.balance) return { is: 'never', because: 'no_credits' };
  const at = endOfQuietHours(facts.now, facts.zone);
  return at ? { is: 'later', at, because: 'quiet_hours' } : { is: 'now' };
}

/** Returns when the quiet hours around an instant end, or null outside of them. */
export function endOfQuietHours(now: Instant, zone: Zone): Instant | null {
  const today = localDate(now, zone);
  const opens = toInstant({ local: localAt(today, quietHours.end), zone });
  if (isBefore(now, opens)) return opens;
  const closes = toInstant({ local: localAt(today, quietHours.start), zone });
  if (isBefore(now, closes)) return null;
  return toInstant({ local: localAt(addDays(today, 1), quietHours.end), zone });
}
