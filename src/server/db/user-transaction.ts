import type { Kysely, Transaction } from 'kysely';
import { inTransactionAfter, roleNames, sqlLiteral, type TransactionScope } from './connect.ts';
import type { DB } from './tables.ts';

/** A signed-in person whose present rights are read on the way into a transaction. */
export interface CallIdentity {
  userId: string;
  sessionId: string;
}

/** The person as the database function `enter_call` gives it. */
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
 * As `inTransactionAs`, and reads the person's present rights in the statement that sets role and tenant; null when the
 * person is gone. `work` may run again after a deadlock, so it touches nothing but the transaction.
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
  const enter = `select enter_call(${facts.join(', ')}) as person`;
  return inTransactionAfter<T, { person: AuthenticatedUser | null }>(db, scope.access, enter, (trx, rows) =>
    work(trx, rows[0]?.person ?? null),
  );
}
