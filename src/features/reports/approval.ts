import { fullName } from '#domain/base/names.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { FullReport } from './contract.ts';
import type { ReportRecord } from './store.ts';

type Actors = Pick<
  ReportRecord,
  'published_by' | 'submitted_by' | 'returned_by' | 'returned_at' | 'return_note'
>;

/** Returns the names of members by id, also of those who left. */
export async function memberNames(
  ctx: ReadCtx | WriteCtx,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return () => null;
  const rows = await mine(ctx, 'users')
    .where('id', 'in', known)
    .select(['id', 'first_name', 'last_name'])
    .execute();
  const names = new Map(rows.map((row) => [row.id, fullName(row)]));
  return (id) => (id === null ? null : (names.get(id) ?? null));
}

/** Who published, submitted and returned a report. */
export async function approvalOf(ctx: ReadCtx | WriteCtx, report: Actors): Promise<FullReport['approval']> {
  const { published_by, submitted_by, returned_by, returned_at, return_note } = report;
  const nameOf = await memberNames(ctx, [published_by, submitted_by, returned_by]);
  return {
    published_by: nameOf(published_by),
    submitted_by: nameOf(submitted_by),
    returned: returned_at === null ? null : { by: nameOf(returned_by), at: returned_at, note: return_note },
  };
}
