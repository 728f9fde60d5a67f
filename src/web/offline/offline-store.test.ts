import type { OpenDBCallbacks } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionUser } from '../session.ts';
import type * as OfflineStore from './offline-store.ts';

interface Part {
  key: string;
}
type Callbacks = OpenDBCallbacks<unknown>;

/** The browser's database and who has it open. There is no IndexedDB here; e2e/offline/device-store.spec.ts uses a real one. */
const browser = vi.hoisted(() => ({
  parts: new Map<string, Part>(),
  version: 1,
  opened: [] as { version: number | undefined; callbacks: Callbacks; close: () => void }[],
  /** While another tab keeps it open in an older version. */
  blocked: null as Promise<void> | null,
}));

vi.mock('idb', () => ({
  openDB: async (_name: string, version: number | undefined, callbacks: Callbacks) => {
    await browser.blocked;
    if (version !== undefined && version < browser.version) throw new DOMException('newer', 'VersionError');
    let isOpen = true;
    browser.opened.push({ version, callbacks, close: () => (isOpen = false) });
    const parts = () => {
      if (!isOpen) throw new DOMException('closed', 'InvalidStateError');
      return browser.parts;
    };
    const store = {
      get: async (key: string) => parts().get(key),
      getAll: async () => [...parts().values()],
      put: async (part: Part) => void parts().set(part.key, part),
      delete: async (key: string) => void parts().delete(key),
    };
    return {
      get: (_store: string, key: string) => store.get(key),
      put: (_store: string, part: Part) => store.put(part),
      clear: async () => parts().clear(),
      transaction: () => ({ store, done: Promise.resolve() }),
    };
  },
}));

const ada = { id: 'ada', subscriber_id: 's' } as SessionUser;
let offline: typeof OfflineStore;

beforeEach(async () => {
  browser.parts.clear();
  browser.version = 1;
  browser.opened.length = 0;
  browser.blocked = null;
  vi.useFakeTimers({ now: new Date('2030-03-01T08:00:00Z') });
  // A new tab: it has no connection yet.
  vi.resetModules();
  offline = await import('./offline-store.ts');
});
afterEach(() => vi.useRealTimers());

const hours = (count: number) => vi.setSystemTime(Date.now() + count * 3_600_000);

/** What the browser does in this tab when a newer version of the app opens the store in another tab. */
function upgradeInAnotherTab() {
  const [connection] = browser.opened;
  const close = vi.fn(() => connection?.close());
  const event = { target: { close } } as unknown as IDBVersionChangeEvent;
  connection?.callbacks.blocking?.(1, 2, event);
  browser.version = 2;
  return close;
}

test('a tab makes way for the upgrade of a newer version in another tab, and goes on with the upgraded store', async () => {
  await offline.storeUser(ada);
  await offline.storeCopy(ada, 'jobs', ['before']);
  expect(browser.opened.map(({ version }) => version)).toEqual([1]);
  expect(upgradeInAnotherTab()).toHaveBeenCalledOnce();
  expect((await offline.loadCopy(ada, 'jobs'))?.data).toEqual(['before']);
  await offline.storeCopy(ada, 'jobs', ['after']);
  expect((await offline.loadCopy(ada, 'jobs'))?.data).toEqual(['after']);
  // Opened once more, in whatever version it has by now.
  expect(browser.opened.map(({ version }) => version)).toEqual([1, undefined]);
});

test('a tab whose upgrade is blocked opens without the store after 3 s, and uses it once the other tab is closed', async () => {
  let closeOtherTab = () => {};
  browser.blocked = new Promise((resolve) => {
    closeOtherTab = resolve;
  });
  browser.parts.set('user', { key: 'user', owner: 's/ada', at: '2030-03-01T07:00:00Z', data: ada } as Part);
  let found: unknown = 'waiting';
  const loading = offline.loadStoredUser().then((user) => {
    found = user;
  });
  await vi.advanceTimersByTimeAsync(2_900);
  expect(found).toBe('waiting');
  await vi.advanceTimersByTimeAsync(200);
  await loading;
  expect(found).toBeNull();
  closeOtherTab();
  expect(await offline.loadStoredUser()).toEqual(ada);
});

test('copies are used for three days, and the user is remembered for fourteen', async () => {
  await offline.storeUser(ada);
  await offline.storeCopy(ada, 'jobs', ['Elm Court'], 'W/"1"');
  hours(72);
  expect(await offline.loadCopy(ada, 'jobs')).toEqual({
    data: ['Elm Court'],
    at: '2030-03-01T08:00:00.000Z',
    tag: 'W/"1"',
  });
  hours(1);
  expect(await offline.loadCopy(ada, 'jobs')).toBeNull();
  expect(await offline.loadStoredUser()).toEqual(ada);
  hours(11 * 24);
  expect(await offline.loadStoredUser()).toBeNull();
});

test('old copies are removed from the device even if they are still wanted; newer ones and the user stay', async () => {
  await offline.storeUser(ada);
  await offline.storeCopy(ada, 'report/1', {});
  await offline.storeCopy(ada, 'report/2', {});
  hours(73);
  await offline.storeCopy(ada, 'report/2', {});
  await offline.storeCopy(ada, 'report/3', {});
  await offline.keepCopies(new Set(['report/1', 'report/2']));
  expect([...browser.parts.keys()].sort()).toEqual(['report/2', 'user']);
});
