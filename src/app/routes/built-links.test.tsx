import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen, startMockApi } from '#features/people/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import { SettingsWithTabs } from '../settings-tabs.tsx';
import { anyonePages, authPages } from './auth-pages.ts';
import { legacyPaths } from './legacy-paths.ts';
import { matchPath } from './match-path.ts';
import { adminPages, memberPages } from './member-pages.ts';
import { publicLayoutPages, publicPages } from './public-pages.ts';

const pages = [
  ...memberPages,
  ...adminPages,
  ...publicPages,
  ...publicLayoutPages,
  ...authPages,
  ...anyonePages,
];
/** Where links are written: attributes, properties of entries, and calls that navigate. */
const linkPattern = /(?:\b(?:to|href|path)[=:]\s*\{?|\bgo\(\s*|\?\s+|:\s+)(['"`])(\/[a-z][^\s'"`]*)\1/g;
// The menus list every page of the specification; the shell filters them, and its test asserts that.
const listsAllPages = /src\/(?:app\/routes\/|domain\/people\/menus\.ts)/;

interface Link {
  file: string;
  to: string;
  /** The file asks whether a feature exists before it shows something. */
  isGuarded: boolean;
}

function links(folder: string): Link[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|-contract\.|contract\.ts|for-tests/.test(file))
    .map((file) => join(folder, file))
    .filter((file) => !listsAllPages.test(file))
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      const isGuarded = /\bisBuilt\(/.test(source);
      return [...source.matchAll(linkPattern)].map((found) => ({ file, to: found[2] ?? '', isGuarded }));
    });
}

const pageOf = (to: string) => {
  const path = (to.split(/[?#]/)[0] ?? '').replaceAll(/\$\{[^}]*\}/g, 'x');
  return matchPath(pages, legacyPaths[path] ?? path)?.page;
};
const all = ['src/web', 'src/features', 'src/app', 'src/domain'].flatMap(links);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('finds the links of the screens', () => {
  const found = all.filter((link) => pageOf(link.to));
  expect(found.length).toBeGreaterThan(60);
  expect(pageOf('/subscription/upgrade')?.load).toBeUndefined();
  expect(found.map((link) => link.to)).toEqual(
    expect.arrayContaining(['/subscription/upgrade', '/company-profile', '/appointments?tab=unpaid']),
  );
});

test('no link leads to a page that is not built', () => {
  const wrong = all.filter(({ to, isGuarded }) => {
    const page = pageOf(to);
    return page && !page.load && !isGuarded;
  });
  expect(wrong).toEqual([]);
});

test('every link to a tab of the settings leads to one that is shown', async () => {
  await startMockApi(() => new Promise(() => undefined));
  await loadMessages('company');
  renderScreen(<SettingsWithTabs />, '/settings');
  const menu = await screen.findByRole('navigation');
  const shown = [...menu.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(shown).toEqual([
    '/settings',
    '/settings?tab=payments',
    '/settings?tab=scheduling',
    '/settings?tab=request-form',
    '/settings?tab=agreements',
    '/settings?tab=reports',
    '/settings?tab=advanced',
    '/settings?tab=email',
    '/settings?tab=notifications',
  ]);
  const linked = all.map((link) => link.to).filter((to) => /^\/settings\?tab=\w/.test(to));
  expect(linked.length).toBeGreaterThan(1);
  for (const to of linked) expect(shown).toContain(to.split('&')[0]);
});
