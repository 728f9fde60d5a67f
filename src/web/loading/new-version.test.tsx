import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toasts } from '../toast.ts';
import { reloadIfReplaced, watchForNewVersion } from './new-version.ts';

const codeIsMissing = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
const reload = vi.fn();
let stop = () => {};

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/app-1.js"></script>';
  stop = watchForNewVersion(reload);
});
afterEach(() => {
  stop();
  for (const { id } of toasts.visible()) toasts.close(id);
  vi.unstubAllGlobals();
  sessionStorage.clear();
  reload.mockClear();
});

function answers(answer: () => Promise<Response>) {
  const sent = vi.fn(async (_url: string) => answer());
  vi.stubGlobal('fetch', sent);
  return sent;
}

test('offers to reload when the files of this version are gone, once however many are missing', async () => {
  const sent = answers(async () => new Response(null, { status: 404 }));
  codeIsMissing();
  codeIsMissing();
  await vi.waitFor(() => expect(toasts.visible()).toHaveLength(1));
  codeIsMissing();
  await new Promise((done) => setTimeout(done));
  expect(toasts.visible()).toHaveLength(1);
  expect(String(sent.mock.calls[0]?.[0])).toContain('/assets/app-1.js');
  expect(reload).not.toHaveBeenCalled();
  toasts.visible()[0]?.action?.run();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('offers it again after the offer has closed', async () => {
  answers(async () => new Response(null, { status: 404 }));
  codeIsMissing();
  await vi.waitFor(() => expect(toasts.visible()).toHaveLength(1));
  toasts.close(toasts.visible()[0]?.id ?? 0);
  codeIsMissing();
  await vi.waitFor(() => expect(toasts.visible()).toHaveLength(1));
});

test.each([
  ['the file is still there', async () => new Response(null, { status: 200 })],
  ['the server fails', async () => new Response(null, { status: 502 })],
  ['there is no network', () => Promise.reject(new TypeError('offline'))],
])('offers nothing when %s', async (_name, answer) => {
  const sent = answers(answer);
  codeIsMissing();
  await vi.waitFor(() => expect(sent).toHaveBeenCalled());
  await new Promise((done) => setTimeout(done, 10));
  expect(toasts.visible()).toEqual([]);
});

test('reloads a page that could not be shown once for each replaced version, and only then', async () => {
  answers(async () => new Response(null, { status: 200 }));
  await reloadIfReplaced(reload);
  expect(reload).not.toHaveBeenCalled();
  answers(async () => new Response(null, { status: 404 }));
  await reloadIfReplaced(reload);
  await reloadIfReplaced(reload);
  expect(reload).toHaveBeenCalledTimes(1);
  document.head.innerHTML = '<script type="module" src="/assets/app-2.js"></script>';
  await reloadIfReplaced(reload);
  expect(reload).toHaveBeenCalledTimes(2);
});
