import type { WriteCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { setStatusOfMany as route } from './contract.ts';
import { contactKindByRoute } from './present.ts';
import * as store from './store.ts';

/** Sets the status of several contacts of a kind. Throws NOT_FOUND and changes nothing if one of them doesn't exist. */
export async function setStatusOfMany(
  ctx: WriteCtx,
  input: HandlerInput<typeof route>,
): Promise<{ changed: number }> {
  const ids = [...new Set(input.ids)];
  const status = Number(input.newStatus);
  const { known, changed } = await store.setStatusOfMany(ctx, contactKindByRoute[input.kind], ids, status);
  if (known !== ids.length) throw notFound();
  for (const contact_id of changed)
    await ctx.emit({ type: 'contact.changed', contact_id, fields: ['status'] });
  return { changed: changed.length };
}
