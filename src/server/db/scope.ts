import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type Insertable,
  type InsertObject,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type SelectQueryBuilder,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import type { DB } from './tables.ts';

/**
 * Tables with a tenant column but no tenant isolation: a user who signs in has no tenant yet. Platform transactions
 * only.
 */
type AccountTable = 'logins' | 'sessions' | 'auth_codes';

/** Tables in which every row belongs to one tenant. */
export type TenantTable = Exclude<
  { [T in keyof DB & string]: DB[T] extends { subscriber_id: string } ? T : never }[keyof DB & string],
  AccountTable
>;

/**
 * Returns the unfiltered query builder, for functions called `anyTenant…` in platform transactions: code that skips the
 * tenant filter must say so. Row-level security still applies unless the transaction is the platform's.
 */
export function anyTenantDb<D>(ctx: { readonly db: D }): D {
  return ctx.db;
}

/** The part of a context that `mine` needs; both kinds of contexts have it. */
export interface TenantReader {
  readonly subscriberId: string;
  readonly db: Pick<Kysely<DB>, 'selectFrom'>;
}

/**
 * Starts a select of the rows of `table` that belong to the call's tenant. This filter is the first of two safeguards;
 * row-level security is the second. The index of every tenant table starts with this column.
 */
export function mine<T extends TenantTable>(
  ctx: TenantReader,
  table: T,
): SelectQueryBuilder<DB, T, Record<never, never>> {
  // Typed as one table: a builder over all of them costs the compiler a second.
  const query = ctx.db.selectFrom(table as 'appointments');
  return query.where(ownRows(table), '=', ctx.subscriberId) as unknown as SelectQueryBuilder<
    DB,
    T,
    Record<never, never>
  >;
}

/** The part of a writing context that the `…Mine` helpers need. */
export interface TenantWriter {
  readonly subscriberId: string;
  readonly db: Pick<Kysely<DB>, 'insertInto' | 'updateTable' | 'deleteFrom'>;
}

type OneOrMany<T> = T | readonly T[];

/** Inserts rows for the call's tenant; `subscriber_id` is added here and nowhere else. */
export function insertMine<T extends TenantTable>(
  ctx: TenantWriter,
  table: T,
  values: OneOrMany<Omit<InsertObject<DB, T>, 'subscriber_id'>>,
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
  return query.where(ownRows(table), '=', ctx.subscriberId) as unknown as UpdateQueryBuilder<
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
  return query.where(ownRows(table), '=', ctx.subscriberId) as unknown as DeleteQueryBuilder<
    DB,
    T,
    DeleteResult
  >;
}

/** Qualified, so that it stays unambiguous where another tenant table is joined. */
const ownRows = (table: string) => sql.ref<string>(`${table}.subscriber_id`);
