import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { AgentCounts } from '../present.ts';

/** Counts each agent's appointments as buyer's agent and as listing agent, in one query. */
export async function agentCounts(ctx: ReadCtx, ids: readonly string[]): Promise<Map<string, AgentCounts>> {
  const counts = new Map(ids.map((id) => [id, { buyer_count: 0, listing_count: 0 }]));
  if (ids.length === 0) return counts;
  const rows = await mine(ctx, 'appointment_people')
    .innerJoin('appointments', (join) =>
      join
        .onRef('appointments.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('appointments.id', '=', 'appointment_people.appointment_id'),
    )
    .where('appointments.deleted_at', 'is', null)
    .where('appointment_people.person_id', 'in', [...ids])
    .where('appointment_people.role', 'in', ['agent', 'listing_agent'])
    .select(['person_id', 'role', (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy(['person_id', 'role'])
    .execute();
  for (const { person_id, role, n } of rows) {
    const count = counts.get(person_id);
    if (count) count[role === 'agent' ? 'buyer_count' : 'listing_count'] = n;
  }
  return counts;
}
