const tries = 4;
const firstMs = 500;
const longestMs = 30_000;
const worthAgain = new Set([408, 425, 429, 500, 502, 503, 504]);

/** How often one call may be tried, the first time included. */
export const maxAttempts = tries;

/** Whether an answer of this status may become another one when asked again. */
export function isRetryableStatus(status: number, also: readonly number[] = []): boolean {
  return worthAgain.has(status) || also.includes(status);
}

/**
 * Milliseconds to wait before try number `tried + 1`. What the service asks for (`Retry-After`, seconds or HTTP date) wins
 * over our own full jitter: anything from 0 to 0.5 s doubled per try, at most 30 s.
 */
export function retryDelayMs(
  tried: number,
  retryAfter: string | null,
  nowMs: number,
  random: () => number,
): number {
  const asked = askedWait(retryAfter, nowMs);
  return asked ?? Math.floor(random() * Math.min(longestMs, firstMs * 2 ** tried));
}

function askedWait(retryAfter: string | null, nowMs: number): number | null {
  if (retryAfter === null || retryAfter.trim() === '') return null;
  if (/^\d+(\.\d+)?$/.test(retryAfter.trim())) return Math.ceil(Number(retryAfter) * 1000);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
