import { allPairs } from '#domain/people/people-duplicates.ts';
import type { ReadCtx } from '#server/context.ts';
import { handle } from '#server/http/handle.ts';
import { notFound } from '#wire/errors.ts';
import { pageSize } from '#wire/paging.ts';
import { memberNames } from '../imports/present.ts';
import * as contract from '../merge-contract.ts';
import { mergePeople } from '../merge-people.ts';
import { type ContactKind, contactKindByRoute } from '../present.ts';
import { undoMerge } from '../undo-merge.ts';
import { findDuplicates } from './find-duplicates.ts';
import * as store from './store.ts';

export const mergeRoutes = [
  handle(contract.listDuplicates, (ctx, input) =>
    findDuplicates(ctx, contactKindByRoute[input.kind], pageSize(input), input.cursor),
  ),
  handle(contract.dismissDuplicates, async (w, { kind, ids }) => {
    const wanted = [...new Set(ids)].sort();
    const people = await store.lockPeople(w, contactKindByRoute[kind], wanted);
    if (people.length !== wanted.length) throw notFound();
    if (wanted.length > 1) await store.insertDistinctPairs(w, allPairs(wanted));
    return null;
  }),
  handle(contract.mergePeople, mergePeople),
  handle(contract.listMerges, async (ctx, input) => {
    const page = await store.page(ctx, input.kind && contactKindByRoute[input.kind], input);
    return { ...page, pageData: await presented(ctx, page.pageData) };
  }),
  handle(contract.undoMerge, (w, { id }) => undoMerge(w, id)),
];

const routeKindOf: Record<ContactKind, keyof typeof contactKindByRoute> = {
  client: 'clients',
  agent: 'agents',
  contractor: 'contractors',
};

async function presented(ctx: ReadCtx, rows: readonly store.MergeRow[]): Promise<contract.Merge[]> {
  const names = await memberNames(
    ctx,
    rows.map((row) => row.created_by),
  );
  const moved = await store.movedCounts(
    ctx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: routeKindOf[row.kind as ContactKind],
    kept: named(row.keep_before),
    merged: named(row.merge_before),
    moved_appointments: moved.get(row.id) ?? 0,
    created_at: row.created_at,
    created_by: names.get(row.created_by ?? '') ?? '',
    undone_at: row.undone_at,
  }));
}

function named(before: unknown): contract.Merge['kept'] {
  const { id, first_name, last_name, email, company_name } = before as Record<string, string>;
  const isNameless = !first_name && !last_name;
  return {
    id: id ?? '',
    first_name: (isNameless ? company_name : first_name) ?? '',
    last_name: last_name ?? '',
    email: email ?? '',
  };
}
