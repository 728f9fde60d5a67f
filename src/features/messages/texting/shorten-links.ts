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
    const page = withoutPunctuation(word);
    if (/^\/(?:s\/|[/\\]|$)/.test(page.slice(publicUrl.length))) continue;
    words[i] = (await shortUrl(ctx, page, appointmentId)) + word.slice(page.length);
  }
  return words.join('');
}

/** Punctuation behind an address belongs to the sentence. */
function withoutPunctuation(word: string): string {
  let end = word.length;
  while (end > 0 && '.,;:!?)"\'»'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
