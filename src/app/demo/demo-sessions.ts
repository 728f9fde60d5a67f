import { addHours } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';

/** Opens a session for a member, which the seeding calls require. It ends when seeding is done. */
export async function openDemoSession(w: WriteCtx, userId: string, subscriberId: string): Promise<void> {
  await w.db
    .insertInto('sessions')
    .values({
      id: userId,
      family_id: userId,
      user_id: userId,
      subscriber_id: subscriberId,
      token_hash: newId(),
      user_agent: 'demo',
      ip: '127.0.0.1',
      created_at: w.now,
      family_started_at: w.now,
      expires_at: addHours(w.now, 60 * 24),
      identity_confirmed_at: addHours(w.now, 60 * 24),
    })
    .execute();
}

/** Ends the sessions of all members. */
export async function endDemoSessions(w: WriteCtx, subscriberId: string): Promise<void> {
  await w.db
    .updateTable('sessions')
    .set({ revoked_at: w.now })
    .where('subscriber_id', '=', subscriberId)
    .execute();
}
