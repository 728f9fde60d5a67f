import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageVisit, PreparedPage } from '#server/http/pages.ts';
import { matchPath } from '../routes/match-path.ts';
import { filesOf, type Manifest } from './manifest.ts';

const languages = ['en', 'de', 'fr'];

/** A page of the signed-in entry, as `scripts/build/list-app-pages.ts` writes it into the build. */
export interface AppPage {
  path: string;
  modules: readonly string[];
  /** Features whose texts the page uses. */
  features: readonly string[];
}

/** Reads the pages of the signed-in entry from the build in `root`; none before the first build. */
export function readAppPages(root: string): readonly AppPage[] {
  try {
    return JSON.parse(readFileSync(join(root, '.vite/pages.json'), 'utf8')) as AppPage[];
  } catch {
    return [];
  }
}

/**
 * Creates the function that names in the document what the addressed page of the signed-in entry loads: its code, its
 * styles and its texts. So they are fetched together with the entry, not one after another.
 */
export function createAppPreloader(
  pages: readonly AppPage[],
  manifest: Manifest,
): (visit: Pick<PageVisit, 'path' | 'nonce'>) => PreparedPage {
  return ({ path, nonce }) => {
    const page = matchPath(pages, path === '/' ? '/dashboard' : path)?.page;
    const { scripts, styles } = filesOf(manifest, 'app.html', [
      'src/app/start-app.tsx',
      ...(page?.modules ?? []),
    ]);
    const texts = textFiles(manifest, page?.features ?? ['web']);
    return {
      lang: 'en',
      first: textTags(texts, nonce),
      head: styles.map(styleTag).join(''),
      scripts: scripts.map((file) => `/${file}`),
      tail: '',
    };
  };
}

function textFiles(manifest: Manifest, features: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    languages.map((lang) => {
      const modules = features.map((feature) =>
        feature === 'web' ? `src/web/texts/${lang}.json` : `src/features/${feature}/texts/${lang}.json`,
      );
      return [lang, filesOf(manifest, 'app.html', modules).scripts];
    }),
  );
}

// With crossorigin, as the bundler's own tag has it: otherwise the browser fetches the file twice.
function styleTag(file: string): string {
  return `<link rel="preload" as="style" crossorigin href="/${file}">`;
}

/** Only the browser knows the language in which the user has chosen to read. */
function textTags(files: Record<string, string[]>, nonce: string): string {
  const add = `e=document.createElement('link');e.rel='modulepreload';e.crossOrigin='';e.href='/'+f;document.head.append(e)`;
  return `<script nonce="${nonce}">(()=>{var a=${JSON.stringify(files)},e;for(var f of a[document.documentElement.lang]||a.en){${add}}})()</script>`;
}
