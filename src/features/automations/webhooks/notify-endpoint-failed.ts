import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';

/** Notifies the administrators that a webhook was abandoned; of one URL once a day. */
export async function notifyEndpointFailed(
  ctx: WriteCtx,
  { id, host, reason }: { id: string; host: string; reason: 'gone' | 'failing' },
): Promise<void> {
  await notify(ctx, reason === 'gone' ? 'webhook_gone' : 'webhook_failed', {
    occasion: `${id}.${ctx.now.slice(0, 10)}`,
    facts: { host },
    path: '/settings/automations',
  });
}
