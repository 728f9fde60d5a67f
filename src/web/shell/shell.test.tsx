import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen, startMockApi } from '#features/people/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import { changePreferences } from '#web/theme/preferences.ts';
import { Shell } from './shell.tsx';

async function open(path: string): Promise<() => boolean> {
  await startMockApi(() => null, { first_name: 'Dana', last_name: 'Whitfield' });
  await loadMessages('web');
  renderScreen(
    <Shell menu={[]} current={null} profile={[]} onLogout={async () => undefined} path={path}>
      <h1>Page</h1>
    </Shell>,
    path,
  );
  await screen.findByRole('heading', { name: 'Page' });
  return () => document.querySelector('[data-compact]') !== null;
}

afterEach(() => {
  cleanup();
  changePreferences({ sidebar: 'full' });
  vi.unstubAllGlobals();
});

test('R-UI-006: the sidebar switches between full and compact, and stays as chosen', async () => {
  const isCompact = await open('/dashboard');
  expect(isCompact()).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Collapse menu' }));
  expect(isCompact()).toBe(true);
  cleanup();
  expect((await open('/people'))()).toBe(true);
});

test('the sidebar is compact in the report editor, can be widened there, and is full again on other pages', async () => {
  const isCompact = await open('/edit-report/r1');
  expect(isCompact()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Expand menu' }));
  expect(isCompact()).toBe(false);
  cleanup();
  expect((await open('/people'))()).toBe(false);
});
