import { sql } from 'kysely';
import { foldText, fullName } from '#domain/base/names.ts';
import { isPlatformAdmin } from '#domain/people/permissions.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

const atMost = 50;

/**
 * Technicians whose name or e-mail has every word, at most 50: of the own company, or, for the platform administrator, of
 * all companies.
 */
export async function searchTechnicians(ctx: ReadCtx, input: { text?: string | undefined }) {
  // The route is the platform's; whoever belongs to a company stays in it by the first lock.
  const people = isPlatformAdmin(ctx.requireUser()) ? anyTenantUsers(ctx) : mine(ctx, 'users');
  let query = people
    .leftJoin('companies', 'companies.subscriber_id', 'users.subscriber_id')
    .where('users.is_technician', '=', true)
    .where('users.user_type', 'in', [1, 2])
    .where('users.deleted_at', 'is', null);
  for (const word of foldText(input.text ?? '')
    .split(' ')
    .filter(Boolean)
    .slice(0, 10)) {
    query = query.where(sql<boolean>`position(${word} in ${searched}) > 0`);
  }
  const rows = await query
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.email', 'companies.company_name'])
    .orderBy(sql`lower(users.last_name)`)
    .orderBy(sql`lower(users.first_name)`)
    .orderBy('users.id')
    .limit(atMost)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: fullName(row),
    email: row.email,
    company: row.company_name ?? '',
  }));
}

/** Names without case and accents, as the words are. */
const searched = sql`regexp_replace(normalize(lower(users.first_name || ' ' || users.last_name || ' ' || users.email), NFKD), '[\u0300-\u036f]', '', 'g')`;

function anyTenantUsers(ctx: ReadCtx) {
  return ctx.db.selectFrom('users');
}
