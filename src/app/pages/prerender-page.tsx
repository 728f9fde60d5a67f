import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { createQueryClient } from '#web/api.ts';
import { type SeededRead, seedReads } from '#web/client/seed-reads.ts';
import { type Lang, loadMessagesFor, setRenderLanguage } from '#web/i18n.ts';
import { setRenderedAddress } from '#web/navigation/page-address.ts';
import { Providers } from '#web/providers.tsx';
import { noncePlaceholder } from '#web/theme/theme.ts';
import { PublicRouter, preloadPage } from '../routes/public-router.tsx';

interface Wanted {
  path: string;
  search: string;
  lang: Lang;
  feature: string;
  nonce: string;
  reads: readonly SeededRead[];
}

/**
 * Renders a page of the public entry to HTML with the same screens. The browser shows it until the script has rendered
 * the page next to it and replaces it, so the two need not match exactly (no hydration).
 */
export async function prerenderPage({ path, search, lang, feature, nonce, reads }: Wanted): Promise<string> {
  await Promise.all([preloadPage(path), loadMessagesFor(lang, 'web', feature)]);
  const queries = createQueryClient();
  seedReads(queries, reads);
  // No await from here on: language and address are global and must stay those of this page.
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
  // Links already work. Controls that need the script are disabled until it runs, so that no input is lost.
  const disabled = markup
    .replaceAll(/<(select|input|textarea) /g, '<$1 disabled ')
    .replaceAll(noncePlaceholder, nonce);
  return `<style nonce="${nonce}">${disabledStyles}${rules}</style>${disabled}`;
}

const disabledStyles =
  '.sight :is(select,input,textarea){color:inherit;opacity:1}.sight :is(select,input,textarea,button){pointer-events:none}';

// The content security policy forbids style attributes: they become rules in a style element that carries the nonce.
function withoutStyleAttributes(html: string): { markup: string; rules: string } {
  const numbers = new Map<string, number>();
  const markup = html.replaceAll(/ style="([^"]*)"/g, (_all, text: string) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return ` data-s="${number}"`;
  });
  const rules = [...numbers].map(([text, number]) => `:root .sight [data-s="${number}"]{${safeRules(text)}}`);
  return { markup, rules: rules.join('') };
}

// No value may close its rule or the element.
function safeRules(attribute: string): string {
  return attribute
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/&lt;|[<{}]/g, '');
}
