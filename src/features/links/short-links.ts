import { randomInt } from 'node:crypto';
import { addHours } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';

const days = 180;
/** Without the letters and digits that look alike on a phone. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 8;
const attempts = 5;

/**
 * Returns a short address of a page of this installation, for text messages; it works for at least half a year minus a
 * month. The same page has the same short address for a month. Throws RangeError for an address that is not ours.
 */
export async function shortUrl(ctx: WriteCtx, url: string, appointmentId: string | null): Promise<string> {
  const { publicUrl } = ctx.installation;
  const target = url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : '';
  if (!/^\/[^/\\]/.test(target)) throw new RangeError('a short link leads to a page of this installation');
  const known = await mine(ctx, 'short_links')
    .where('target', '=', target)
    .where('created_at', '>', addHours(ctx.now, -30 * 24))
    .where('expires_at', '>', ctx.now)
    .select('uniq_id')
    .limit(1)
    .executeTakeFirst();
  return `${publicUrl}/s/${known?.uniq_id ?? (await addShortLink(ctx, target, appointmentId))}`;
}

async function addShortLink(ctx: WriteCtx, target: string, appointmentId: string | null): Promise<string> {
  for (let tried = 0; tried < attempts; tried += 1) {
    const uniq_id = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
    const added = await insertMine(ctx, 'short_links', {
      ...{ uniq_id, target, appointment_id: appointmentId, created_at: ctx.now },
      expires_at: addHours(ctx.now, days * 24),
    })
      .onConflict((oc) => oc.column('uniq_id').doNothing())
      .returning('uniq_id')
      .executeTakeFirst();
    if (added) return added.uniq_id;
  }
  throw new Error('no short link is free');
}
