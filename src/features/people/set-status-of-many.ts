import type { WriteCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { setStatusOfMany as route } from './contract.ts';
import { contactKindByRoute } from './present.ts';
import * as store from './store.ts';

/** Makes contacts of a kind active or inactive together; NOT_FOUND, and nothing changed, when one of them is not there. */
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
