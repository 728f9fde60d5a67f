import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { client } from '#web/client/client.ts';
import { session } from '#web/session.ts';
import { startApp } from './start-app.tsx';
import { startPublic } from './start-public.tsx';

vi.mock('./start-public.tsx', () => ({ startPublic: vi.fn() }));
vi.mock('./start-app.tsx', () => ({ startApp: vi.fn() }));

const done = (data: unknown) => new Response(JSON.stringify({ success: true, data, error: null }));
const user = { id: 'u1', subscriber_id: 'u1', role: 'Administrator', user_type: 1 };

/** Opens a page of mixed layout in a browser where a user of this type is signed in. */
async function openAs(userType: number) {
  vi.stubGlobal('fetch', async (url: string) =>
    done(url.endsWith('/refresh-token') ? { accessToken: 't' } : { ...user, user_type: userType }),
  );
  await import('./public.tsx');
}

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  vi.doMock('#web/session.ts', () => ({ session, mayHaveSession: () => true }));
  window.history.replaceState(null, '', '/client-view/x1');
  document.body.innerHTML = '<div id="root"></div>';
});

afterAll(() => {
  vi.doUnmock('#web/session.ts');
  vi.doUnmock('./start-public.tsx');
  vi.doUnmock('./start-app.tsx');
  vi.unstubAllGlobals();
  session.forget();
  vi.resetModules();
});

test('opens a page of mixed layout in the app shell for a member, with the session', async () => {
  await openAs(1);
  await vi.waitFor(() => expect(startApp).toHaveBeenCalledOnce());
  expect(client.hasAccessToken()).toBe(true);
});

test('opens it publicly for the platform administrator, whose token does not replace the link', async () => {
  await openAs(5);
  await vi.waitFor(() => expect(startPublic).toHaveBeenCalledOnce());
  expect(client.hasAccessToken()).toBe(false);
  expect(session.state().status).toBe('visitor');
});
