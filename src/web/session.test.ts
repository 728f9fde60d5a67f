import { describe, expect, test, vi } from 'vitest';
import { read, write } from '#wire/route.ts';
import { ApiFailure } from './client/api-failure.ts';
import type { Client } from './client/client.ts';
import { createSession, type SessionUser } from './session.ts';

const me = read('GET /v2/auth/me', { access: 'user', summary: '' });
const logout = write('POST /v2/auth/logout', { access: 'public', summary: '' });
const owner = { id: 'u1', subscriber_id: 'u1', role: 'Administrator', user_type: 1 } as SessionUser;
const offline = () => new ApiFailure('NETWORK', 'Something went wrong', 0, null, null);
const refused = () => new ApiFailure('UNAUTHENTICATED', 'Please sign in', 401, null, {});

function sessionWith(over: {
  refresh?: () => Promise<string>;
  me?: () => Promise<unknown>;
  logout?: () => Promise<unknown>;
}) {
  let lost = () => {};
  const setAccessToken = vi.fn();
  const refresh = vi.fn(over.refresh ?? (async () => 'token'));
  const call = vi.fn(async (route: { path: string }) =>
    route.path === me.path ? (over.me ?? (async () => owner))() : (over.logout ?? (async () => null))(),
  );
  const onSessionLost = (listener: () => void) => {
    lost = listener;
  };
  const sent: unknown[] = [];
  let receive = (_: unknown) => {};
  const channel = {
    postMessage: (message: unknown) => sent.push(message),
    addEventListener: (_: string, listener: (event: never) => void) => {
      receive = (data) => listener({ data } as never);
    },
  };
  const holdCalls = vi.fn();
  const client = { refresh, call, setAccessToken, onSessionLost, holdCalls } as unknown as Client;
  const session = createSession({ client, channel: channel as never, wait: async () => {} });
  session.connect({ me, logout });
  return {
    session,
    refresh,
    call,
    setAccessToken,
    holdCalls,
    sent,
    receive: (m: unknown) => receive(m),
    lose: () => lost(),
  };
}

describe('restoring', () => {
  test('restores the session from the cookie', async () => {
    const { session } = sessionWith({});
    expect(session.state().status).toBe('restoring');
    expect(await session.restore()).toMatchObject({ status: 'signed-in', user: owner });
    expect(session.state().actor).toMatchObject({ userId: 'u1', subscriberId: 'u1', userType: 1 });
  });

  test('results in a visitor immediately if there is no cookie', async () => {
    const { session, refresh } = sessionWith({ refresh: () => Promise.reject(refused()) });
    expect((await session.restore()).status).toBe('visitor');
    expect(refresh).toHaveBeenCalledOnce();
  });

  test('retries twice silently if no server responds', async () => {
    const refresh = vi
      .fn()
      .mockRejectedValueOnce(offline())
      .mockRejectedValueOnce(offline())
      .mockResolvedValue('token');
    const { session } = sessionWith({ refresh });
    expect((await session.restore()).status).toBe('signed-in');
    expect(refresh).toHaveBeenCalledTimes(3);
  });

  test('reports that the server cannot be reached', async () => {
    const { session, refresh } = sessionWith({ refresh: () => Promise.reject(offline()) });
    expect((await session.restore()).status).toBe('unreachable');
    expect(refresh).toHaveBeenCalledTimes(3);
  });

  test.each([408, 429, 500, 503])(
    'does not sign the user out if a refresh is answered with %i',
    async (status) => {
      const failure = new ApiFailure('INTERNAL', 'Later', status, null, {});
      const { session } = sessionWith({ refresh: () => Promise.reject(failure) });
      expect((await session.restore()).status).toBe('unreachable');
    },
  );

  test('treats a failed user fetch as not signed in', async () => {
    const { session, setAccessToken } = sessionWith({ me: () => Promise.reject(refused()) });
    expect((await session.restore()).status).toBe('visitor');
    expect(setAccessToken).toHaveBeenCalledWith(null);
  });
});

test("uses the user's own id if subscriber_id is missing", async () => {
  const { session } = sessionWith({ me: async () => ({ ...owner, subscriber_id: '' }) });
  expect((await session.restore()).actor?.subscriberId).toBe('u1');
});

test('logout ends the session here and in the other tabs', async () => {
  const { session, sent } = sessionWith({});
  await session.restore();
  await session.leave();
  expect(session.state().status).toBe('visitor');
  expect(session.hasLeft()).toBe(true);
  expect(sent).toEqual([{ type: 'signed-out' }]);
});

test('logout removes the drafts of this user from the device, but not those of others', async () => {
  const stored = new Map(
    ['gable.draft.c1.u1', 'gable.draft.c1.a1.u1', 'gable.draft.c1.u2', 'language'].map((key) => [key, 'x']),
  );
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
    key: (n: number) => [...stored.keys()][n] ?? null,
    get length() {
      return stored.size;
    },
  });
  const { session } = sessionWith({});
  await session.restore();
  await session.leave();
  vi.unstubAllGlobals();
  expect([...stored.keys()].filter((key) => key.startsWith('gable.draft.'))).toEqual(['gable.draft.c1.u2']);
  expect(stored.has('language')).toBe(true);
});

test('a failed logout leaves the session unchanged', async () => {
  const { session } = sessionWith({ logout: () => Promise.reject(offline()) });
  await session.restore();
  await expect(session.leave()).rejects.toBeInstanceOf(ApiFailure);
  expect(session.state().status).toBe('signed-in');
});

test('other tabs follow a logout and a login as another user', async () => {
  const { session, receive } = sessionWith({});
  await session.restore();
  receive({ type: 'signed-out' });
  expect(session.state().status).toBe('visitor');
  receive({ type: 'signed-in', userId: 'u1' });
  await vi.waitFor(() => expect(session.state().status).toBe('signed-in'));
});

test('a login as another user in another tab ends the session before it has the token of that user', async () => {
  const { session, receive, call } = sessionWith({});
  await session.restore();
  const before = call.mock.calls.length;
  receive({ type: 'signed-in', userId: 'other' });
  expect(session.state()).toMatchObject({ status: 'restoring', user: null });
  expect(call).toHaveBeenCalledTimes(before);
  await vi.waitFor(() => expect(session.state().status).toBe('signed-in'));
});

test('a rejected refresh ends the session', async () => {
  const { session, lose } = sessionWith({});
  await session.restore();
  lose();
  expect(session.state().status).toBe('visitor');
});

test('a login that only permits setting a new password signs no one in', async () => {
  const { session, sent } = sessionWith({});
  await session.restore();
  const state = await session.enter({ accessToken: 'x', user: null, mustReset: true });
  expect(state.status).toBe('must-reset');
  expect(sent).toEqual([]);
});

describe('without a network', () => {
  const stored = async () => owner;

  test('opens with the user that this device knows, and sends nothing until the server has confirmed the session', async () => {
    const { session, holdCalls, call } = sessionWith({ refresh: () => Promise.reject(offline()) });
    session.connect({ me, logout }, stored);
    expect(await session.restore()).toMatchObject({ status: 'signed-in', user: owner, isOffline: true });
    expect(holdCalls).toHaveBeenLastCalledWith(true);
    expect(call).not.toHaveBeenCalled();
  });

  test('is unreachable if this device knows no user', async () => {
    const { session } = sessionWith({ refresh: () => Promise.reject(offline()) });
    session.connect({ me, logout }, async () => null);
    expect((await session.restore()).status).toBe('unreachable');
  });

  test('opens when the server does not answer in time, and takes over its late answer', async () => {
    let answer = (_: string) => {};
    const { session, holdCalls } = sessionWith({
      refresh: () =>
        new Promise<string>((resolve) => {
          answer = resolve;
        }),
    });
    session.connect({ me, logout }, stored);
    const restored = session.restore();
    await vi.waitFor(() => expect(session.state()).toMatchObject({ status: 'signed-in', isOffline: true }));
    answer('token');
    expect(await restored).toMatchObject({ status: 'signed-in', isOffline: false });
    expect(holdCalls).toHaveBeenLastCalledWith(false);
  });

  test('is confirmed by one refresh once the server answers', async () => {
    const refresh = vi.fn(async (): Promise<string> => Promise.reject(offline()));
    const { session, holdCalls } = sessionWith({ refresh });
    session.connect({ me, logout }, stored);
    await session.restore();
    refresh.mockClear();
    refresh.mockResolvedValue('token');
    expect(await session.confirm()).toMatchObject({ status: 'signed-in', isOffline: false });
    expect(refresh).toHaveBeenCalledOnce();
    expect(holdCalls).toHaveBeenLastCalledWith(false);
    await session.confirm();
    expect(refresh).toHaveBeenCalledOnce();
  });

  test('ends if it was revoked, and stays while the server is out of reach', async () => {
    const refresh = vi.fn(async (): Promise<string> => Promise.reject(offline()));
    const { session } = sessionWith({ refresh });
    session.connect({ me, logout }, stored);
    await session.restore();
    expect(await session.confirm()).toMatchObject({ status: 'signed-in', isOffline: true });
    refresh.mockRejectedValue(refused());
    expect((await session.confirm()).status).toBe('visitor');
  });

  test('leaves the first user before it becomes the session of another', async () => {
    const refresh = vi.fn(async (): Promise<string> => Promise.reject(offline()));
    const { session } = sessionWith({ refresh, me: async () => ({ ...owner, id: 'u2' }) });
    session.connect({ me, logout }, stored);
    await session.restore();
    const seen: (string | undefined)[] = [];
    session.subscribe(() => seen.push(session.state().user?.id));
    refresh.mockResolvedValue('token');
    await session.confirm();
    expect(seen).toEqual([undefined, 'u2']);
  });

  test('opens as well if only the user cannot be read', async () => {
    const { session } = sessionWith({ me: () => Promise.reject(offline()) });
    session.connect({ me, logout }, stored);
    expect(await session.restore()).toMatchObject({ status: 'signed-in', isOffline: true });
  });
});
