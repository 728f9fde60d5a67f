import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noFlags } from '#domain/people/permissions.ts';
import { toasts } from '#web/toast.ts';
import { PeoplePage } from './people-page.tsx';
import {
  pageOfRows,
  renderScreen,
  type SentRequest,
  startMockApi,
  subscriberId,
} from './screens-for-tests.tsx';

const contact = (number: number, first: string, status = 1) => ({
  id: `00000000-0000-7000-8000-0000000002${String(number).padStart(2, '0')}`,
  first_name: first,
  last_name: 'Okafor',
  email: `${first.toLowerCase()}@example.com`,
  phone: '',
  city: '',
  state: '',
  company_name: '',
  tags: [],
  profile_pic: null,
  status,
  rev: 1,
  created_at: '2026-11-21T15:00:00.000Z',
});
const number = { active: 2, inactive: 1, total: 3 };
const counts = { clients: number, agents: number, contractors: number, technicians: number, staffs: number };

function reply({ path, query }: SentRequest): unknown {
  if (path === '/v2/people/counts') return counts;
  if (path === '/v2/people/bulk-status') return { changed: 1 };
  if (query.get('text')) return pageOfRows([contact(9, 'Found')]);
  return pageOfRows([contact(1, 'Amara'), contact(2, 'Ben'), contact(3, 'Chloe', 0)]);
}

afterEach(() => {
  cleanup();
  for (const toast of toasts.visible()) toasts.close(toast.id);
  vi.unstubAllGlobals();
});

describe('the people page', () => {
  it('has a tab with a count for each kind, and stores the selected one in the URL', async () => {
    await startMockApi(reply);
    renderScreen(<PeoplePage />);
    expect(await screen.findByRole('tab', { name: 'Clients 3' })).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: /Agents/ }));
    expect(window.location.search).toBe('?tab=agents');
    expect(await screen.findByRole('button', { name: 'Add agent' })).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('tab', { name: /Agents/ }), { key: 'End' });
    expect(window.location.search).toBe('?tab=staffs');
  });

  it('preserves focus and text of the search while responses arrive in any order', async () => {
    const waiting = new Map<string, (rows: unknown) => void>();
    await startMockApi((sent) => {
      const text = sent.query.get('text');
      return text ? new Promise((resolve) => waiting.set(text, resolve)) : reply(sent);
    });
    renderScreen(<PeoplePage />);
    await screen.findByText('Amara Okafor');
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search clients' });
    box.focus();
    fireEvent.change(box, { target: { value: 'be' } });
    await waitFor(() => expect(waiting.has('be')).toBe(true));
    fireEvent.change(box, { target: { value: 'ben' } });
    await waitFor(() => expect(waiting.has('ben')).toBe(true));
    waiting.get('ben')?.(pageOfRows([contact(2, 'Ben')]));
    await waitFor(() => expect(screen.queryByText('Amara Okafor')).toBeNull());
    waiting.get('be')?.(pageOfRows([contact(7, 'Belated')]));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText('Belated Okafor')).toBeNull();
    expect(screen.getByText('Ben Okafor')).toBeTruthy();
    expect(box.value).toBe('ben');
    expect(document.activeElement).toBe(box);
  });

  it('changes the status of the selected people where it differs, and undoes it', async () => {
    const sent = await startMockApi(reply);
    renderScreen(<PeoplePage />);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Amara Okafor' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Chloe Okafor' }));
    expect(screen.getByText('2 selected')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
    await waitFor(() => expect(toasts.visible()[0]?.message).toBe('1 person deactivated'));
    const bulk = () => sent.filter((one) => one.path === '/v2/people/bulk-status').map((one) => one.body);
    expect(bulk()).toEqual([{ kind: 'clients', ids: [contact(1, 'Amara').id], newStatus: 0 }]);
    toasts.visible()[0]?.action?.run();
    await waitFor(() => expect(bulk()).toHaveLength(2));
    expect(bulk()[1]).toEqual({ kind: 'clients', ids: [contact(1, 'Amara').id], newStatus: 1 });
  });

  it('shows technicians to all users and lets only team managers edit them', async () => {
    await startMockApi(reply, { ...noFlags, user_type: 3, role: 'Staff', id: subscriberId });
    renderScreen(<PeoplePage />, '/people?tab=technicians');
    const table = await screen.findByRole('table', { name: 'Technicians' });
    expect(await within(table).findByText('Amara Okafor')).toBeTruthy();
    expect(screen.queryByRole('tab', { name: /Staff/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add technician' })).toBeNull();
    expect(within(table).queryByRole('button', { name: /Actions for/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
    fireEvent.click(screen.getByRole('tab', { name: /Clients/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for Amara Okafor' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  });

  it('stores the selected columns with the account', async () => {
    const sent = await startMockApi(reply);
    renderScreen(<PeoplePage />);
    await screen.findByText('Amara Okafor');
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Added' }));
    expect(await screen.findByRole('columnheader', { name: 'Added' })).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'City', hidden: true }));
    expect(screen.queryByRole('columnheader', { name: 'City' })).toBeNull();
    await waitFor(() => expect(sent.some((one) => one.method === 'PUT')).toBe(true));
    const saved = sent.filter((one) => one.method === 'PUT').map((one) => one.body);
    expect(saved).toEqual([
      { saved_columns: { 'people.clients': ['name', 'email', 'phone', 'added', 'status'] } },
    ]);
    cleanup();
    renderScreen(<PeoplePage />);
    expect(await screen.findByRole('columnheader', { name: 'Added' })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'City' })).toBeNull();
  });
});
