import type { ErrorDetails, ErrorType } from './errors.ts';

/** The shape of every JSON answer (decisions X-1). */
export type Envelope<T> =
  | { success: true; data: T; error: null }
  | { success: false; data: null; error: { type: ErrorType; message: string; details: ErrorDetails | null } };

/** What a failure tells. */
export interface Failure {
  type: string;
  message: string;
  details: Record<string, unknown> | null;
}

/**
 * The failure in an answer as it arrives in the browser, null where there is none: a proxy may answer in our place. By hand,
 * so that pages which only read need no library for it.
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

export function succeeded<T>(data: T): Envelope<T> {
  return { success: true, data, error: null };
}

export function failed(type: ErrorType, message: string, details: ErrorDetails | null): Envelope<never> {
  return { success: false, data: null, error: { type, message, details } };
}
