import { fromEpochMs, type Instant, toEpochMs } from '#domain/base/time.ts';
import type { Installation } from '#server/context.ts';
import { secretsEqual } from '#server/tokens.ts';

const halfDayMs = 12 * 3600 * 1000;

/**
 * Creates a token with which `<img>` and the preview page, which have no session, can show a report to its team. It is
 * bound to tenant and report and valid for 12 to 24 hours. It changes only every 12 hours, so that browsers can cache
 * pictures.
 */
export function createTeamToken(
  installation: Installation,
  subscriberId: string,
  reportId: string,
  now: Instant,
): string {
  const until = Math.floor(toEpochMs(now) / halfDayMs) + 2;
  return `${until.toString(36)}.${proof(installation, subscriberId, reportId, until)}`;
}

/** Whether this is a valid token of the report's team. */
export function isValidTeamToken(
  installation: Installation,
  pass: string | undefined,
  of: { subscriberId: string; reportId: string },
  now: Instant,
): boolean {
  const [text = '', given = ''] = pass?.split('.') ?? [];
  const until = Number.parseInt(text, 36);
  if (!Number.isSafeInteger(until) || until < 0 || until > 1e6) return false;
  if (now >= fromEpochMs(until * halfDayMs)) return false;
  return secretsEqual(given, proof(installation, of.subscriberId, of.reportId, until));
}

function proof(installation: Installation, subscriberId: string, reportId: string, until: number): string {
  return installation.sign('report-team', `${subscriberId}:${reportId}:${until}`).slice(0, 27);
}
