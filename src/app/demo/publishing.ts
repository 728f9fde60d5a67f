import type { bookAppointment } from '#features/appointments/booking-contract.ts';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { getReport, listReports } from '#features/reports/contract.ts';
import { patchReport } from '#features/reports/editing-contract.ts';
import { submitReport } from '#features/reports/publishing-contract.ts';
import { makeSample } from '#features/reports/samples-contract.ts';
import { deleteTemplate } from '#features/templates/editing-contract.ts';
import { copyStoreTemplate, listStoreTemplates } from '#features/templates/store-contract.ts';
import { newId } from '#server/ids.ts';
import type { RouteOutput } from '#wire/route.ts';
import { actAs, callAsOwner, type DemoContext } from './demo-context.ts';

type Booked = Pick<RouteOutput<typeof bookAppointment>, 'id'>;

/** Shows the published report of an appointment as a sample. */
export async function seedSample(
  demo: DemoContext,
  booked: Booked,
  words: { name: string; description: string },
): Promise<void> {
  const { reports } = await callAsOwner(demo, listReports, { id: booked.id });
  const reportId = reports[0]?.id ?? '';
  await callAsOwner(demo, makeSample, { reportId, ...words, photos_checked: true });
}

/** Submits the report of an appointment for approval, as its technician. */
export async function seedWaitingReport(
  demo: DemoContext,
  booked: Booked,
  technicianId: string,
): Promise<void> {
  const { reports } = await callAsOwner(demo, listReports, { id: booked.id });
  const token = await demo.tokenOf(technicianId);
  await actAs(token, demo, submitReport, { id: reports[0]?.id ?? '' });
}

/** Adds a radon report to an appointment, writes an answer in it, and removes its template again. */
export async function seedDetachedReport(demo: DemoContext, booked: Booked): Promise<void> {
  const { pageData } = await callAsOwner(demo, listStoreTemplates, { trade: 'radon' });
  const copy = await callAsOwner(demo, copyStoreTemplate, { id: pageData[0]?.id ?? '' });
  const first = await current(demo, booked.id);
  await callAsOwner(demo, updateAppointment, {
    id: booked.id,
    rev: first.rev,
    templates: [...first.templates, copy.id],
  });
  const { reports } = await callAsOwner(demo, listReports, { id: booked.id });
  const reportId = reports.find((row) => row.template_id === copy.id)?.id ?? '';
  const report = await callAsOwner(demo, getReport, { reportId });
  if (report.projection !== 'full') throw new Error('the owner sees the whole report');
  const items = report.sections.flatMap((section) => section.items);
  const ops = items.slice(0, 3).flatMap((item) => [
    ...(item.show_ratings && report.ratings[0]
      ? [
          {
            op_id: newId(),
            type: 'set_rating' as const,
            item_id: item.id,
            rating: report.ratings[0].key,
          },
        ]
      : []),
    ...item.comments.slice(0, 1).map((comment) => ({
      op_id: newId(),
      type: 'update_comment' as const,
      comment_id: comment.id,
      changes: { included: true },
    })),
  ]);
  await callAsOwner(demo, patchReport, { id: report.id, rev: report.rev, ops });
  const second = await current(demo, booked.id);
  await callAsOwner(demo, updateAppointment, { id: booked.id, rev: second.rev, templates: first.templates });
  await callAsOwner(demo, deleteTemplate, { id: copy.id });
}

async function current(demo: DemoContext, id: string) {
  const appointment = await callAsOwner(demo, getAppointment, { inspection_id: id });
  if (appointment.projection !== 'full') throw new Error('the owner sees the whole appointment');
  return appointment;
}
