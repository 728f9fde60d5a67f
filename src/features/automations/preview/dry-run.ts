import { decide, timeOf } from '#domain/automations/decide.ts';
import type { AutomationFacts, GroupedAction } from '#domain/automations/decision-types.ts';
import { recipientsOf } from '#domain/automations/recipients.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../jobs-contract.ts';
import { knownIds } from '../planning/known-ids.ts';
import { loadFactsOf } from '../planning/load-facts.ts';
import { lastOccurrence } from './last-occurrence.ts';
import { cleanSent, presentDecision } from './preview-actions.ts';

const appointmentsTested = 50;

type Row = HandlerOutput<typeof contract.dryRunAction>['rows'][number];

/**
 * Judges an action for the last 50 appointments as if it had been on them: at the time at which it would have run, by their
 * present state.
 */
export async function dryRunAction(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.dryRunAction>,
): Promise<HandlerOutput<typeof contract.dryRunAction>> {
  const action = { ...(await cleanSent(ctx, input.action)), enable: true, group_enable: true };
  const appointments = await mine(ctx, 'appointments')
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(appointmentsTested)
    .select(['id', 'order_id', 'address', 'date_time'])
    .execute();
  const known_ids = await knownIds(ctx, [action]);
  const facts = await loadFactsOf(
    ctx,
    appointments.map((one) => one.id),
  );
  const rows: Row[] = [];
  for (const { id, ...about } of appointments)
    rows.push({ appointment_id: id, ...about, ...(await judge(ctx, facts.get(id), action, known_ids)) });
  const ran = rows.filter((row) => row.would_run);
  return {
    appointments: rows.length,
    would_run: ran.length,
    people: new Set(ran.flatMap((row) => row.recipients)).size,
    rows,
  };
}

async function judge(
  ctx: ReadCtx,
  facts: AutomationFacts | undefined,
  action: GroupedAction,
  known_ids: ReadonlySet<string>,
): Promise<Omit<Row, 'appointment_id' | 'order_id' | 'address' | 'date_time'>> {
  const occurrence = facts && (await lastOccurrence(ctx, facts.appointment_id, action));
  if (!facts || !occurrence)
    return { run_at: null, moved: null, would_run: false, reason: 'no_event', rules: [], recipients: [] };
  // Judged when it would have been due, so that a time in the past is not too late.
  const { runAt } = timeOf(action, facts, occurrence);
  const decision = decide(action, { ...facts, known_ids }, { ...occurrence, planned_for: runAt }, runAt);
  const { to } = recipientsOf(action, facts.people, occurrence);
  return {
    ...presentDecision(decision),
    recipients: decision.wouldRun && action.action_type !== 3 ? to.map((one) => one.address) : [],
  };
}
