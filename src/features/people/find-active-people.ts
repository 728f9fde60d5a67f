import type { PersonRole } from '#domain/events/events.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** The contact kind each appointment role accepts: listing agents are agents, inspectors are technicians. */
const kinds: Record<Exclude<PersonRole, 'inspector'>, string> = {
  client: 'client',
  agent: 'agent',
  listing_agent: 'agent',
  contractor: 'contractor',
};

/**
 * Filters the given ids to those an appointment may use in that role: same company, right kind, active, not deleted.
 */
export async function findActivePeople(
  ctx: ReadCtx | WriteCtx,
  role: PersonRole,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows =
    role === 'inspector'
      ? await mine(ctx, 'users')
          .where('is_technician', '=', true)
          .where('user_type', 'in', [1, 2])
          .where('id', 'in', [...ids])
          .where('status', '=', 1)
          .where('deleted_at', 'is', null)
          .select('id')
          .execute()
      : await mine(ctx, 'contacts')
          .where('kind', '=', kinds[role])
          .where('id', 'in', [...ids])
          .where('status', '=', 1)
          .where('deleted_at', 'is', null)
          .select('id')
          .execute();
  return new Set(rows.map((row) => row.id));
}
