import type { ErrandCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { completeRemaining } from './complete-remaining.ts';

/**
 * The company asks for other signers than before: every agreement that has a signature and waited for more is looked at
 * again. An appointment at a time, so that who signs or voids meanwhile waits for one of them only; a repeat goes on where it
 * was.
 */
export async function completeWaiting(ctx: ErrandCtx): Promise<void> {
  const rows = await ctx.read((r) =>
    mine(r, 'appointment_agreements')
      .where('signed', '=', false)
      .where('voided_at', 'is', null)
      .where('removed_at', 'is', null)
      // The text is frozen by the first signature.
      .where('real_content', 'is not', null)
      .select('appointment_id')
      .distinct()
      .orderBy('appointment_id')
      .execute(),
  );
  for (const { appointment_id } of rows) await ctx.tx((w) => completeRemaining(w, appointment_id));
}
