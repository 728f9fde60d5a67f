import { job } from '#server/jobs.ts';
import { stampReport } from '../stamp-report.ts';
import * as store from '../store.ts';

/** Stamps the reports of an appointment at midnight before it, so that a report never opened is ready in the field. */
export const stampReports = job<{ appointment_id: string }>('reports/stamp-reports', (ctx, data) =>
  ctx.tx(async (w) => {
    const appointment = await store.appointment(w, data.appointment_id);
    if (!appointment || appointment.status === 'canceled') return;
    for (const report of await store.listByAppointment(w, appointment.id)) await stampReport(w, report.id);
  }),
);
