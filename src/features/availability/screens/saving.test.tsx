import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { SaveBarPage } from '#web/ui/feedback/save-bar-page.tsx';
import type { Override } from '../contract.ts';
import { LimitsCard } from './limits-card.tsx';
import { LimitsProvider } from './limits-form.tsx';
import { OverrideDialog } from './override-dialog.tsx';
import { AreasCard, ServicesCard } from './services-and-areas-cards.tsx';

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const id = idOf(1);
const user = { ...allFlags, id, subscriber_id: id, user_type: 1, role: 'Administrator' };
const service = (n: number) => ({ id: idOf(n), name: `Service ${n}`, add_ons: [] });
const limits = {
  technician_id: id,
  all_services: false,
  services: [idOf(100), idOf(230), idOf(900)],
  add_ons: [idOf(901)],
  areas: [],
  rev: 3,
  company: { service_limitations: true, service_areas: false },
};
let sent: { url: string; body: Record<string, unknown> }[];
let failing: boolean;
/** What a colleague saved in the meantime. */
let newer: object | null;

beforeEach(async () => {
  sent = [];
  failing = false;
  newer = null;
  Object.assign(document, { fonts: new EventTarget() });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = String(address);
    if ((init.method ?? 'GET') !== 'GET') {
      sent.push({ url, body: JSON.parse(String(init.body)) });
      if (newer) {
        const error = { type: 'CONFLICT', message: 'Changed', details: { current: newer } };
        return Response.json({ success: false, data: null, error }, { status: 409 });
      }
      return Response.json({ success: true, data: { ...limits, collisions: [] }, error: null });
    }
    if (url.includes('/limits')) return Response.json({ success: true, data: limits, error: null });
    if (failing) {
      const error = { type: 'INTERNAL', message: 'Something went wrong', details: null };
      return Response.json({ success: false, data: null, error }, { status: 500 });
    }
    const isSecond = url.includes('cursor=');
    const pageData = Array.from({ length: isSecond ? 40 : 100 }, (_, n) =>
      service(isSecond ? 200 + n : 100 + n),
    );
    const pageInfo = { total: 140, endCursor: isSecond ? null : 'next', hasNextPage: !isSecond };
    return Response.json({ success: true, data: { pageData, pageInfo }, error: null });
  });
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
  await startI18n();
  await loadMessages('availability');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const show = (child: ReactNode) => render(<Providers queries={createQueryClient()}>{child}</Providers>);

const showCards = (services = <ServicesCard />) =>
  show(
    <SaveBarPage>
      <LimitsProvider technicianId={id}>
        <LimitsCard />
        {services}
      </LimitsProvider>
    </SaveBarPage>,
  );

it('saves the services selected on every page and leaves unlisted ones unchanged', async () => {
  showCards();
  fireEvent.click(await screen.findByLabelText('Service 231'));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const { services, add_ons } = sent[0]?.body ?? {};
  expect(new Set(services as string[])).toEqual(new Set([idOf(100), idOf(230), idOf(231), idOf(900)]));
  expect(add_ons).toEqual([idOf(901)]);
});

it("removes no services while their list can't be loaded", async () => {
  failing = true;
  showCards();
  fireEvent.click(await screen.findByRole('switch'));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    all_services: true,
    services: limits.services,
    add_ons: limits.add_ons,
  });
});

it('saves the limits and the services of a technician with one button, and sends only what changed', async () => {
  showCards();
  const buffer = await screen.findByLabelText<HTMLInputElement>('Buffer (minutes)');
  expect(screen.queryByText('Save')).toBeNull();
  fireEvent.change(buffer, { target: { value: '45' } });
  fireEvent.click(await screen.findByLabelText('Service 231'));
  fireEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(Object.keys(sent[0]?.body ?? {}).toSorted()).toEqual(
    ['add_ons', 'all_services', 'buffer_minutes', 'rev', 'services'].toSorted(),
  );
  await waitFor(() => expect(screen.queryByText('Save')).toBeNull());
});

it('discards the changes of all cards', async () => {
  showCards();
  const buffer = await screen.findByLabelText<HTMLInputElement>('Buffer (minutes)');
  fireEvent.change(buffer, { target: { value: '45' } });
  fireEvent.click(await screen.findByRole('switch'));
  fireEvent.click(screen.getByText('Discard'));
  await waitFor(() => expect(screen.queryByText('Save')).toBeNull());
  expect(buffer.value).toBe('');
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false);
  expect(sent).toEqual([]);
});

it('keeps what was entered when a colleague saved first, and saves it over their version', async () => {
  newer = { ...limits, notice_hours: 12, rev: 4 };
  showCards(<AreasCard />);
  const buffer = await screen.findByLabelText<HTMLInputElement>('Buffer (minutes)');
  fireEvent.change(buffer, { target: { value: '45' } });
  fireEvent.click(screen.getByText('Save'));
  const mine = await screen.findByText('Save mine');
  expect(buffer.value).toBe('45');
  newer = null;
  fireEvent.click(mine);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ body }) => [body.rev, body.buffer_minutes])).toEqual([
    [3, 45],
    [4, 45],
  ]);
});

it('leaves time off from midnight unchanged when only its reason changes', async () => {
  const off: Override = {
    ...{ id: idOf(7), team_id: id, date_from: '2030-03-08', date_to: '2030-03-08', kind: 'off' },
    ...{ start_time: null, end_time: 1500, step_minutes: 60, reason: 'Dentist', rev: 2 },
  };
  show(<OverrideDialog override={off} day="" technicianId={id} technicians={[]} onClose={vi.fn()} />);
  fireEvent.change(await screen.findByRole('textbox', { name: /Reason/ }), { target: { value: 'Surgery' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ start_time: null, end_time: 1500, reason: 'Surgery' });
});
