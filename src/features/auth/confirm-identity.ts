import { addMinutes, type Instant } from '#domain/base/time.ts';
import type { ActionCtx } from '#server/context.ts';
import { confirmationMinutes } from '#server/http/guard.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { confirmIdentity as contract } from './contract.ts';
import { assertPasswordUnchanged, verifyCurrentPassword } from './current-password.ts';

/**
 * Confirms with the password that the user of the session is who signed in. For ten minutes the session may then use the
 * routes that declare `identity`. A second factor is asked for here as well, once there is one.
 */
export async function confirmIdentity(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract>,
): Promise<{ confirmed_until: Instant }> {
  const { userId, sessionId } = ctx.requireUser();
  const verified = await verifyCurrentPassword(ctx, input.password, 'password');
  await ctx.tx(async (w) => {
    await assertPasswordUnchanged(w, verified, 'password');
    await w.db
      .updateTable('sessions')
      .set({ identity_confirmed_at: w.now })
      .where('family_id', '=', sessionId)
      .where('user_id', '=', userId)
      .where('rotated_at', 'is', null)
      .execute();
    await w.audit({ action: 'identity-confirmed', entity: 'user', entity_id: userId });
  });
  return { confirmed_until: addMinutes(ctx.now, confirmationMinutes) };
}
