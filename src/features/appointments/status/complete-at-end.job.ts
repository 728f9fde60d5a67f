import { mine } from '#server/db/scope.ts';
import { job } from '#server/jobs.ts';
import { lockAppointment } from '../lock-appointment.ts';
import { completionAtEnd, setAppointmentPublished } from './set-appointment-published.ts';

/** Completes an appointment whose reports were published before its end. One that was moved waits for its new end. */
export const completeAtEnd = job(
  completionAtEnd,
  async (ctx, { appointment_id }) => {
    await ctx.tx(async (w) => {
      await lockAppointment(w, appointment_id);
      const found = await mine(w, 'appointments')
        .where('id', '=', appointment_id)
        .where('deleted_at', 'is', null)
        .select('published')
        .executeTakeFirst();
      if (found?.published) await setAppointmentPublished(w, appointment_id, true);
    });
  },
  { retryLimit: 5, concurrency: 2 },
);
