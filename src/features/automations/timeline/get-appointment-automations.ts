import { assertCanEditAppointment } from '#features/appointments/assert-can-edit.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../appointment-contract.ts';
import { presentGroup } from '../groups/present.ts';
import { listGroups } from '../groups/store.ts';
import { deliveriesByJob } from '../jobs/deliveries-store.ts';
import { knownIds } from '../planning/known-ids.ts';
import { loadFacts } from '../planning/load-facts.ts';
import { reminderActions } from '../planning/reminder-actions.ts';

type Answer = HandlerOutput<typeof contract.getAppointmentAutomations>;

const mostJobs = 500;

/** Returns what an appointment's actions and reminders will do and have done, with the facts that decide on them. */
export async function getAppointmentAutomations(
  ctx: ReadCtx,
  { id }: HandlerInput<typeof contract.getAppointmentAutomations>,
): Promise<Answer> {
  await assertCanEditAppointment(ctx, id);
  const facts = await loadFacts(ctx, id);
  if (!facts) throw notFound();
  const groups = await listGroups(ctx, id);
  const known_ids = await knownIds(
    ctx,
    groups.flatMap((one) => one.actions),
  );
  return {
    facts: { ...facts, known_ids: [...known_ids] } as unknown as Answer['facts'],
    groups: groups.map((one) => ({ ...presentGroup(ctx, one), source_id: one.source_id })),
    reminders: (await reminderActions(ctx, id)).map(({ action, slot }) => {
      const { group_enable: _group, ...members } = action;
      return { ...members, id: slot ?? '' };
    }),
    jobs: await listJobs(ctx, id),
  };
}

async function listJobs(ctx: ReadCtx, appointmentId: string): Promise<Answer['jobs']> {
  const rows = await mine(ctx, 'automation_jobs')
    .where('appointment_id', '=', appointmentId)
    .orderBy('run_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostJobs)
    .select([
      'id',
      'appointment_id',
      'action_id',
      'slot',
      'event_type',
      'run_at',
      'status',
      'reason',
      'attempts',
      'updated_at',
    ])
    .select(['occurrence_id', 'occurred_at', 'event_data', 'outcome', 'action_snapshot'])
    .execute();
  const done = rows.filter((row) => row.status === 'done');
  const deliveries = await deliveriesByJob(ctx, done);
  return rows.reverse().map(({ outcome, action_snapshot, appointment_id: _, ...row }) => {
    const {
      rules = [],
      reached = [],
      unreachable = [],
    } = (outcome ?? {}) as Partial<NonNullable<Job['outcome']>>;
    const ran = action_snapshot as Job['ran'];
    return {
      ...row,
      status: row.status as Job['status'],
      outcome: outcome === null ? null : { rules, reached, unreachable },
      ran: ran && { action_name: ran.action_name, action_type: ran.action_type, subject: ran.subject },
      deliveries: deliveries.get(row.id) ?? [],
    };
  });
}

type Job = Answer['jobs'][number];
