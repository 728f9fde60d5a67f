import type { ActionCtx } from '#server/context.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { BulkResult, confirmMany as contract } from '../bulk-contract.ts';
import { confirmAppointment } from '../status/change-status.ts';
import { runForEach } from './run-for-each.ts';

/** Confirms requested appointments, each on its own, with the confirmation messages of a single one. */
export function confirmMany(ctx: ActionCtx, { ids }: HandlerInput<typeof contract>): Promise<BulkResult> {
  return runForEach(ctx, ids, async (w, { id, status }) => {
    if (status === 'canceled') return 'canceled';
    if (status !== 'requested') return 'already_confirmed';
    await confirmAppointment(w, { id });
    return null;
  });
}
