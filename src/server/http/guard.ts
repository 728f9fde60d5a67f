import { addMinutes } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { AppError } from '#wire/errors.ts';
import type { Route } from '#wire/route.ts';
import { inTransactionAs } from '../db/connect.ts';
import type { Runtime } from '../runtime.ts';
import type { TokenClaims } from '../tokens.ts';
import { type CallFacts, requireConfirmedIdentity } from './call-contexts.ts';

/** How long a user who entered the password is not asked for it again in the same session. */
export const confirmationMinutes = 10;

/**
 * Throws unless this user may use the route at all, and has confirmed their identity where it always asks for that. Rights
 * that depend on the record are checked by the command.
 */
export function guard(route: Route, actor: CallFacts['actor'], facts: CallFacts): void {
  if (route.access === 'public' || route.access === 'link' || route.access === 'anyone') return;
  if (!actor) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  const isAdmin = actor.userType === 5;
  const belongs = route.access === 'user' || (route.access === 'admin' ? isAdmin : !isAdmin);
  if (!belongs || (route.capability && !allows(actor, route.capability))) {
    throw new AppError('FORBIDDEN', 'You don’t have permission to do this');
  }
  if (route.identity === 'always') requireConfirmedIdentity(facts);
}

/** A subscriberId sent by the browser is only ever compared with the session's (decisions X-4). */
export function compareTenant(actor: CallFacts['actor'], facts: CallFacts, input: unknown): void {
  if (!actor || actor.userType === 5) return;
  const { subscriberId, subscriber_id } = input as Record<string, unknown>;
  for (const named of [subscriberId, subscriber_id]) {
    if (typeof named === 'string' && named !== '' && named !== facts.subscriberId) {
      throw new AppError('FORBIDDEN', 'You don’t have permission to do this');
    }
  }
}

/** Returns whether the session's user has confirmed their identity lately. Read only for routes that ask for it. */
export async function hasConfirmedIdentity(
  runtime: Runtime,
  route: Route,
  claims: TokenClaims | null,
): Promise<boolean> {
  if (!route.identity || claims?.purpose !== 'full') return false;
  const scope = { role: 'platform', subscriberId: null, userId: null, access: 'read' } as const;
  const row = await inTransactionAs(runtime.db, scope, (trx) =>
    trx
      .selectFrom('sessions')
      .where('family_id', '=', claims.sessionId)
      .where('identity_confirmed_at', '>', addMinutes(runtime.clock.now(), -confirmationMinutes))
      .select('id')
      .executeTakeFirst(),
  );
  return row !== undefined;
}
