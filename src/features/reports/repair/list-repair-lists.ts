import { asInstant, formatWithOffset } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { createTeamToken } from '../access/team-token.ts';
import type * as contract from '../repair-contract.ts';
import * as store from '../store.ts';
import { totalsOnWire } from './open-repair-list.ts';
import { choicesOf, defectsOf, everything, readDefects } from './repair-defects.ts';
import {
  findRepairList,
  itemsOf,
  reinspectionsOf,
  repairListsOfAppointment,
  versionsOfLists,
} from './repair-store.ts';

/** The repair lists of an appointment with their sums and re-inspections, newest first. */
export async function listRepairLists(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.listRepairLists>,
): Promise<HandlerOutput<typeof contract.listRepairLists>> {
  const appointment = await store.appointment(ctx, input.id);
  if (!appointment) throw notFound();
  const rows = await repairListsOfAppointment(ctx, appointment.id);
  const booked = await reinspectionsOf(ctx, appointment.id);
  const company = await getCompany(ctx);
  const versions = new Map(
    (await versionsOfLists(ctx, appointment.id)).map((row) => [
      versionKey(row.report_id, row.rev),
      defectsOf(row, company, everything),
    ]),
  );
  const lists = rows.flatMap((row) => {
    const version = versions.get(versionKey(row.report_id, row.report_rev));
    if (!version) return [];
    const items = itemsOf(row);
    const requests: Record<string, number> = {};
    for (const { request } of items) requests[request] = (requests[request] ?? 0) + 1;
    const token = createTeamToken(ctx.installation, ctx.subscriberId, row.report_id, ctx.now);
    return [
      {
        id: row.id,
        public_id: row.public_id,
        report_id: row.report_id,
        title: row.title,
        maker: { name: row.maker_name, role: row.role },
        created_at: row.created_at,
        updated_at: row.updated_at,
        totals: totalsOnWire(items, version),
        requests,
        comment_ids: items.map((item) => item.id),
        path: `/repair-list/${row.public_id}?t=${token}`,
        reinspections: booked.filter((one) => one.repair_list_id === row.id).map(bookedOnWire),
      },
    ];
  });
  return { lists, currency: company.currency, can_book: allows(ctx.requireUser(), 'can_schedule_new') };
}

const versionKey = (reportId: string, rev: number) => `${reportId}.${rev}`;

const bookedOnWire = (row: { id: string; order_id: string; date_time: string; status: string }) => ({
  id: row.id,
  order_id: row.order_id,
  date_time: row.date_time,
  status: row.status,
});

/** What the booking of a re-inspection starts with. Throws NOT_FOUND for a report that is not published. */
export async function getReinspectionDraft(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.getReinspectionDraft>,
): Promise<HandlerOutput<typeof contract.getReinspectionDraft>> {
  const report = await store.findReport(ctx, { id: input.id });
  if (!report || report.published_rev === null) throw notFound();
  const list = input.repair_list_id ? await findRepairList(ctx, input.repair_list_id) : undefined;
  if (input.repair_list_id && list?.report_id !== report.id) throw notFound();
  const version = await readDefects(ctx, report, list?.report_rev ?? report.published_rev, everything);
  const place = await placeOf(ctx, report.appointment_id);
  const people = await store.listRecipients(ctx, report.appointment_id);
  const ids = (role: string) => people.filter((one) => one.role === role).map((one) => one.person_id);
  const { lat, lng, id, order_id, date_time, ...property } = place;
  const booked = await reinspectionsOf(ctx, report.appointment_id);
  return {
    report: { id: report.id, name: version.snapshot.name },
    appointment: {
      id,
      order_id,
      date_time: formatWithOffset(asInstant(date_time), version.company.timezone),
    },
    choices: choicesOf(version),
    chosen: list ? itemsOf(list).flatMap((item) => (version.defects.has(item.id) ? [item.id] : [])) : [],
    property: {
      ...property,
      coordinates: lat === null || lng === null ? null : { lat: Number(lat), lng: Number(lng) },
    },
    client_ids: ids('client'),
    agent_ids: ids('agent'),
    listing_agent_ids: ids('listing_agent'),
    service_id: await usualService(ctx),
    booked: booked.filter((one) => one.report_id === report.id).map(bookedOnWire),
  };
}

function placeOf(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
    .select([
      'id',
      'order_id',
      'date_time',
      'address',
      'city',
      'state',
      'zip_code',
      'country',
      'square_feet',
      'year_built',
      'foundation',
      'lat',
      'lng',
    ])
    .executeTakeFirstOrThrow();
}

/** The service of the last re-inspection that is still offered, else the one that is named so. */
async function usualService(ctx: ReadCtx): Promise<string | null> {
  const last = await mine(ctx, 'reinspections')
    .innerJoin('appointment_services', (on) =>
      on
        .onRef('appointment_services.subscriber_id', '=', 'reinspections.subscriber_id')
        .onRef('appointment_services.appointment_id', '=', 'reinspections.appointment_id'),
    )
    .innerJoin('services', (on) =>
      on
        .onRef('services.subscriber_id', '=', 'appointment_services.subscriber_id')
        .onRef('services.id', '=', 'appointment_services.service_id'),
    )
    .where('services.deleted_at', 'is', null)
    .orderBy('reinspections.created_at', 'desc')
    .limit(1)
    .select('appointment_services.service_id as id')
    .executeTakeFirst();
  if (last) return last.id;
  const named = await mine(ctx, 'services')
    .where('deleted_at', 'is', null)
    .where('name', 'ilike', 're%inspection')
    .orderBy('name')
    .limit(1)
    .select('id')
    .executeTakeFirst();
  return named?.id ?? null;
}
