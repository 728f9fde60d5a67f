import { shortUrl } from '#features/links/short-links.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';

/** Replaces the addresses of our pages in a text by short ones, which cost less; other addresses stay. */
export function shortenLinks(ctx: WriteCtx, text: string, appointmentId: string | null): Promise<string> {
  return replaceLinks(ctx, text, (page) => shortUrl(ctx, page, appointmentId));
}

/** Replaces them by an address of the same length that leads nowhere, for a preview. */
export function sampleShortLinks(ctx: ReadCtx, text: string): Promise<string> {
  return replaceLinks(ctx, text, async () => `${ctx.installation.publicUrl}/s/${sampleCode}`);
}

const sampleCode = 'aBcD2345';

async function replaceLinks(
  { installation: { publicUrl } }: ReadCtx | WriteCtx,
  text: string,
  shorten: (page: string) => Promise<string>,
): Promise<string> {
  const words = text.split(/(\s+)/);
  for (const [i, word] of words.entries()) {
    if (!word.startsWith(`${publicUrl}/`)) continue;
    const page = withoutPunctuation(word);
    if (/^\/(?:s\/|[/\\]|$)/.test(page.slice(publicUrl.length))) continue;
    words[i] = (await shorten(page)) + word.slice(page.length);
  }
  return words.join('');
}

/** Punctuation behind an address belongs to the sentence. */
function withoutPunctuation(word: string): string {
  let end = word.length;
  while (end > 0 && '.,;:!?)"\'»'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
