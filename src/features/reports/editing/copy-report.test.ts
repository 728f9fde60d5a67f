import { expect, test } from 'vitest';
import { bookAppointment, updateAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { listTemplates } from '#features/templates/contract.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { listReports } from '../contract.ts';
import { copyReport } from '../copy-contract.ts';
import { listDetached } from '../detaching-contract.ts';
import { bookReinspection, setUpRepairLists } from '../repair/repair-for-tests.ts';
import { setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);
const { publishedReport } = setUpRepairLists(testApp);

/** Books an appointment without templates, and so without reports. */
async function emptyAppointment(owner: TestUser): Promise<string> {
  const payload = await goodPayload(owner, { order_id: 'C-1', date_time: '2031-02-11T09:00' });
  return (await owner.call(bookAppointment, { ...payload, templates: [] })).id;
}

async function choose(owner: TestUser, id: string, templates: string[]): Promise<void> {
  const appointment = await owner.call(getAppointment, { inspection_id: id });
  if (appointment.projection !== 'full') throw new Error('not the whole appointment');
  await owner.call(updateAppointment, { id, rev: appointment.rev, templates });
}

test('a copy stays with an appointment that does not have its template', async () => {
  const { owner, report } = await written();
  const appointmentId = await emptyAppointment(owner);
  const { report_id } = await owner.call(copyReport, { id: report.id, appointmentId });
  const [template] = (await owner.call(listTemplates, {})).pageData;
  await choose(owner, appointmentId, [template?.id ?? '']);
  await choose(owner, appointmentId, []);
  expect((await owner.call(listDetached, { id: appointmentId })).reports).toEqual([]);
  expect((await owner.call(listReports, { id: appointmentId })).reports.map(({ id }) => id)).toContain(
    report_id,
  );
});

test('two copies at the same moment are one', async () => {
  const { owner, report } = await written();
  const appointmentId = await emptyAppointment(owner);
  const copies = await Promise.all(
    [1, 2].map(() => owner.call(copyReport, { id: report.id, appointmentId })),
  );
  expect(copies[0]).toEqual(copies[1]);
  expect((await owner.call(listReports, { id: appointmentId })).reports).toHaveLength(1);
});

test('an appointment with a new copy is not published completely', async () => {
  const { owner, report } = await written();
  const appointmentId = await emptyAppointment(owner);
  await testApp.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'appointments').set({ published: true }).where('id', '=', appointmentId).execute(),
  );
  await owner.call(copyReport, { id: report.id, appointmentId });
  const row = await testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'appointments').where('id', '=', appointmentId).select('published').executeTakeFirstOrThrow(),
  );
  expect(row.published).toBe(false);
});

test('a copied re-inspection does not take the place of the one that is booked there', async () => {
  const { owner, report, comments } = await publishedReport(2);
  const of = { report_id: report.id, comment_ids: comments };
  const first = await bookReinspection(owner, of);
  const second = await bookReinspection(owner, of, '2031-02-12T09:00');
  const copy = { id: first.reports[0]?.id ?? '', appointmentId: second.booked.id };
  const { report_id } = await owner.call(copyReport, copy);
  const kept = (await owner.call(listReports, { id: second.booked.id })).reports;
  expect(kept.map(({ id }) => id).sort()).toEqual([second.reports[0]?.id, report_id].sort());
  expect(kept).toHaveLength(2);
});
