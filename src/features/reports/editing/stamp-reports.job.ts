import { updateMine } from '#server/db/scope.ts';
import { job } from '#server/jobs.ts';
import { stampReport } from '../stamp-report.ts';
import * as store from '../store.ts';

/** Stamps the reports of an appointment at midnight before it, so that a report never opened is ready in the field. */
export const stampReports = job<{ appointment_id: string }>('reports/stamp-reports', (ctx, data) =>
  ctx.tx(async (w) => {
    const appointment = await store.appointment(w, data.appointment_id);
    const isOn = appointment && appointment.status !== 'canceled';
    const reports = isOn ? await store.listByAppointment(w, appointment.id) : [];
    for (const report of reports) await stampReport(w, report.id);
    // Also those that are not stamped now: scheduled again, or shown again, they get a new time.
    await updateMine(w, 'reports')
      .set({ stamp_due_at: null })
      .where('appointment_id', '=', data.appointment_id)
      .execute();
  }),
);
