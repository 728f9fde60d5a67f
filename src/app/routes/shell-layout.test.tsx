import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import type { ShellProps } from '#web/shell/shell.tsx';
import { toasts } from '#web/toast.ts';
import { builtPaths } from './member-pages.ts';
import { ShellLayout } from './shell-layout.tsx';

// The shell itself has end-to-end tests; this mock exposes the callbacks it receives.
vi.mock('#web/shell/shell.tsx', () => ({
  Shell: ({ onReorder, onLanguage, menu, groups = [], profile }: ShellProps) => (
    <>
      {[...menu, ...groups.flatMap((group) => group.items)]
        .flatMap((item) => [item, ...(item.children ?? [])])
        .map(({ id, path }) => (
          <a key={id} href={path}>
            {id}
          </a>
        ))}
      {profile.map(({ id, to }) => (
        <a key={`profile-${id}`} href={to}>
          {id}
        </a>
      ))}
      <button type="button" onClick={() => onReorder?.(['people', 'dashboard'])}>
        reorder
      </button>
      <button type="button" onClick={() => onLanguage?.('de')}>
        language
      </button>
    </>
  ),
}));

const user = { id: 'u1', subscriber_id: 'u1', user_type: 1, role: 'Administrator', sidebar_nav_links: [] };

beforeEach(async () => {
  const error = { type: 'LOCKED', message: 'Temporarily locked', details: null };
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ success: false, data: null, error }), { status: 423 }),
  );
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await session.enter({ accessToken: 't', user: user as unknown as SessionUser });
  render(
    <Providers queries={createQueryClient()}>
      <NavigationProvider place={{ path: '/dashboard', search: '' }} go={() => undefined}>
        <ShellLayout />
      </NavigationProvider>
    </Providers>,
  );
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.visible()) toasts.close(toast.id);
  vi.unstubAllGlobals();
});

const messages = () => toasts.visible().map((toast) => toast.message);

it('reverts a menu order that could not be saved and says why', async () => {
  fireEvent.click(screen.getByText('reorder'));
  await waitFor(() => expect(messages()).toEqual(['Temporarily locked']));
  expect(session.state().user?.sidebar_nav_links).toEqual([]);
});

it('reports a language that could not be saved', async () => {
  fireEvent.click(screen.getByText('language'));
  await waitFor(() => expect(messages()).toEqual(['Temporarily locked']));
});

it.each([1, 2, 3, 5])('offers user type %i only pages that are built', async (user_type) => {
  // Staff and technicians with full company admin see the entries of administrators.
  const all = { full_company_admin: true, can_edit_template: true, can_schedule_new: true };
  const role = user_type === 1 ? 'Administrator' : 'Other';
  await act(() => session.enter({ accessToken: 't', user: { ...user, ...all, role, user_type } as never }));
  const paths = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  if (user_type !== 5)
    expect(paths).toEqual(expect.arrayContaining(['/dashboard', '/settings', '/services']));
  for (const path of paths) expect(builtPaths).toContain(path);
  for (const planned of ['integrations', 'support']) {
    expect(screen.queryByRole('link', { name: planned })).toBeNull();
  }
});
