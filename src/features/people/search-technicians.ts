import { sql } from 'kysely';
import { foldText, fullName } from '#domain/base/names.ts';
import { isPlatformAdmin } from '#domain/people/permissions.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

const atMost = 50;

/**
 * Finds up to 50 technicians whose name or e-mail contains every word: in the own company, or for the platform
 * administrator in all companies.
 */
export async function searchTechnicians(ctx: ReadCtx, input: { text?: string | undefined }) {
  // The route has platform access; users of a company are limited to it by `mine`.
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

/** Names without case and accents, like the search words. */
const searched = sql`regexp_replace(normalize(lower(users.first_name || ' ' || users.last_name || ' ' || users.email), NFKD), '[\u0300-\u036f]', '', 'g')`;

function anyTenantUsers(ctx: ReadCtx) {
  return ctx.db.selectFrom('users');
}
