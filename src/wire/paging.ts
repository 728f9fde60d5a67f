import { z } from 'zod/mini';
import { asCode } from './fields.ts';

const perPage = z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)));

/**
 * Query fields of every list: opaque cursor and page size (1–100, default 25). `limit` is the older name and has lower
 * priority.
 */
export const pageQuery = {
  cursor: z.optional(z.string().check(asCode, z.maxLength(500))),
  perPage,
  limit: perPage,
};

/** Returns the requested page size: `perPage` wins over `limit` (decisions X-5), the default is 25. */
export function pageSize(input: { perPage?: number | undefined; limit?: number | undefined }): number {
  return input.perPage ?? input.limit ?? 25;
}

/** The output of every list. With `totalIsCapped`, `total` counts only up to 1,000. */
export const pageSchema = <S extends z.ZodMiniType>(row: S) =>
  z.object({
    pageData: z.array(row),
    pageInfo: z.object({
      total: z.number(),
      totalIsCapped: z.optional(z.boolean()),
      endCursor: z.nullable(z.string()),
      hasNextPage: z.boolean(),
    }),
  });

export interface Page<T> {
  pageData: T[];
  pageInfo: { total: number; totalIsCapped?: boolean; endCursor: string | null; hasNextPage: boolean };
}

/**
 * Encodes the sort keys of the last row shown as a cursor. Keys are strings as the database returned them, so that
 * microseconds are preserved.
 */
export function encodeCursor(keys: readonly (string | number | null)[]): string {
  return btoa(encodeURIComponent(JSON.stringify(keys)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Returns the keys of a cursor, or null if the text is not a valid cursor: a stale or forged one starts at the first
 * page.
 */
export function decodeCursor(cursor: string | undefined, length: number): (string | number | null)[] | null {
  if (!cursor) return null;
  try {
    const keys: unknown = JSON.parse(
      decodeURIComponent(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))),
    );
    const fine = (k: unknown) => k === null || typeof k === 'string' || typeof k === 'number';
    return Array.isArray(keys) && keys.length === length && keys.every(fine) ? keys : null;
  } catch {
    return null;
  }
}

/** Cuts `perPage + 1` rows to one page, and makes the next cursor from the last row of the page. */
export function toPage<T>(
  rows: T[],
  perPage: number,
  keysOf: (row: T) => (string | number | null)[],
  total: number,
  totalIsCapped?: boolean,
): Page<T> {
  const pageData = rows.slice(0, perPage);
  const last = pageData.at(-1);
  const hasNextPage = rows.length > perPage;
  const endCursor = last && hasNextPage ? encodeCursor(keysOf(last)) : null;
  return {
    pageData,
    pageInfo: { total, ...(totalIsCapped ? { totalIsCapped } : {}), endCursor, hasNextPage },
  };
}
