import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { noFlags } from '#domain/people/permissions.ts';
import { renderScreen, startMockApi } from '#features/people/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import { PageSlotProvider } from '#web/page-slots.tsx';
import { BottomBar } from './bottom-bar.tsx';

const fillers = { 'shell.new-appointment': [() => null] };

async function open(
  props: Partial<Parameters<typeof BottomBar>[0]> = {},
  user: Parameters<typeof startMockApi>[1] = {},
) {
  await startMockApi(() => null, user);
  await loadMessages('web');
  renderScreen(
    <PageSlotProvider fillers={fillers}>
      <BottomBar current={null} isMenuOpen={false} onMenu={() => undefined} {...props} />
    </PageSlotProvider>,
    '/dashboard',
  );
  return within(await screen.findByRole('navigation', { name: 'Quick navigation' }));
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const names = (bar: Awaited<ReturnType<typeof open>>) =>
  [...bar.getAllByRole('link'), ...bar.getAllByRole('button')].map((one) => one.textContent);

test('offers the pages of the day, New and More', async () => {
  expect(names(await open())).toEqual(['Dashboard', 'Appointments', 'Calendar', 'New', 'More']);
});

test('offers New only to users who may schedule', async () => {
  const staff = { user_type: 3, role: 'Staff', ...noFlags };
  expect(names(await open({}, staff))).toEqual(['Dashboard', 'Appointments', 'Calendar', 'More']);
  cleanup();
  const scheduler = { ...staff, can_schedule_new: true };
  expect(names(await open({}, scheduler))).toContain('New');
});

test.each([
  ['dashboard', 'Dashboard'],
  ['appointments', 'Appointments'],
  ['calendar', 'Calendar'],
])('marks the current entry %s, and only that', async (current, name) => {
  const bar = await open({ current });
  expect(bar.getByRole('link', { current: 'page' }).textContent).toBe(name);
});

test('marks nothing on a page that belongs to none of its entries', async () => {
  const bar = await open({ current: 'payments' });
  expect(bar.queryByRole('link', { current: 'page' })).toBeNull();
});

test('More opens the menu and says whether it is open', async () => {
  const onMenu = vi.fn();
  const bar = await open({ onMenu, isMenuOpen: true });
  const more = bar.getByRole('button', { name: 'More' });
  expect(more.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(more);
  expect(onMenu).toHaveBeenCalledOnce();
});
