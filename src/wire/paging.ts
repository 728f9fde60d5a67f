import { z } from 'zod/mini';
import { parseInstantOrLocal, type Zone } from '#domain/base/time.ts';
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

/** What a key of a cursor can be. The column that it is compared with accepts each of them. */
const keyKinds = {
  id: (key: unknown) => typeof key === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(key),
  time: (key: unknown) =>
    typeof key === 'string' && /^\d{4}-.*Z$/.test(key) && parseInstantOrLocal(key, 'UTC' as Zone) !== null,
  // PostgreSQL stores neither NUL nor lone surrogates.
  text: (key: unknown) => typeof key === 'string' && !/\0|\p{Surrogate}/u.test(key),
  count: (key: unknown) => Number.isSafeInteger(key) && Number(key) >= 0,
};
type KeyKind = keyof typeof keyKinds;

/**
 * Returns the keys of a cursor, or null if it has not exactly keys of these kinds: a stale or forged one starts at the
 * first page.
 */
export function decodeCursor<const K extends readonly KeyKind[]>(
  cursor: string | undefined,
  ...kinds: K
): { [I in keyof K]: K[I] extends 'count' ? number : string } | null {
  if (!cursor) return null;
  try {
    const keys: unknown = JSON.parse(
      decodeURIComponent(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))),
    );
    if (!Array.isArray(keys) || keys.length !== kinds.length) return null;
    return kinds.every((kind, i) => keyKinds[kind](keys[i])) ? (keys as never) : null;
  } catch {
    return null;
  }
}

/** The most rows that the `total` of a long list counts. */
export const mostCounted = 1000;

/** Like `toPage`; `counted` are the rows of the whole list, of which at most `mostCounted + 1` were read. */
export function toCountedPage<T>(
  rows: T[],
  perPage: number,
  keysOf: (row: T) => (string | number | null)[],
  { length: total }: { readonly length: number },
): Page<T> {
  return toPage(rows, perPage, keysOf, Math.min(total, mostCounted), total > mostCounted);
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
