import { z } from 'zod/mini';
import type { ErrorDetails, ErrorType } from './errors.ts';

/** The shape of every JSON answer (decisions X-1). */
export type Envelope<T> =
  | { success: true; data: T; error: null }
  | { success: false; data: null; error: { type: ErrorType; message: string; details: ErrorDetails | null } };

/** A failure as it arrives in the browser; parsed because a proxy may answer in our place. */
export const failureEnvelope = z.object({
  success: z.literal(false),
  data: z.nullable(z.unknown()),
  error: z.object({
    type: z.string(),
    message: z.string(),
    details: z.nullish(z.record(z.string(), z.unknown())),
  }),
});

export function succeeded<T>(data: T): Envelope<T> {
  return { success: true, data, error: null };
}

export function failed(type: ErrorType, message: string, details: ErrorDetails | null): Envelope<never> {
  return { success: false, data: null, error: { type, message, details } };
}
