import { deletedForGoodAt } from '#domain/reports/detached.ts';
import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { deleteDetachedReport } from './delete-detached-report.job.ts';

/**
 * Takes reports off their appointment and schedules their deletion. One that was published in the meantime stays. Returns
 * how many were detached.
 */
export async function detachReports(ctx: WriteCtx, reportIds: readonly string[]): Promise<number> {
  if (reportIds.length === 0) return 0;
  const done = await updateMine(ctx, 'reports')
    .set((eb) => ({
      detached_at: ctx.now,
      detached_by: ctx.actor?.userId ?? null,
      // What waited for approval waits no more.
      status: eb
        .case()
        .when('status', '=', 'pending_approval')
        .then('in_progress')
        .else(eb.ref('status'))
        .end(),
      updated_at: ctx.now,
    }))
    .where('id', 'in', reportIds)
    .where('published_rev', 'is', null)
    .returning(['id', 'detached_at', 'first_published_at'])
    .execute();
  for (const report of done) {
    const runAt = deletedForGoodAt(report);
    const key = `detached:${report.id}`;
    if (runAt) await ctx.enqueue(deleteDetachedReport, { report_id: report.id }, { key, runAt });
    await ctx.audit({ action: 'detach', entity: 'report', entity_id: report.id });
  }
  return done.length;
}
