import { canonicalJson } from '#domain/base/canonical-json.ts';
import { toCents } from '#domain/base/money.ts';
import {
  cleanRepairItem,
  type RepairDocument,
  type RepairItem,
  repairItemProblems,
} from '#domain/reports/repair/repair-list.ts';
import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { AppError, badInput } from '#wire/errors.ts';
import type { RepairList, SavedRepairList } from '../repair-contract.ts';
import { type OpenedRepairList, openRepairListForChange, presentRepairList } from './open-repair-list.ts';
import { readDefects } from './repair-defects.ts';
import { itemsOf, type RepairListRow } from './repair-store.ts';

/**
 * Replaces the contents of a list and returns it. Throws FORBIDDEN for anyone but its maker, CONFLICT if it was changed
 * since `rev`; the same contents sent twice are one change.
 */
export async function saveRepairList(ctx: WriteCtx, input: SavedRepairList): Promise<RepairList> {
  const from = await openRepairListForChange(ctx, input);
  requireEdit(from);
  const next = documentOf(input);
  const { list } = from;
  if (input.rev !== list.rev) {
    // Sent again, a move to the newest version finds the list without what that no longer has.
    const wanted = input.newest_version ? (await onNewest(ctx, from, next)).next : next;
    if (isSame(list, wanted)) return presentRepairList(ctx, from);
    throw new AppError('CONFLICT', 'This list was changed by someone else in the meantime', {
      current: { rev: list.rev },
    });
  }
  const stored = itemsOf(list).map((item) => item.id);
  const problems = repairItemProblems(next.items, new Set([...from.version.defects.keys(), ...stored]));
  if (Object.keys(problems).length > 0) throw badInput(problems);
  if (!input.newest_version && isSame(list, next)) return presentRepairList(ctx, from);
  const moved = input.newest_version ? await onNewest(ctx, from, next) : { next, version: from.version };
  const saved = await updateMine(ctx, 'repair_lists')
    .set({
      title: moved.next.title,
      addressees: [...moved.next.addressees],
      items: JSON.stringify(moved.next.items),
      report_rev: input.newest_version ? moved.version.rev : list.report_rev,
      rev: list.rev + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', list.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentRepairList(ctx, { ...from, list: saved, version: moved.version });
}

/** Throws FORBIDDEN unless the reader made the list and may still change it. */
export function requireEdit({ canEdit }: OpenedRepairList): void {
  if (!canEdit) throw new AppError('FORBIDDEN', 'Only the person who made this list can change it');
}

/** The list in the newest version of the report, without the defects that it no longer has. */
async function onNewest(ctx: WriteCtx, { opened, version }: OpenedRepairList, next: RepairDocument) {
  const { report } = opened;
  const newest = await readDefects(ctx, report, report.published_rev ?? version.rev, opened);
  const items = next.items.filter((item) => newest.defects.has(item.id));
  return { next: { ...next, items }, version: newest };
}

function documentOf({ title, addressees, items }: SavedRepairList): RepairDocument {
  return {
    title,
    addressees: addressees.filter(Boolean),
    items: items.map(({ id, request, credit, note }): RepairItem => {
      const credit_cents = credit === null ? null : toCents(credit);
      return cleanRepairItem({ id, request, credit_cents, note });
    }),
  };
}

function isSame(list: RepairListRow, next: RepairDocument): boolean {
  const { title, addressees } = list;
  return canonicalJson({ title, addressees, items: itemsOf(list) }) === canonicalJson(next);
}
