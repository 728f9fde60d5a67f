import { addHours, fromEpochMs, type Instant, toEpochMs } from '#domain/base/time.ts';
import type { Installation } from '#server/context.ts';
import { secretsEqual } from '#server/tokens.ts';
import { AppError, notFound } from '#wire/errors.ts';

/** How long a draft can be read through its link. */
const reviewTokenDays = 7;

interface Of {
  subscriberId: string;
  appointmentId: string;
}

/**
 * Creates a token for the drafts of one appointment, valid for 7 days from `now`. It gives access to their PDFs only.
 */
export function createReviewToken(
  installation: Installation,
  of: Of,
  now: Instant,
): { pass: string; until: Instant } {
  const until = addHours(now, reviewTokenDays * 24);
  const text = Math.floor(toEpochMs(until) / 1000).toString(36);
  return { pass: `${text}.${proof(installation, of, text)}`, until };
}

/** Returns the token's expiry. Throws NOT_FOUND if it is not for this appointment, GONE if it has expired. */
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
