import { sql } from 'kysely';
import { fullName } from '#domain/base/names.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import { decodeCursor, pageSize, toPage } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../history-contract.ts';
import { subjectOf } from '../report-rights.ts';
import * as store from '../store.ts';

/** The part that an operation is about. The index `report_ops_of_part` has the same expression. */
const partId = sql<string>`coalesce(
  op ->> 'comment_id', op -> 'comment' ->> 'id', op ->> 'media_id', op -> 'media' ->> 'id',
  op ->> 'item_id', op -> 'item' ->> 'id', op ->> 'section_id', op -> 'section' ->> 'id')`;

/** Lists what was done to one part of a report, newest first, with the values before and after. */
export async function getPartHistory(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.getPartHistory>,
): Promise<HandlerOutput<typeof contract.getPartHistory>> {
  const report = await store.findReport(ctx, { id: input.id });
  if (!report) throw notFound();
  ctx.requireCapability('edit_report', await subjectOf(ctx, report.appointment_id));
  const size = pageSize(input);
  const [after] = decodeCursor(input.cursor, 'count') ?? [];
  const own = mine(ctx, 'report_ops').where('report_id', '=', report.id).where(partId, '=', input.part_id);
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await (after === undefined ? own : own.where('seq', '<', after))
    .leftJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'report_ops.subscriber_id')
        .onRef('users.id', '=', 'report_ops.actor_id'),
    )
    .orderBy('seq', 'desc')
    .limit(size + 1)
    .select(['op_id', 'seq', 'op', 'before', 'refused', 'at', 'users.first_name', 'users.last_name'])
    .execute();
  const page = toPage(rows, size, (row) => [Number(row.seq)], total);
  return { ...page, pageData: page.pageData.map(entryOf) };
}

interface Row {
  op_id: string;
  op: unknown;
  before: unknown;
  refused: string | null;
  at: string;
  first_name: string | null;
  last_name: string | null;
}

type Entry = HandlerOutput<typeof contract.getPartHistory>['pageData'][number];

const ways: Record<string, Entry['how']> = {
  add: 'added',
  remove: 'removed',
  move: 'moved',
  place: 'moved',
  restore: 'restored',
  copy: 'copied',
};

function entryOf({ op_id, op, before, refused, at, ...user }: Row): Entry {
  const { type } = op as { type: string };
  const how = ways[type.split('_')[0] ?? ''] ?? 'changed';
  return {
    op_id,
    at,
    by: fullName(user),
    how,
    refused,
    fields: how === 'changed' ? fieldsOf(op, before) : [],
  };
}

function fieldsOf(op: unknown, before: unknown): Entry['fields'] {
  const { changes, rating } = op as { changes?: Record<string, unknown>; rating?: unknown };
  const old = (before ?? {}) as Record<string, unknown>;
  const after = changes ?? (rating === undefined ? {} : { rating });
  return Object.entries(after).map(([name, value]) => ({ name, before: old[name] ?? null, after: value }));
}
