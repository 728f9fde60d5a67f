import type { ErrorDetails, ErrorType } from './errors.ts';

/** The envelope of every JSON response (decisions X-1). */
export type Envelope<T> =
  | { success: true; data: T; error: null }
  | { success: false; data: null; error: { type: ErrorType; message: string; details: ErrorDetails | null } };

/** The `error` of a failed response. */
export interface Failure {
  type: string;
  message: string;
  details: Record<string, unknown> | null;
}

/**
 * Returns the failure of a response, or null if the response is not one of ours, such as a proxy's error page. Parsed
 * by hand so that read-only pages need no validation library.
 */
export function parseFailure(answer: unknown): Failure | null {
  if (!isRecord(answer) || answer.success !== false || !isRecord(answer.error)) return null;
  const { type, message, details = null } = answer.error;
  if (typeof type !== 'string' || typeof message !== 'string') return null;
  return details === null || isRecord(details) ? { type, message, details } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The envelope of a successful call. */
export function succeeded<T>(data: T): Envelope<T> {
  return { success: true, data, error: null };
}

/** The envelope of a failed call. */
export function failed(type: ErrorType, message: string, details: ErrorDetails | null): Envelope<never> {
  return { success: false, data: null, error: { type, message, details } };
}
