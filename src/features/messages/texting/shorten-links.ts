import { shortUrl } from '#features/links/short-links.ts';
import type { WriteCtx } from '#server/context.ts';

/** Replaces the addresses of our pages in a text by short ones, which cost less; other addresses stay. */
export async function shortenLinks(
  ctx: WriteCtx,
  text: string,
  appointmentId: string | null,
): Promise<string> {
  const { publicUrl } = ctx.installation;
  const words = text.split(/(\s+)/);
  for (const [i, word] of words.entries()) {
    if (!word.startsWith(`${publicUrl}/`)) continue;
    const page = word.replace(/[.,;:!?)"'»]+$/, '');
    if (/^\/(?:s\/|[/\\]|$)/.test(page.slice(publicUrl.length))) continue;
    words[i] = (await shortUrl(ctx, page, appointmentId)) + word.slice(page.length);
  }
  return words.join('');
}
