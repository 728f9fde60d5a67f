import { addHours, fromEpochMs, type Instant, toEpochMs } from '#domain/base/time.ts';
import type { Installation } from '#server/context.ts';
import { secretsEqual } from '#server/tokens.ts';
import { AppError, notFound } from '#wire/errors.ts';

/** How long a draft can be read by whoever was given its link. */
export const reviewTokenDays = 7;

interface Of {
  subscriberId: string;
  appointmentId: string;
}

/** A pass to the drafts of one appointment, good for 7 days from `now`; it opens their PDFs and nothing else. */
export function createReviewToken(
  installation: Installation,
  of: Of,
  now: Instant,
): { pass: string; until: Instant } {
  const until = addHours(now, reviewTokenDays * 24);
  const text = Math.floor(toEpochMs(until) / 1000).toString(36);
  return { pass: `${text}.${proof(installation, of, text)}`, until };
}

/** Until when the pass is good. Throws NOT_FOUND for one that is not of this appointment, GONE for one that has expired. */
export function verifyReviewToken(installation: Installation, pass: string, of: Of, now: Instant): Instant {
  const [text = '', given = ''] = pass.split('.');
  const seconds = Number.parseInt(text, 36);
  const isOurs = /^[0-9a-z]{1,8}$/.test(text) && secretsEqual(given, proof(installation, of, text));
  if (!isOurs) throw notFound('This link does not work');
  const until = fromEpochMs(seconds * 1000);
  if (now >= until) throw new AppError('GONE', 'This link has expired. Ask for a new one.');
  return until;
}

function proof(installation: Installation, { subscriberId, appointmentId }: Of, until: string): string {
  return installation.sign('report-review', `${subscriberId}:${appointmentId}:${until}`).slice(0, 27);
}
