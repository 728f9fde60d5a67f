import type { Kysely, Transaction } from 'kysely';
import { inTransactionAfter, roleNames, sqlLiteral, type TransactionScope } from './connect.ts';
import type { DB } from './tables.ts';

/** A signed-in user whose current rights are read when the transaction starts. */
export interface CallIdentity {
  userId: string;
  sessionId: string;
}

/** The user as returned by the database function `enter_call`. */
export interface AuthenticatedUser {
  id: string;
  subscriber_id: string;
  user_type: number;
  role: string;
  email_verified_at: string | null;
  status: number;
  company_status: number | null;
  is_live: boolean;
  can_schedule_new: boolean;
  can_edit_schedule: boolean;
  can_publish_report: boolean;
  can_edit_template: boolean;
  can_add_new_comment: boolean;
  full_company_admin: boolean;
  show_appointment_price: boolean;
}

/**
 * Like `inTransactionAs`, but also reads the user's current rights in the statement that sets role and tenant. The user
 * is null when the account no longer exists. `work` may run again after a deadlock, so it must only touch the
 * transaction.
 */
export async function inTransactionAsUser<T>(
  db: Kysely<DB>,
  scope: TransactionScope & { subscriberId: string },
  entrant: CallIdentity,
  work: (trx: Transaction<DB>, person: AuthenticatedUser | null) => Promise<T>,
): Promise<T> {
  const facts = [roleNames[scope.role], scope.subscriberId, entrant.userId, entrant.sessionId].map(
    sqlLiteral,
  );
  const enter = `enter_call(${facts.join(', ')}) as person`;
  return inTransactionAfter<T, { person: AuthenticatedUser | null }>(db, scope, enter, (trx, rows) =>
    work(trx, rows[0]?.person ?? null),
  );
}
