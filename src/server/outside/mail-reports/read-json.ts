import type { z } from 'zod/mini';
import { fromEpochMs, type Instant } from '#domain/base/time.ts';
import { ReportRefused } from './mail-report.ts';

/** Parses a JSON body by a schema, whatever content type was declared. Throws ReportRefused for anything else. */
export function parseJson<S extends z.ZodMiniType>(body: Uint8Array | string, schema: S): z.infer<S> {
  let json: unknown;
  try {
    json = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
  } catch {
    throw new ReportRefused('the body is not JSON');
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new ReportRefused('the body has another shape');
  return parsed.data;
}

/** Returns the instant of a time in ISO format, or null. */
export function instantOrNull(text: string): Instant | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : fromEpochMs(at);
}
