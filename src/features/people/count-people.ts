import { sql } from 'kysely';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { HandlerOutput } from '#wire/route.ts';
import type { countPeople as route } from './contract.ts';

/** Counts people by kind: contacts from the maintained counters; the team is small enough to count directly. */
export async function countPeople(ctx: ReadCtx): Promise<HandlerOutput<typeof route>> {
  const tallies = await mine(ctx, 'tallies')
    .where('name', 'like', 'contacts:%')
    .select(['name', 'total'])
    .execute();
  const tally = (name: string) => tallies.find((row) => row.name === `contacts:${name}`)?.total ?? 0;
  const contacts = (kind: string) => {
    const [total, inactive] = [tally(kind), tally(`${kind}:inactive`)];
    return { active: total - inactive, inactive, total };
  };
  const team = await mine(ctx, 'users')
    .where('deleted_at', 'is', null)
    .where('user_type', 'in', [1, 2, 3])
    .select([
      sql<boolean>`user_type = 3`.as('is_staff'),
      'is_technician',
      'status',
      (eb) => eb.fn.countAll<number>().as('n'),
    ])
    .groupBy(['is_staff', 'is_technician', 'status'])
    .execute();
  const members = (rows: typeof team) => {
    const of = (status?: number) =>
      rows
        .filter((row) => status === undefined || row.status === status)
        .reduce((sum, row) => sum + row.n, 0);
    return { active: of(1), inactive: of(0), total: of() };
  };
  return {
    clients: contacts('client'),
    agents: contacts('agent'),
    contractors: contacts('contractor'),
    technicians: members(team.filter((row) => !row.is_staff && row.is_technician)),
    staffs: members(team.filter((row) => row.is_staff)),
  };
}
