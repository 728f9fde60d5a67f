import { shortUrl } from '#features/links/short-links.ts';
import type { WriteCtx } from '#server/context.ts';

/** Returns a text message with the addresses of our pages shortened. */
export async function withShortLinks(ctx: WriteCtx, body: string, appointmentId: string): Promise<string> {
  const { publicUrl } = ctx.installation;
  let short = '';
  for (const part of body.split(/(\s+)/))
    short += part.startsWith(`${publicUrl}/`) ? await shortUrl(ctx, part, appointmentId) : part;
  return short;
}
