import { sql } from 'kysely';
import type { Operation, OpResult } from '#domain/base/operations.ts';
import type { WriteCtx } from './context.ts';
import { inSlices } from './db/in-slices.ts';
import { insertMine, mine } from './db/scope.ts';

/** The table that remembers the autosave operations of one kind of document, and its column with the document's id. */
export type OpLog =
  | { table: 'report_ops'; owner: 'report_id' }
  | { table: 'template_ops'; owner: 'template_id' };

/** An operation that was stored after the state someone knew. */
export interface NewerOp<Op> {
  op: Op;
  actor_id: string | null;
  actor_name: string;
  at: string;
}

/** The operations of a batch that were stored before, with the reason of refused ones: a repeated batch changes nothing. */
export async function knownOps(
  ctx: WriteCtx,
  log: OpLog,
  ops: readonly Operation[],
): Promise<Map<string, string | null>> {
  if (ops.length === 0) return new Map();
  const rows = await mine(ctx, log.table)
    .where(
      'op_id',
      'in',
      ops.map((op) => op.op_id),
    )
    .select(['op_id', 'refused'])
    .execute();
  return new Map(rows.map((row) => [row.op_id, row.refused]));
}

/** The operations of a batch that are new, each once. */
export function freshOps<Op extends Operation>(
  ops: readonly Op[],
  known: ReadonlyMap<string, string | null>,
): Op[] {
  const once = [...new Map(ops.map((op) => [op.op_id, op])).values()];
  return once.filter((op) => !known.has(op.op_id));
}

/** The changes of others since `rev`: all but the caller's own, such as those of the same batch that were applied before. */
export async function opsSince<Op extends Operation>(
  ctx: WriteCtx,
  log: OpLog,
  documentId: string,
  rev: number,
  ownIds: readonly string[],
): Promise<NewerOp<Op>[]> {
  const rows = await mine(ctx, log.table as 'report_ops')
    .leftJoin('users', (on) =>
      on
        .on('users.subscriber_id', '=', ctx.subscriberId)
        .on(sql`users.id`, '=', sql.ref(`${log.table}.actor_id`)),
    )
    .where(sql<string>`${sql.ref(log.owner)}`, '=', documentId)
    .where(sql<number>`${sql.ref(`${log.table}.rev`)}`, '>', rev)
    .where('refused', 'is', null)
    .orderBy('seq')
    .select(['op_id', 'op', 'actor_id', 'at', 'users.first_name', 'users.last_name'])
    .execute();
  const own = new Set(ownIds);
  return rows
    .filter((row) => !own.has(row.op_id))
    .map((row) => ({
      op: row.op as unknown as Op,
      actor_id: row.actor_id,
      actor_name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
      at: row.at,
    }));
}

/**
 * Stores operations with their results. `apply` gives the content after one operation and what it overwrote: each is
 * compared with the state it is applied to, not with the state before the batch.
 */
export async function rememberOps<Doc, Op extends Operation>(
  ctx: WriteCtx,
  log: OpLog,
  documentId: string,
  rev: number,
  { content, ops, results }: { content: Doc; ops: readonly Op[]; results: readonly OpResult[] },
  { apply, overwritten }: { apply(content: Doc, op: Op): Doc; overwritten(content: Doc, op: Op): unknown },
): Promise<void> {
  let current = content;
  const rows = ops.map((op, i) => {
    const before = overwritten(current, op) ?? null;
    const refused = results[i]?.refused ?? null;
    if (!refused) current = apply(current, op);
    return {
      [log.owner]: documentId,
      op_id: op.op_id,
      rev,
      op: JSON.stringify(op),
      before: before === null ? null : JSON.stringify(before),
      refused,
      actor_id: ctx.actor?.userId ?? null,
      at: ctx.now,
    };
  });
  await inSlices(rows, (part) => insertMine(ctx, log.table as 'report_ops', part as never).execute());
}

/** The result of each operation of a batch, those stored before included. */
export function resultsFor(
  ops: readonly Operation[],
  known: ReadonlyMap<string, string | null>,
  results: readonly OpResult[],
): OpResult[] {
  const byId = new Map(results.map((result) => [result.op_id, result.refused]));
  return ops.map(({ op_id }) => ({ op_id, refused: byId.get(op_id) ?? known.get(op_id) ?? null }));
}
