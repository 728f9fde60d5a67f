import type { WriteCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import { optOut } from '../texting/opt-outs.ts';
import * as store from './store.ts';

/** Stops all texts to the phone that a reply came from. Throws NOT_FOUND without such a reply. */
export async function stopTextsOfReply(
  ctx: WriteCtx,
  { id }: { id: string },
): Promise<{ has_opted_out: true }> {
  const phone = await store.phoneOfReply(ctx, id);
  if (!phone) throw notFound();
  if (await optOut(ctx, phone, 'office'))
    await ctx.audit({ action: 'texts-stopped', entity: 'inbound_text', entity_id: id, after: { phone } });
  return { has_opted_out: true };
}
