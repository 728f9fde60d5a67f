import type { OccurrenceData } from '#domain/automations/decision-types.ts';
import type { GableEvent } from '#domain/events/events.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** What an event says about itself, frozen with the job, because the state may change until it runs. */
export async function occurrenceData(ctx: WriteCtx, event: GableEvent): Promise<OccurrenceData> {
  switch (event.type) {
    case 'appointment.services_changed':
      return {
        changed_services: await named(ctx, 'services', [
          ...event.added_service_ids,
          ...event.removed_service_ids,
        ]),
        changed_service_addons: await named(ctx, 'add_ons', [
          ...event.added_add_on_ids,
          ...event.removed_add_on_ids,
        ]),
      };
    case 'attachment.added':
    case 'attachment.removed':
      return { attachment_name: event.name };
    case 'report.published':
      return { report_name: await reportName(ctx, event.report_id), is_first_report: event.is_first };
    case 'report.viewed':
      return { report_name: await reportName(ctx, event.report_id) };
    default:
      return {};
  }
}

async function named(ctx: WriteCtx, table: 'services' | 'add_ons', ids: readonly string[]) {
  if (ids.length === 0) return [];
  return mine(ctx, table as 'services')
    .where('id', 'in', ids)
    .select(['id', 'name'])
    .execute();
}

async function reportName(ctx: WriteCtx, id: string): Promise<string> {
  const row = await mine(ctx, 'reports').where('id', '=', id).select('name').executeTakeFirst();
  return row?.name ?? '';
}
