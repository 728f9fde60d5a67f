import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { appPageModules, modulesOf } from '../../../scripts/build/app-page-modules.ts';
import { createAppPreloader } from './preload-app-page.ts';

const page = 'src/features/people/screens/people-page.tsx';
const manifest = {
  'app.html': { file: 'assets/app.js', imports: ['kit'] },
  kit: { file: 'assets/kit.js' },
  'src/app/routes/shell-layout.tsx': { file: 'assets/shell.js', imports: ['kit'] },
  [page]: { file: 'assets/people.js', imports: ['kit', 'table'], css: ['assets/people.css'] },
  table: { file: 'assets/table.js' },
  'src/web/texts/en.json': { file: 'assets/web-en.js' },
  'src/features/people/texts/en.json': { file: 'assets/people-en.js' },
  'src/features/people/texts/de.json': { file: 'assets/people-de.js' },
};
const preload = createAppPreloader(
  [{ path: '/people', modules: ['src/app/routes/shell-layout.tsx', page], features: ['people', 'web'] }],
  manifest,
);

test('finds the module of every page that is built', () => {
  const pages = appPageModules();
  expect(pages.length).toBeGreaterThan(30);
  const missing = pages.flatMap(modulesOf).filter((module) => !existsSync(module));
  expect(missing).toEqual([]);
});

test("names the code of the shell and of the addressed page, without the entry's own files", () => {
  const { scripts } = preload({ path: '/people', nonce: 'n1' });
  expect(scripts.toSorted()).toEqual(['/assets/people.js', '/assets/shell.js', '/assets/table.js']);
});

test("names the page's styles, and its texts in each language behind the nonce of the response", () => {
  const { first, head } = preload({ path: '/people/', nonce: 'n1' });
  expect(head).toContain('<link rel="preload" as="style" crossorigin href="/assets/people.css">');
  expect(first).toContain('<script nonce="n1">');
  expect(first).toContain('"en":["assets/web-en.js","assets/people-en.js"]');
  expect(first).toContain('"de":["assets/people-de.js"]');
});

test('names no code of a page for an address without one', () => {
  expect(preload({ path: '/nothing/here', nonce: 'n1' }).scripts).toEqual([]);
});
