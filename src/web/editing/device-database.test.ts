import type { OpenDBCallbacks } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceDatabase } from './device-database.ts';

/** A browser's database whose connections a test closes, blocks and fills. */
function browser(version = 1) {
  const state = { version, stored: new Map<string, string>(), closed: 0, opened: 0, isBlocked: false };
  const connections: { isOpen: boolean; callbacks: OpenDBCallbacks<never> }[] = [];
  let release = () => {};
  const open = async (_name: string, wanted?: number, callbacks: OpenDBCallbacks<never> = {}) => {
    if (wanted !== undefined && wanted < state.version)
      throw new DOMException('a newer version exists', 'VersionError');
    const others = connections.filter(({ isOpen }) => isOpen);
    if (wanted !== undefined && wanted > state.version) {
      for (const { callbacks: other } of others)
        other.blocking?.(state.version, wanted, new Event('') as never);
      if (state.isBlocked) {
        callbacks.blocked?.(state.version, wanted, new Event('') as never);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      }
      state.version = wanted;
    }
    state.opened += 1;
    const connection = { isOpen: true, callbacks };
    connections.push(connection);
    return {
      objectStoreNames: { contains: () => true },
      put: async (key: string, value: string) => {
        if (!connection.isOpen) throw new DOMException('closing', 'InvalidStateError');
        state.stored.set(key, value);
      },
      close() {
        if (connection.isOpen) state.closed += 1;
        connection.isOpen = false;
      },
    };
  };
  const windowOf = (wanted: number) =>
    deviceDatabase<never>({
      name: 'drafts',
      version: wanted,
      stores: ['ops'],
      upgrade: () => {},
      open: open as never,
    });
  return { state, connections, windowOf, release: () => release() };
}

const put =
  (key: string, value = 'words') =>
  (db: unknown) =>
    (db as { put: (key: string, value: string) => Promise<void> }).put(key, value);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('opens a connection again that was closed from outside, and stores what could not be stored', async () => {
  const { state, connections, windowOf } = browser();
  const database = windowOf(1);
  await database.run(put('a'));
  for (const one of connections) one.isOpen = false;
  await database.run(put('b'));
  expect([...state.stored.keys()]).toEqual(['a', 'b']);
  expect(state.opened).toBe(2);
});

test('reports a connection that the browser closed itself, because what it had may be gone', async () => {
  const { connections, windowOf } = browser();
  const database = windowOf(1);
  const lost = vi.fn();
  database.onLost(lost);
  await database.run(put('a'));
  connections[0]?.callbacks.terminated?.();
  expect(lost).toHaveBeenCalledTimes(1);
  await database.run(put('b'));
  expect(connections).toHaveLength(2);
});

test('neither repeats a write that found no space nor opens another connection for it', async () => {
  const { state, windowOf } = browser();
  const database = windowOf(1);
  const work = vi.fn(async () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(database.run(work)).rejects.toThrow('full');
  expect(work).toHaveBeenCalledTimes(1);
  await database.run(put('a'));
  expect(state.opened).toBe(1);
});

test('gives up a write that never answers after five seconds', async () => {
  const { windowOf } = browser();
  const result = windowOf(1)
    .run(() => new Promise<void>(() => {}))
    .catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await result).toBe('The device did not answer');
});

test('hands the database to a window with a newer version, and goes on with it', async () => {
  const { state, windowOf } = browser();
  const old = windowOf(1);
  await old.run(put('words of the old window'));
  const next = windowOf(2);
  await next.run(put('a'));
  expect(state).toMatchObject({ version: 2, closed: 1 });
  await old.run(put('b'));
  expect([...state.stored.keys()]).toEqual(['words of the old window', 'a', 'b']);
});

test('waits as long as an older window keeps the database, and then goes on by itself', async () => {
  const { state, windowOf, release } = browser();
  await windowOf(1).run(put('a'));
  state.isBlocked = true;
  const done = vi.fn();
  const work = windowOf(2).run(put('b')).then(done);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).not.toHaveBeenCalled();
  release();
  await work;
  expect([...state.stored.keys()]).toEqual(['a', 'b']);
});
