import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type SelectQueryBuilder,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import type { DB } from './tables.ts';

/** They name a tenant and yet stand outside both locks: whoever signs in has no tenant yet. Platform transactions only. */
type AccountTable = 'logins' | 'sessions' | 'auth_codes';

/** The tables every row of which belongs to one tenant. */
export type TenantTable = Exclude<
  { [T in keyof DB & string]: DB[T] extends { subscriber_id: string } ? T : never }[keyof DB & string],
  AccountTable
>;

/**
 * The query builder under another name, for functions called `anyTenant…` in platform transactions: what skips the
 * first lock says so where it is used. Row-level security still holds unless the transaction is the platform's.
 */
export function anyTenantDb<D>(ctx: { readonly db: D }): D {
  return ctx.db;
}

/** What `mine` needs of a context: both kinds of context have it. */
export interface TenantReader {
  readonly subscriberId: string;
  readonly db: Pick<Kysely<DB>, 'selectFrom'>;
}

/**
 * Starts a select of the rows of `table` that belong to the tenant of the call. The first of two locks; row-level
 * security is the second, and the index of every tenant table begins with this column.
 */
export function mine<T extends TenantTable>(
  ctx: TenantReader,
  table: T,
): SelectQueryBuilder<DB, T, Record<never, never>> {
  // Named as one table: a builder over all of them takes the compiler a second.
  const query = ctx.db.selectFrom(table as 'appointments');
  return query.where(
    sql.ref<string>(`${table}.subscriber_id`),
    '=',
    ctx.subscriberId,
  ) as unknown as SelectQueryBuilder<DB, T, Record<never, never>>;
}

/** The part of a writing context that the `…Mine` helpers need. */
export interface TenantWriter {
  readonly subscriberId: string;
  readonly db: Pick<Kysely<DB>, 'insertInto' | 'updateTable' | 'deleteFrom'>;
}

type OneOrMany<T> = T | readonly T[];

/** Inserts rows of the call's tenant; `subscriber_id` is added here and nowhere else. */
export function insertMine<T extends TenantTable>(
  ctx: TenantWriter,
  table: T,
  values: OneOrMany<Omit<Insertable<DB[T]>, 'subscriber_id'>>,
): InsertQueryBuilder<DB, T, InsertResult> {
  const rows = (Array.isArray(values) ? values : [values]) as Insertable<DB['appointments']>[];
  const query = ctx.db.insertInto(table as 'appointments');
  return query.values(
    rows.map((row) => ({ ...row, subscriber_id: ctx.subscriberId })),
  ) as unknown as InsertQueryBuilder<DB, T, InsertResult>;
}

/** Starts an update of rows of the call's tenant. */
export function updateMine<T extends TenantTable>(
  ctx: TenantWriter,
  table: T,
): UpdateQueryBuilder<DB, T, T, UpdateResult> {
  const query = ctx.db.updateTable(table as 'appointments');
  return query.where('subscriber_id', '=', ctx.subscriberId) as unknown as UpdateQueryBuilder<
    DB,
    T,
    T,
    UpdateResult
  >;
}

/** Starts a deletion of rows of the call's tenant. */
export function deleteMine<T extends TenantTable>(
  ctx: TenantWriter,
  table: T,
): DeleteQueryBuilder<DB, T, DeleteResult> {
  const query = ctx.db.deleteFrom(table as 'appointments');
  return query.where('subscriber_id', '=', ctx.subscriberId) as unknown as DeleteQueryBuilder<
    DB,
    T,
    DeleteResult
  >;
}
