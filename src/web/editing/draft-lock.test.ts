import { expect, test } from 'vitest';
import { activeLockHolders, createDraftLock } from './draft-lock.ts';

/** The Web Locks of one browser. */
function browser() {
  const held = new Map<string, Promise<unknown>>();
  const request = (name: string, _: LockOptions, use: (lock: Lock | null) => unknown) => {
    if (held.has(name)) return Promise.resolve(use(null));
    const used = Promise.resolve(use({ name, mode: 'exclusive' })).finally(() => held.delete(name));
    held.set(name, used);
    return used;
  };
  const query = async () => ({ held: [...held.keys()].map((name) => ({ name })), pending: [] });
  return { request, query } as unknown as LockManager;
}

test('drafts of an active editor cannot be taken over, and abandoned ones by only one window', async () => {
  const locks = browser();
  const first = createDraftLock(locks);
  expect(await first.own(first.me)).toBe(true);
  const others = [createDraftLock(locks), createDraftLock(locks)];
  expect(await Promise.all(others.map((one) => one.own(first.me)))).toEqual([false, false]);
  expect(await activeLockHolders([first.me, 'gone'], locks)).toEqual(new Set([first.me]));
  first.close();
  await new Promise((tick) => setTimeout(tick));
  expect(await Promise.all(others.map((one) => one.own(first.me)))).toEqual([true, false]);
});

test('without Web Locks, a window takes over all drafts it finds', async () => {
  const alone = createDraftLock(null);
  expect(await alone.own('somebody')).toBe(true);
  expect(await activeLockHolders(['somebody'], null)).toEqual(new Set());
});
