import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import type { Difference } from '../../difference-contract.ts';
import { DifferencesCard } from './differences-card.tsx';

/** Permissions that the current user lacks. */
const taken = vi.hoisted(() => new Set<string>());
vi.mock('#domain/people/permissions.ts', async (original) => {
  const real = await original<typeof import('#domain/people/permissions.ts')>();
  const allows: typeof real.allows = (actor, right, subject) =>
    !taken.has(right) && real.allows(actor, right, subject);
  return { ...real, allows };
});

const id = '00000000-0000-7000-8000-000000000001';
const admin = { ...allFlags, id, subscriber_id: id, user_type: 1, role: 'Administrator', timezone: 'UTC' };
const count = 45;

function difference(n: number): Difference {
  return {
    ...{ id: `d${n}`, gateway: 5, kind: 'void', about: `pi_${n}`, ours: 600, theirs: 600, currency: 'USD' },
    ...{ invoice_public_id: null, invoice_number: 'INV-1', found_at: '2030-03-04T09:00:00+00:00' },
    payment: { id: `p${n}`, refundable: 600 } as Difference['payment'],
  };
}

let refused: string[];

beforeEach(async () => {
  refused = [];
  taken.clear();
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'http://gable.test').searchParams;
    const perPage = Number(query.get('perPage') ?? 25);
    const from = Number(query.get('cursor') ?? 0);
    const isRefused = perPage > 100;
    if (isRefused) refused.push(address);
    const rows = Array.from({ length: count }, (_, n) => difference(n)).slice(from, from + perPage);
    const hasNextPage = from + perPage < count;
    const endCursor = hasNextPage ? String(from + perPage) : null;
    const comparison = {
      gateway: 5,
      state: 'done',
      listed: 9,
      agreeing: 9,
      started_at: '2030-03-04T09:00:00Z',
    };
    const pageInfo = { hasNextPage, endCursor, perPage, total: count, totalIsCapped: false };
    const data = { pageData: rows, pageInfo, comparison, can_compare: true };
    const error = { type: 'BAD_USER_INPUT', message: 'Too many', details: {} };
    const answer = isRefused ? { success: false, data: null, error } : { success: true, data, error: null };
    return new Response(JSON.stringify(answer), {
      status: isRefused ? 400 : 200,
      headers: { 'content-type': 'application/json' },
    });
  });
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('payments');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show() {
  await session.enter({ accessToken: 'token', user: admin as unknown as SessionUser });
  render(
    <Providers queries={createQueryClient()}>
      <DifferencesCard />
    </Providers>,
  );
  await screen.findByText(/pi_0$/);
}

const buttons = (name: string) => screen.queryAllByText(name).length;

it('loads more pages by cursor until all are shown', async () => {
  await show();
  expect(screen.getAllByRole('listitem')).toHaveLength(20);
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(40));
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(count));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(refused).toEqual([]);
});

it.each([
  ['all permissions', [], [1, 20, 20]],
  ['no permission to record payments', ['record_payments'], [0, 0, 20]],
  ['no permission to refund', ['refund_payments'], [1, 20, 0]],
] as const)('a member with %s is offered only the actions the server allows', async (_, without, offered) => {
  for (const right of without) taken.add(right);
  await show();
  expect(['Reconcile now', 'Mark as resolved', 'Refund'].map(buttons)).toEqual(offered);
});
