import { sql } from 'kysely';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { HandlerOutput } from '#wire/route.ts';
import type * as contract from './contract.ts';

/** Lists the company's technicians by last name, with the number of start times of each. */
export async function listTeam(ctx: ReadCtx): Promise<HandlerOutput<typeof contract.listTeam>> {
  const { timezone } = await getCompany(ctx);
  const rows = await mine(ctx, 'users')
    .where('users.is_technician', '=', true)
    .where('users.deleted_at', 'is', null)
    .where('users.status', '<>', 0)
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.color',
      'users.profile_pic_file_id',
      'users.status',
      sql<number>`(select count(*) from availability_slots s where s.subscriber_id = users.subscriber_id
        and s.team_id = users.id)`.as('starts'),
    ])
    .orderBy(sql`lower(users.last_name)`)
    .orderBy(sql`lower(users.first_name)`)
    .orderBy('users.id')
    .execute();
  return {
    timezone,
    technicians: rows.map(({ profile_pic_file_id, ...row }) => ({
      ...row,
      profile_pic: profile_pic_file_id === null ? null : `/api/v2/files/${profile_pic_file_id}`,
    })),
  };
}
