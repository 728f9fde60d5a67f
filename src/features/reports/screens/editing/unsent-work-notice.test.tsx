import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReportOp } from '#domain/reports/operations/report-ops.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import type { UnsentWorkFound } from '../work/draft-store.ts';
import { memoryDrafts, smallReport } from '../work/drafts-for-tests.ts';
import { UnsentWorkNotice } from './unsent-work-notice.tsx';

const device = vi.hoisted(() => ({ of: new Map<string, unknown>(), isHeld: false }));
// There is no IndexedDB here; an end-to-end test covers the real store.
vi.mock('../work/draft-store.ts', async (real) => ({
  ...(await real<object>()),
  openBrowserDraftStore: (_: string, userId: string) => draftsOf(userId).drafts,
  findUnsentWork: async (_: string, userId: string): Promise<UnsentWorkFound[]> => {
    const { ops, photos } = draftsOf(userId);
    const count = ops.size + photos.size;
    return count > 0 ? [{ report_id: 'r1', name: '12 Main St', count, isHeld: device.isHeld }] : [];
  },
}));
vi.mock('../../../../web/editing/draft-lock.ts', async (real) => ({
  ...(await real<object>()),
  supportsDraftLocks: () => true,
}));

const draftsOf = (userId: string) => device.of.get(userId) as ReturnType<typeof memoryDrafts>;

let answer: () => Promise<Response>;
const requests: string[] = [];
const done = { rev: 2, status: 'in_progress', behind: false, results: [] };
const respondWith = (data: unknown) => async () => Response.json({ success: true, data, error: null });
const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  requests.length = 0;
  device.isHeld = false;
  for (const id of ['ada', 'ben']) device.of.set(id, memoryDrafts());
  answer = respondWith(done);
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push(`${init.method} ${url}`);
    return (init.method === 'PATCH' ? answer : respondWith(smallReport))();
  });
  vi.stubGlobal('indexedDB', {
    databases: async () => ['ada', 'ben'].map((id) => ({ name: `gable-reports-s-${id}` })),
  });
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
  // Ada made three changes while offline.
  const { drafts } = draftsOf('ada');
  await drafts.saveReport(smallReport, []);
  const ops = ['Worn', 'Bent', 'Loose'].map((name, i) => ({
    op: { op_id: `o${i}`, type: 'update_comment', comment_id: 'c1', changes: { name } } as ReportOp,
    report_id: 'r1',
    rev: 1,
    n: i,
    sent: true,
    conflict: null,
  }));
  await drafts.putOps(ops);
});
afterEach(() => {
  cleanup();
  session.forget();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function start(id: string) {
  const user = { id, subscriber_id: 's', user_type: 1 } as unknown as SessionUser;
  await session.enter({ accessToken: 'token', user });
  const go = vi.fn();
  await act(async () => {
    render(
      <Providers queries={createQueryClient()}>
        <NavigationProvider place={{ path: '/dashboard', search: '' }} go={go}>
          <UnsentWorkNotice />
        </NavigationProvider>
      </Providers>,
    );
  });
  return go;
}

const passes = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const line = () => screen.queryByRole('status');

test('sends work left from an offline session when the app starts, without opening its report', async () => {
  await start('ada');
  await vi.waitFor(() => expect(draftsOf('ada').ops.size).toBe(0));
  expect(requests.filter((one) => one.startsWith('PATCH'))).toHaveLength(1);
  await passes(3000);
  expect(line()).toBeNull();
});

test('neither sends nor shows the work to another user on the same device', async () => {
  await start('ben');
  await passes(3000);
  expect(requests).toEqual([]);
  expect(line()).toBeNull();
  expect(draftsOf('ada').ops.size).toBe(3);
});

test('shows what is still unsent, with a link to its report, until it is sent', async () => {
  answer = noAnswer;
  const go = await start('ada');
  await passes(1000);
  expect(line()).toBeNull();
  await passes(2000);
  fireEvent.click(screen.getByText('3 changes to 12 Main St haven’t been uploaded yet'));
  expect(go).toHaveBeenCalledWith('/edit-report/r1');
  answer = respondWith(done);
  await passes(31_000);
  await vi.waitFor(() => expect(line()).toBeNull());
  expect(draftsOf('ada').ops.size).toBe(0);
});

test('shows work held by another window without sending it, and sends it once released', async () => {
  device.isHeld = true;
  await start('ada');
  await passes(3000);
  expect(line()?.textContent).toContain('3 changes to 12 Main St');
  expect(requests).toEqual([]);
  device.isHeld = false;
  await passes(31_000);
  await vi.waitFor(() => expect(line()).toBeNull());
  expect(draftsOf('ada').ops.size).toBe(0);
});

test('keeps the work on the device after signing out, and no longer shows it', async () => {
  answer = noAnswer;
  await start('ada');
  await passes(3000);
  expect(line()).not.toBeNull();
  act(() => session.forget());
  requests.length = 0;
  await passes(60_000);
  expect(line()).toBeNull();
  expect(draftsOf('ada').ops.size).toBe(3);
  expect(requests.filter((one) => one.startsWith('PATCH'))).toEqual([]);
});
