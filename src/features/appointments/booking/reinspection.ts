import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { badInput } from '#wire/errors.ts';
import type { ReinspectionRequest } from './new-appointment.ts';

/**
 * Stores that an appointment inspects defects of an earlier report again. Its report is created from this row with the
 * appointment. Throws BAD_USER_INPUT if the company has no such published report or list.
 */
export async function insertReinspection(
  ctx: WriteCtx,
  appointmentId: string,
  { reportId, repairListId, commentIds }: ReinspectionRequest,
): Promise<void> {
  const report = await mine(ctx, 'reports')
    .where('id', '=', reportId)
    .where('deleted_at', 'is', null)
    .where('published_rev', 'is not', null)
    .select('appointment_id')
    .executeTakeFirst();
  if (!report) throw badInput({ reinspection: 'The report to inspect again isn’t published' });
  if (repairListId !== null) await refuseOtherList(ctx, reportId, repairListId);
  await insertMine(ctx, 'reinspections', {
    appointment_id: appointmentId,
    of_appointment_id: report.appointment_id,
    report_id: reportId,
    repair_list_id: repairListId,
    comment_ids: [...commentIds],
    created_at: ctx.now,
  }).execute();
}

async function refuseOtherList(ctx: WriteCtx, reportId: string, listId: string): Promise<void> {
  const list = await mine(ctx, 'repair_lists')
    .where('id', '=', listId)
    .where('report_id', '=', reportId)
    .select('id')
    .executeTakeFirst();
  if (!list) throw badInput({ reinspection: 'This repair list doesn’t belong to the report' });
}
