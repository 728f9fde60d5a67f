import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionUser } from '#web/session.ts';
import { smallReport } from '../work/drafts-for-tests.ts';
import { backgroundBudget, storeJobs } from './store-jobs.ts';

/** The copies on the device. */
const device = vi.hoisted(() => new Map<string, { data: unknown; at: string; tag: string }>());
vi.mock('#web/offline/offline-store.ts', () => ({
  storeUser: async () => {},
  loadCopy: async (_owner: unknown, key: string) => device.get(key) ?? null,
  storeCopy: async (_owner: unknown, key: string, data: unknown, tag = '') =>
    void device.set(key, { data, at: '', tag }),
  keepCopies: async (keys: ReadonlySet<string>) => {
    for (const key of device.keys()) if (!keys.has(key)) device.delete(key);
  },
}));

const user = { id: 'u1', subscriber_id: 's1', timezone: 'UTC' } as SessionUser;
const library = { favorites: ['c1'], uses: [{ id: 'c2', count: 7 }], comments: [] };
/** What the server has, by address. */
let server: Record<string, unknown>;
/** The addresses that were answered with a body. */
let sent: string[];

beforeEach(() => {
  device.clear();
  server = {
    appointments: { pageData: [{ id: 'a1', status: 'confirmed' }] },
    'get-by-id': { projection: 'full', id: 'a1', reports: [{ id: 'r1' }] },
    r1: { ...smallReport, projection: 'full', id: 'r1', unsorted: [] },
    'comment-library': library,
  };
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('caches', { open: async () => ({ keys: async () => [] }) });
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Headers }) => {
    const name = new URL(url, 'https://gable.test').pathname.split('/').at(-1) ?? '';
    const data = JSON.stringify({ success: true, data: server[name], error: null });
    if (headers.get('if-none-match') === `"${data}"`) return new Response(null, { status: 304 });
    sent.push(name);
    return new Response(data, { headers: { etag: `"${data}"` } });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function stores(): Promise<string[]> {
  sent = [];
  await storeJobs(user, () => true);
  return sent;
}

test('stores each job with its reports, and with the favorite and most used comments of their editor', async () => {
  await stores();
  expect([...device.keys()].toSorted()).toEqual(['job-list', 'job/a1', 'jobs', 'library/r1', 'report/r1']);
  expect(device.get('library/r1')?.data).toEqual(library);
});

test('loads again only what has changed', async () => {
  expect(await stores()).toEqual(['appointments', 'get-by-id', 'r1', 'comment-library']);
  const first = new Map(device);
  expect(await stores()).toEqual([]);
  expect(device).toEqual(first);
  server.r1 = { ...(server.r1 as object), rev: 8 };
  expect(await stores()).toEqual(['r1']);
  expect(device.get('report/r1')?.data).toMatchObject({ rev: 8 });
});

test.each([
  [{ saveData: true, effectiveType: '4g' }, 'nothing'],
  [{ effectiveType: 'slow-2g' }, 'nothing'],
  [{ effectiveType: '2g' }, 'nothing'],
  [{ effectiveType: '3g' }, 'texts'],
  [{ saveData: false, effectiveType: '4g' }, 'all'],
  [{}, 'all'],
])('on a connection of %o loads %s in the background', (connection, budget) => {
  expect(backgroundBudget(connection)).toBe(budget);
});
