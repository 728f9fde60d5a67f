import { addHours, asZone, type Instant, localAt, localDate, toInstant } from '#domain/base/time.ts';
import { outcomeRatings } from '#domain/reports/repair/repair-reinspection.ts';
import { bookAppointment, getDefaults } from '#features/appointments/booking-contract.ts';
import { addWaiver, listLinks } from '#features/portal/office-contract.ts';
import { getReport, listReports } from '#features/reports/contract.ts';
import { addMedia, patchReport } from '#features/reports/editing-contract.ts';
import { publishReport } from '#features/reports/publishing-contract.ts';
import * as repair from '#features/reports/repair-contract.ts';
import { newId } from '#server/ids.ts';
import { actAs, callAsOwner, type DemoContext } from './demo-context.ts';
import { drawing } from './reports.ts';

const zone = asZone('America/New_York');

/** A client's repair list for the published report of an appointment, and its re-inspection eleven days ago. */
export async function seedRepairList(demo: DemoContext, appointmentId: string): Promise<void> {
  const day = localDate(addHours(demo.today, -11 * 24), zone);
  const at = toInstant({ local: localAt(day, 9 * 60), zone });
  demo.clock.set(addHours(at, -48));
  const { reports } = await callAsOwner(demo, listReports, { id: appointmentId });
  const report = reports.find((row) => row.status === 'published');
  const links = await callAsOwner(demo, listLinks, { id: appointmentId });
  const p = new URL(links[0]?.link ?? '').searchParams.get('p') ?? '';
  if (!report) throw new Error('the report is published');
  const reader = { reportId: report.public_id, p };
  const { choices } = await actAs(null, demo, repair.listRepairChoices, reader);
  const comments = choices.slice(0, 5).map((choice) => choice.id);
  const made = await actAs(null, demo, repair.createRepairList, { ...reader, comments });
  const items = comments.map((id, i) => ({
    id,
    request: i === 1 ? ('credit' as const) : i === 3 ? ('replace' as const) : ('repair' as const),
    credit: i === 1 ? 450 : null,
    note: i === 0 ? 'By a licensed contractor, with the receipt.' : '',
  }));
  await actAs(null, demo, repair.saveRepairList, {
    listId: made.public_id,
    e: made.edit_key,
    rev: 0,
    title: 'Repairs before closing',
    addressees: ['Seller', 'Listing agent'],
    items,
  });
  await seedReinspection(demo, { appointmentId, reportId: report.id, at });
}

async function seedReinspection(
  demo: DemoContext,
  of: { appointmentId: string; reportId: string; at: Instant },
): Promise<void> {
  const { lists } = await callAsOwner(demo, repair.listRepairLists, { id: of.appointmentId });
  const repair_list_id = lists[0]?.id ?? '';
  const draft = await callAsOwner(demo, repair.getReinspectionDraft, { id: of.reportId, repair_list_id });
  const defaults = await callAsOwner(demo, getDefaults, {});
  const { coordinates, ...property } = draft.property;
  const booked = await callAsOwner(demo, bookAppointment, {
    ...property,
    address_lat_long: coordinates,
    date_time: of.at,
    services: [{ id: draft.service_id ?? defaults.serviceOptions[0]?.id ?? '' }],
    clients: draft.client_ids,
    agents: draft.agent_ids,
    inspectors: demo.technicianIds.slice(0, 1),
    order_id: defaults.orderId,
    orderId: defaults.orderId,
    confirm_inspection: true,
    disable_automated_notifications: true,
    reinspection: { report_id: of.reportId, repair_list_id, comment_ids: draft.chosen },
  });
  for (const what of ['payment', 'agreement'] as const)
    await callAsOwner(demo, addWaiver, { id: booked.id, what, reason: 'Included in the inspection' });
  demo.clock.set(addHours(of.at, 2));
  const { reports } = await callAsOwner(demo, listReports, { id: booked.id });
  const report = await callAsOwner(demo, getReport, { reportId: reports[0]?.id ?? '' });
  if (report.projection !== 'full') throw new Error('the owner sees the whole report');
  const inspected = report.sections.flatMap((section) => section.items);
  const outcomes = ['RP', 'RP', 'PR', 'NR', 'NA'].filter((key) =>
    outcomeRatings.some((one) => one.key === key),
  );
  await callAsOwner(demo, patchReport, {
    id: report.id,
    rev: report.rev,
    ops: inspected.map((item, i) => ({
      op_id: newId(),
      type: 'set_rating' as const,
      item_id: item.id,
      rating: outcomes[i % outcomes.length] ?? null,
    })),
  });
  for (const [i, item] of inspected.filter((one) => one.media.length > 0).entries()) {
    const file = new File([new Uint8Array(await drawing(40 + i))], 'after.jpg', { type: 'image/jpeg' });
    await callAsOwner(demo, addMedia, {
      id: report.id,
      media_id: newId(),
      item_id: item.id,
      comment_id: item.comments[0]?.id ?? '',
      caption: '',
      file,
    });
  }
  await callAsOwner(demo, publishReport, { id: report.id, confirmed: true, without_sending: true });
}
