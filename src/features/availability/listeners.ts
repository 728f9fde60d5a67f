import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { listenInTransaction } from '#server/events.ts';
import { seedDefaultWeek } from './change-week.ts';

/** A technician without start times can't be booked: new ones start with a default week. */
export const listeners = [
  listenInTransaction('company.created', (ctx, event) => seedDefaultWeek(ctx, event.owner_id)),
  listenInTransaction('user.invited', async (ctx, event) => {
    if (await isNewTechnician(ctx, event.user_id)) await seedDefaultWeek(ctx, event.user_id);
  }),
];

/** Resending an invitation does not restore a week that has been cleared. */
async function isNewTechnician(ctx: WriteCtx, userId: string): Promise<boolean> {
  const row = await mine(ctx, 'users')
    .where('id', '=', userId)
    .where('is_technician', '=', true)
    .where('created_at', '=', ctx.now)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}
