/** How many messages a company may send in an hour, so that no one sends unwanted mail in the product's name. */
import { addHours, asInstant, type Instant, minutesBetween } from '../base/time.ts';

/**
 * What is counted, by recipients. `stranger`: mails that a user sends to addresses the company did not know before;
 * `invitation`: into the team. Both count as emails as well.
 */
export const sendingKinds = ['email', 'text', 'stranger', 'invitation'] as const;
export type SendingKind = (typeof sendingKinds)[number];

/** The messages per hour of each kind. */
export type SendingLimits = Readonly<Record<SendingKind, number>>;

/** What the limits depend on. */
export interface SenderRecord {
  ageDays: number;
  /** The owner confirmed the email address, or the installation does not ask for it. */
  isConfirmed: boolean;
  /** The company has a plan that is paid. */
  isPaying: boolean;
  /** Of the last 30 days. */
  sent: { email: number; text: number };
  /** Addresses that refused mail for good, and people who called it unwanted, in the last 30 days. */
  bounced: number;
  complained: number;
  /** What the platform's administrator has set; null: the rule. */
  set: Readonly<Record<SendingKind, number | null>>;
}

/**
 * What raises the limits next: to confirm the address, to send for a few days, for a month; `healthy`: to correct the
 * addresses that fail. Null: nothing but a request to the platform.
 */
export type SendingStep = 'confirm' | 'days' | 'month' | 'healthy' | null;

/**
 * The limits of each level. One inspector with five appointments a day sends some 90 emails a day (six each, to three people), so a
 * new company has two days' worth in each hour. An office of ten sends 900 a day, most of them when reminders go out together
 * (150) and when reports are published in the evening.
 */
const levels = {
  unconfirmed: { email: 40, text: 10, stranger: 5, invitation: 5 },
  fresh: { email: 200, text: 60, stranger: 15, invitation: 20 },
  known: { email: 500, text: 150, stranger: 40, invitation: 40 },
  established: { email: 1200, text: 400, stranger: 80, invitation: 60 },
} as const satisfies Record<string, SendingLimits>;
type Level = keyof typeof levels;

/** Of a large office: half of its average day fits into an hour. */
const hoursOfUse = 60;
const most = 20_000;

/** Returns what a company may send in an hour. What an administrator has set is not changed by the rule. */
export function sendingLimits(record: SenderRecord): SendingLimits {
  const { set } = record;
  const byRule = limitsByRule(record);
  const of = (kind: SendingKind) => set[kind] ?? byRule[kind];
  return { email: of('email'), text: of('text'), stranger: of('stranger'), invitation: of('invitation') };
}

function limitsByRule(record: SenderRecord): SendingLimits {
  const level = levelOf(record);
  const { sent } = record;
  const isUsed = level === 'established';
  const byUse = (count: number) => (isUsed ? Math.min(most, Math.floor(count / hoursOfUse)) : 0);
  const base: SendingLimits = {
    ...levels[level],
    email: Math.max(levels[level].email, byUse(sent.email)),
    text: Math.max(levels[level].text, byUse(sent.text)),
  };
  return healthOf(record) === 'watched' ? halved(base) : base;
}

function halved(limits: SendingLimits): SendingLimits {
  const half = (kind: SendingKind) => Math.max(levels.unconfirmed[kind], Math.floor(limits[kind] / 2));
  return {
    email: half('email'),
    text: limits.text,
    stranger: half('stranger'),
    invitation: half('invitation'),
  };
}

function levelOf(record: SenderRecord): Level {
  const { ageDays, isConfirmed, isPaying, sent } = record;
  if (!isConfirmed || healthOf(record) === 'poor') return 'unconfirmed';
  if (ageDays >= 30 && (isPaying || sent.email >= 1000)) return 'established';
  return isPaying || (ageDays >= 3 && sent.email >= 100) ? 'known' : 'fresh';
}

/**
 * Judges by rates at which mail providers begin to refuse a sender: more than 5 % addresses that do not exist, or one complaint in
 * 1,000; and at least so many that a typing error does not count.
 */
function healthOf({ sent, bounced, complained }: SenderRecord): 'good' | 'watched' | 'poor' {
  const rate = (count: number) => count / Math.max(sent.email, 1);
  if ((bounced >= 10 && rate(bounced) > 0.1) || (complained >= 3 && rate(complained) > 0.003)) return 'poor';
  const isWatched = (bounced >= 5 && rate(bounced) > 0.05) || (complained >= 2 && rate(complained) > 0.001);
  return isWatched ? 'watched' : 'good';
}

/** Returns what would raise the company's limits next. */
export function nextSendingStep(record: SenderRecord): SendingStep {
  if (!record.isConfirmed) return 'confirm';
  if (healthOf(record) !== 'good') return 'healthy';
  const level = levelOf(record);
  if (level === 'established') return null;
  return level === 'fresh' ? 'days' : 'month';
}

/** How soon a message must leave: `urgent` are those that someone waits for, `planned` those of actions and reminders. */
export type Urgency = 'urgent' | 'usual' | 'planned';

/** As it is stored; the lowest leave first. */
export const urgencyRank: Readonly<Record<Urgency, number>> = { urgent: 0, usual: 1, planned: 2 };
const shares = [1.25, 1, 0.8];

/**
 * Returns how many of an hour's messages may be used up before one of this urgency waits: planned ones leave a fifth to
 * others, and urgent ones have a quarter more.
 */
export function roomOf(perHour: number, rank: number): number {
  return Math.ceil(perHour * (shares[rank] ?? 1));
}

/** Returns the start of the hour of an instant: the same moment in every zone. */
export function sendingHour(now: Instant): Instant {
  return asInstant(`${now.slice(0, 13)}:00:00Z`);
}

/** Returns when the next hour begins. */
export function nextSendingHour(now: Instant): Instant {
  return addHours(sendingHour(now), 1);
}

/** Returns the seconds until the next hour, at least 1. */
export function secondsToNextHour(now: Instant): number {
  return Math.max(1, Math.ceil(minutesBetween(now, nextSendingHour(now)) * 60));
}

/**
 * Returns the hour in which a waiting message is likely to leave: from `next` on, `ahead` messages leave before it.
 *
 * @example estimatedHour('2030-03-01T15:00:00.000Z', 450, 200) → '2030-03-01T17:00:00.000Z'
 */
export function estimatedHour(next: Instant, ahead: number, perHour: number): Instant {
  return addHours(next, Math.floor(ahead / perHour));
}
