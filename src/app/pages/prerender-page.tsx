import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { createQueryClient } from '#web/api.ts';
import { type Lang, loadMessagesFor, setRenderLanguage } from '#web/i18n.ts';
import { setRenderedAddress } from '#web/page-address.ts';
import { Providers } from '#web/providers.tsx';
import { noncePlaceholder } from '#web/theme.ts';
import { PublicRouter, preloadPage } from '../routes/public-router.tsx';

interface Wanted {
  path: string;
  search: string;
  lang: Lang;
  room: string;
  nonce: string;
  reads: readonly { key: readonly unknown[]; data: unknown }[];
}

/**
 * The first sight of a page of the light entry as HTML, drawn by the screens themselves. The browser shows it until the
 * script has built the same page beside it and puts that in its place; so nothing has to match to the letter.
 */
export async function prerenderPage({ path, search, lang, room, nonce, reads }: Wanted): Promise<string> {
  await Promise.all([preloadPage(path), loadMessagesFor(lang, 'web', room)]);
  const queries = createQueryClient();
  for (const { key, data } of reads) queries.setQueryData(key, data);
  // From here to the end nothing waits: language and address are those of this page.
  setRenderedAddress({ path, search });
  setRenderLanguage(lang);
  const html = renderToString(
    <Suspense>
      <Providers queries={queries}>
        <PublicRouter />
      </Providers>
    </Suspense>,
  );
  queries.clear();
  const { markup, rules } = withoutStyleAttributes(html);
  // Links work already; what needs the script waits for it, and does not lose what somebody chose.
  const waiting = markup.replaceAll('<select ', '<select disabled ').replaceAll(noncePlaceholder, nonce);
  return `<style nonce="${nonce}">${waits}${rules}</style>${waiting}`;
}

const waits = '.sight select{color:inherit;opacity:1}.sight select,.sight button{pointer-events:none}';

// The policy allows no style attributes in a page: they become rules of a style element that carries the nonce.
function withoutStyleAttributes(html: string): { markup: string; rules: string } {
  const numbers = new Map<string, number>();
  const markup = html.replaceAll(/ style="([^"]*)"/g, (_all, text: string) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return ` data-s="${number}"`;
  });
  const rules = [...numbers].map(([text, number]) => `:root .sight [data-s="${number}"]{${plain(text)}}`);
  return { markup, rules: rules.join('') };
}

// No value may end its rule or the element.
function plain(attribute: string): string {
  return attribute
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/&lt;|[<{}]/g, '');
}
