import type { Kysely, Transaction } from 'kysely';
import type { Actor } from '#domain/people/permissions.ts';
import { AppError } from '#wire/errors.ts';
import type { LinkKind } from '#wire/route.ts';
import type { LinkTarget } from './context.ts';
import { inTransactionAs } from './db/connect.ts';
import type { DB } from './db/tables.ts';
import type { AuthenticatedUser } from './db/user-transaction.ts';
import type { TokenClaims } from './tokens.ts';

/** Placeholder tenant for calls that have none yet (sign-up, login). No row ever has this id. */
export const noTenant = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the user behind a token with their current rights. Throws UNAUTHENTICATED when the account is deleted or
 * inactive, the company is suspended or the session has ended. Rights are never read from the token, so a change takes
 * effect immediately.
 */
export function actorFrom(person: AuthenticatedUser | null, claims: TokenClaims): Actor {
  const over = endedReason(person, claims);
  if (!person || over) {
    const refusal = new AppError('UNAUTHENTICATED', 'Please sign in');
    // For the log only: the caller must not learn the reason.
    refusal.cause = over;
    throw refusal;
  }
  return {
    kind: 'user',
    userId: person.id,
    subscriberId: person.subscriber_id,
    userType: person.user_type as Actor['userType'],
    role: person.role as Actor['role'],
    sessionId: claims.sessionId,
    emailVerified: person.email_verified_at !== null,
    purpose: claims.purpose,
    flags: {
      can_schedule_new: person.can_schedule_new,
      can_edit_schedule: person.can_edit_schedule,
      can_publish_report: person.can_publish_report,
      can_edit_template: person.can_edit_template,
      can_add_new_comment: person.can_add_new_comment,
      full_company_admin: person.full_company_admin,
      show_appointment_price: person.show_appointment_price,
    },
  };
}

function endedReason(person: AuthenticatedUser | null, claims: TokenClaims): string | null {
  if (!person) return 'there is no such person';
  if (person.status === 0) return 'the person is inactive';
  if (person.company_status === 0) return 'the company is suspended';
  return person.is_live || claims.purpose === 'change-password' ? null : 'the session was ended';
}

/** Looks up a company by its own id (decisions G-SET-2: "id = subscriber id or request id"). */
async function companyByItsId(trx: Transaction<DB>, token: string, kinds: readonly LinkKind[]) {
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(token);
  if (!isId || !kinds.includes('company')) return undefined;
  const row = await trx
    .selectFrom('companies')
    .where('subscriber_id', '=', token)
    .where('status', '=', 1)
    .select('subscriber_id')
    .executeTakeFirst();
  return row && { subscriber_id: row.subscriber_id, target_id: row.subscriber_id, kind: 'company' };
}

/** Returns the target of a public id. Throws the same NOT_FOUND for unknown, revoked and wrong kinds of links. */
export async function resolveLink(
  db: Kysely<DB>,
  token: string,
  kind: LinkKind | readonly LinkKind[],
): Promise<LinkTarget> {
  if (!/^[\w-]{1,80}$/.test(token)) throw new AppError('NOT_FOUND', 'This link does not work');
  const row = await inTransactionAs(
    db,
    { role: 'platform', subscriberId: null, userId: null, access: 'read' },
    (trx) =>
      trx
        .selectFrom('public_links')
        .innerJoin('companies', 'companies.subscriber_id', 'public_links.subscriber_id')
        .where('token', '=', token)
        .where('kind', 'in', [kind].flat())
        .where('revoked_at', 'is', null)
        .where('companies.status', '=', 1)
        .select(['public_links.subscriber_id', 'target_id', 'kind'])
        .executeTakeFirst()
        .then((found) => found ?? companyByItsId(trx, token, [kind].flat())),
  );
  if (!row) throw new AppError('NOT_FOUND', 'This link does not work');
  return { kind: row.kind as LinkKind, subscriberId: row.subscriber_id, id: row.target_id };
}
