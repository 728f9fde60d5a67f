import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { saveJobs } from './jobs-store.ts';
import { loadFacts } from './load-facts.ts';
import { timedJobs } from './plan-appointment.ts';

/**
 * Plans again what the company's appointments have planned for their start and end, and their reminders, after its sending
 * hours changed. What would have had to run before now stays as it is, and moves on when it is due, as what events have planned.
 */
export async function replanCompany(ctx: ActionCtx): Promise<void> {
  for (const appointmentId of await ctx.read(plannedAppointments))
    await ctx.tx(async (w) => {
      const facts = await loadFacts(w, appointmentId);
      if (!facts) return;
      const jobs = await timedJobs(w, facts);
      await saveJobs(
        w,
        jobs.filter((one) => one.status === 'pending'),
      );
    });
}

async function plannedAppointments(ctx: ReadCtx): Promise<string[]> {
  const rows = await mine(ctx, 'automation_jobs')
    .where('status', '=', 'pending')
    .where('occurrence_id', 'in', ['start', 'end'])
    .distinct()
    .select('appointment_id')
    .execute();
  return rows.map((row) => row.appointment_id);
}
