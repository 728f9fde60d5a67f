import type { RepairItem } from '#domain/reports/repair/repair-list.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

type AnyCtx = ReadCtx | WriteCtx;

/** A repair list by its id; undefined if it does not exist. */
export function findRepairList(ctx: AnyCtx, id: string) {
  return mine(ctx, 'repair_lists').where('id', '=', id).selectAll().executeTakeFirst();
}

/** Same as `findRepairList`, locked until the end of the transaction. */
export function lockRepairList(ctx: WriteCtx, id: string) {
  return mine(ctx, 'repair_lists').where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
}

export type RepairListRow = NonNullable<Awaited<ReturnType<typeof findRepairList>>>;

/** The stored items of a list. */
export function itemsOf(row: Pick<RepairListRow, 'items'>): RepairItem[] {
  return row.items as unknown as RepairItem[];
}

/** The lists of an appointment, newest first. */
export function repairListsOfAppointment(ctx: AnyCtx, appointmentId: string) {
  return mine(ctx, 'repair_lists')
    .innerJoin('reports', (on) =>
      on
        .onRef('reports.subscriber_id', '=', 'repair_lists.subscriber_id')
        .onRef('reports.id', '=', 'repair_lists.report_id'),
    )
    .where('repair_lists.appointment_id', '=', appointmentId)
    .where('reports.deleted_at', 'is', null)
    .orderBy('repair_lists.created_at', 'desc')
    .orderBy('repair_lists.id', 'desc')
    .limit(100)
    .selectAll('repair_lists')
    .execute();
}

/** The version of a report with this revision. */
export function snapshotAt(ctx: AnyCtx, reportId: string, rev: number) {
  return mine(ctx, 'report_snapshots')
    .where('report_id', '=', reportId)
    .where('rev', '=', rev)
    .select(['rev', 'content', 'published_at', 'withdrawn_at'])
    .executeTakeFirst();
}

/** The versions that the lists of an appointment refer to, each once. */
export function versionsOfLists(ctx: AnyCtx, appointmentId: string) {
  return mine(ctx, 'report_snapshots')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('repair_lists')
          .select('repair_lists.id')
          .whereRef('repair_lists.subscriber_id', '=', 'report_snapshots.subscriber_id')
          .whereRef('repair_lists.report_id', '=', 'report_snapshots.report_id')
          .whereRef('repair_lists.report_rev', '=', 'report_snapshots.rev')
          .where('repair_lists.appointment_id', '=', appointmentId),
      ),
    )
    .select(['report_id', 'rev', 'content', 'published_at'])
    .execute();
}

/** The re-inspections booked for an appointment or for one of its lists, newest first. */
export function reinspectionsOf(ctx: AnyCtx, appointmentId: string) {
  return mine(ctx, 'reinspections')
    .innerJoin('appointments', (on) =>
      on
        .onRef('appointments.subscriber_id', '=', 'reinspections.subscriber_id')
        .onRef('appointments.id', '=', 'reinspections.appointment_id'),
    )
    .where('reinspections.of_appointment_id', '=', appointmentId)
    .where('appointments.deleted_at', 'is', null)
    .orderBy('appointments.date_time', 'desc')
    .limit(100)
    .select([
      'appointments.id',
      'appointments.order_id',
      'appointments.date_time',
      'appointments.status',
      'reinspections.report_id',
      'reinspections.repair_list_id',
    ])
    .execute();
}

/** How many mails about lists of an appointment were queued since a moment. */
export async function countShares(ctx: AnyCtx, appointmentId: string, since: string): Promise<number> {
  const { count } = await mine(ctx, 'outbound_messages')
    .where('appointment_id', '=', appointmentId)
    .where('template_key', '=', 'repair_list_share')
    .where('created_at', '>', since)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
