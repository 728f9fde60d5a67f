import { readFileSync } from 'node:fs';

/** The code of a page of the signed-in entry, and the feature whose texts it needs. */
export interface AppPageModules {
  path: string;
  feature: string;
  module: string;
}

type Parts = Record<string, string[]>;

/**
 * What a page always shows although it is loaded separately, because of its weight or because it belongs to another
 * feature: some with the page itself, some only after the page's facts.
 */
export const pageParts = JSON.parse(readFileSync('scripts/build/page-parts.json', 'utf8')) as {
  atOnce: Parts;
  thereafter: Parts;
};

const shell = 'src/app/routes/shell-layout.tsx';
const authLayout = 'src/features/auth/screens/auth-layout.tsx';

/**
 * Lists the pages of the signed-in entry with their modules. They are read from the page declarations, because they are
 * browser code.
 */
export function appPageModules(): readonly AppPageModules[] {
  return [...pagesIn('member-pages.ts'), ...pagesIn('auth-pages.ts')];
}

/**
 * The modules that a page needs in addition to the entry: its layout, its own and those that it loads separately but
 * always shows at once.
 */
export function modulesOf(page: AppPageModules): string[] {
  const layout = page.feature === 'auth' ? authLayout : shell;
  return [layout, page.module, ...(pageParts.atOnce[page.path] ?? [])];
}

const declaration =
  /definePage\(\s*'([^']+)',\s*'([^']+)',\s*(?:([\w.]+),?\s*\)|async \(\) =>\s*\(await import\('([^']+)'\)\))/g;
const named = /(\w+)(?: =|:) async \(\) =>\s*\(await import\('([^']+)'\)\)/g;

function pagesIn(file: string): AppPageModules[] {
  const source = readFileSync(`src/app/routes/${file}`, 'utf8');
  const loads = new Map(Array.from(source.matchAll(named), ([, name, from]) => [name, from]));
  return Array.from(source.matchAll(declaration), ([, path = '', feature = '', name, from]) => ({
    path,
    feature,
    module: moduleOf(from ?? loads.get(name?.replace(/^.*\./, '')) ?? ''),
  }));
}

function moduleOf(specifier: string): string {
  return specifier.replace(/^#/, 'src/').replace(/^\.\.\//, 'src/app/');
}
