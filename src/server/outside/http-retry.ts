const firstMs = 500;
const longestMs = 30_000;
const worthAgain = new Set([408, 425, 429, 500, 502, 503, 504]);

/** How often a call may be attempted, including the first time. */
export const maxAttempts = 4;

/** Whether a response with this status may succeed when retried. */
export function isRetryableStatus(status: number, also: readonly number[] = []): boolean {
  return worthAgain.has(status) || also.includes(status);
}

/**
 * Returns the milliseconds to wait before attempt `tried + 1`. The service's `Retry-After` (seconds or HTTP date) takes
 * precedence over our own full jitter: anything from 0 to 0.5 s, doubled per attempt, at most 30 s.
 */
export function retryDelayMs(
  tried: number,
  retryAfter: string | null,
  nowMs: number,
  random: () => number,
): number {
  const requested = requestedDelay(retryAfter, nowMs);
  return requested ?? Math.floor(random() * Math.min(longestMs, firstMs * 2 ** tried));
}

function requestedDelay(retryAfter: string | null, nowMs: number): number | null {
  if (retryAfter === null || retryAfter.trim() === '') return null;
  if (/^\d+(\.\d+)?$/.test(retryAfter.trim())) return Math.ceil(Number(retryAfter) * 1000);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
