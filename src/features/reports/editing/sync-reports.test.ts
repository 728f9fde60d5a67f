import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { newId } from '#server/ids.ts';
import { gate } from '#testing/gate.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { listReports } from '../contract.ts';
import { syncAppointmentPublished } from '../publishing/publish-report.ts';
import { publishReport } from '../publishing-contract.ts';
import { setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);

/** A copy of the starter template under another name. */
async function secondTemplate(owner: TestUser): Promise<string> {
  const id = newId();
  await testApp.writeAs(owner.subscriberId, (w) =>
    sql`insert into templates select (jsonb_populate_record(t, jsonb_build_object('id', ${id}::uuid, 'name', 'Radon',
      'report_title', 'Radon'))).* from templates t where t.subscriber_id = ${owner.subscriberId} limit 1`.execute(
      w.db,
    ),
  );
  return id;
}

async function seen(owner: TestUser, id: string) {
  const appointment = await owner.call(getAppointment, { inspection_id: id });
  if (appointment.projection !== 'full') throw new Error('not the whole appointment');
  const { published, status, rev, templates } = appointment;
  const { reports } = await owner.call(listReports, { id });
  return { published, status, rev, templates, names: reports.map((one) => one.name) };
}

describe('reports follow the templates of their appointment', () => {
  test('adding one creates a report and reopens a complete appointment; removing it completes it again', async () => {
    const made = await written({ open: true, ended: true });
    const { owner, appointmentId } = made;
    await owner.call(publishReport, { confirmed: true, id: made.report.id, rev: made.rev });
    const before = await seen(owner, appointmentId);
    expect(before).toMatchObject({ published: true, status: 'completed' });
    const first = before.templates;

    const more = [...first, await secondTemplate(owner)];
    await owner.call(updateAppointment, { id: appointmentId, rev: before.rev, templates: more });
    const added = await seen(owner, appointmentId);
    expect(added).toMatchObject({ published: false, status: 'scheduled' });
    expect(added.names).toEqual(['Home inspection report', 'Radon']);

    await owner.call(updateAppointment, { id: appointmentId, rev: added.rev, templates: first });
    const again = await seen(owner, appointmentId);
    expect(again).toMatchObject({ published: true, status: 'completed', names: ['Home inspection report'] });
  });

  test('publishing two concurrently completes their appointment', async () => {
    const made = await written({ open: true, ended: true });
    const { owner, appointmentId } = made;
    const { rev, templates } = await seen(owner, appointmentId);
    const all = [...templates, await secondTemplate(owner)];
    await owner.call(updateAppointment, { id: appointmentId, rev, templates: all });
    const other = (await owner.call(listReports, { id: appointmentId })).reports[1]?.id ?? '';
    const updated = gate();
    const proceed = gate();
    const first = testApp.writeAs(owner.subscriberId, async (w) => {
      await w.db
        .updateTable('reports')
        .set({ status: 'published' })
        .where('subscriber_id', '=', owner.subscriberId)
        .where('id', '=', other)
        .execute();
      await syncAppointmentPublished(w, appointmentId);
      updated.open();
      await proceed.opened;
    });
    await updated.opened;
    const second = owner.call(publishReport, { confirmed: true, id: made.report.id, rev: made.rev });
    // Long enough to finish if nothing blocks it.
    await Promise.race([second, new Promise((done) => setTimeout(done, 1000))]);
    proceed.open();
    await Promise.all([first, second]);
    expect(await seen(owner, appointmentId)).toMatchObject({ published: true, status: 'completed' });
  });
});
