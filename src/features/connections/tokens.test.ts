import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { addMinutes } from '#domain/base/time.ts';
import { mine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import { deferred, jobContext } from './context-for-tests.ts';
import { deleteTokens, saveTokens, type Tokens } from './token-store.ts';
import { AccessTokenRejected, ConnectionRejected, type RefreshTokens, withToken } from './tokens.ts';

const testApp = await startTestApp();
const { subscriberId } = await testApp.create.owner();
const newCtx = () => jobContext(testApp, subscriberId);
const echo = async (token: string) => token;

/** A service that accepts each refresh token once. */
function startService(livesMinutes = 60) {
  let count = 1;
  const service: { refreshes: number; issue(): Tokens; refresh: RefreshTokens } = {
    refreshes: 0,
    issue(): Tokens {
      return {
        accessToken: `access ${count}`,
        refreshToken: `refresh ${count}`,
        expiresAt: addMinutes(testApp.clock.now(), livesMinutes),
      };
    },
    refresh: async (refreshToken) => {
      service.refreshes += 1;
      if (refreshToken !== `refresh ${count}`) throw new ConnectionRejected('invalid_grant');
      count += 1;
      return service.issue();
    },
  };
  return service;
}

/** A refresh whose answer arrives when the test says so; `started` resolves once it was requested. */
function heldRefresh(run: () => Promise<Tokens>) {
  const [start, end] = [deferred(), deferred()];
  const refresh: RefreshTokens = async () => {
    const tokens = run();
    tokens.catch(() => {});
    start.resolve();
    await end.promise;
    return tokens;
  };
  return { refresh, started: start.promise, release: () => end.resolve() };
}

const save = (tokens: Tokens) => testApp.writeAs(subscriberId, (w) => saveTokens(w, 'drive', tokens));
const row = () =>
  testApp.readAs(subscriberId, (r) => mine(r, 'connection_tokens').selectAll().executeTakeFirstOrThrow());

afterEach(() => testApp.writeAs(subscriberId, (w) => deleteTokens(w, 'drive')));

test('uses a valid token without a refresh, and stores it encrypted', async () => {
  const service = startService();
  await save(service.issue());
  expect(await withToken(newCtx(), 'drive', service.refresh, echo)).toBe('access 1');
  expect(service.refreshes).toBe(0);
  expect(JSON.stringify(await row())).not.toMatch(/access 1|refresh 1/);
});

test('refreshes outside any transaction', async () => {
  const service = startService();
  await save({ ...service.issue(), expiresAt: testApp.clock.now() });
  const refresh: RefreshTokens = async (...given) => {
    const { rows } = await sql<{ open: number }>`select count(*)::integer as open from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(testApp.runtime.db);
    expect(rows).toEqual([{ open: 0 }]);
    return service.refresh(...given);
  };
  expect(await withToken(newCtx(), 'drive', refresh, echo)).toBe('access 2');
});

test('of many callers one refreshes, and all use the new token', async () => {
  const service = startService();
  await save({ ...service.issue(), expiresAt: testApp.clock.now() });
  const used = await Promise.all(
    Array.from({ length: 8 }, () => withToken(newCtx(), 'drive', service.refresh, echo)),
  );
  expect(new Set(used)).toEqual(new Set(['access 2']));
  expect(service.refreshes).toBe(1);
});

test('after a killed refresh the next caller waits for its lease, and one of them refreshes', async () => {
  const service = startService();
  await save({ ...service.issue(), expiresAt: testApp.clock.now() });
  const killed = heldRefresh(() => new Promise<Tokens>(() => {}));
  void withToken(newCtx(), 'drive', killed.refresh, echo).catch(() => {});
  await killed.started;
  testApp.clock.advance(29_900);
  const used = await Promise.all(
    Array.from({ length: 4 }, () => withToken(newCtx(), 'drive', service.refresh, echo)),
  );
  expect(new Set(used)).toEqual(new Set(['access 2']));
  expect(service.refreshes).toBe(1);
});

test('a refresh that ends after another took over does not replace newer tokens', async () => {
  const service = startService();
  await save({ ...service.issue(), expiresAt: testApp.clock.now() });
  const slow = heldRefresh(async () => ({ ...service.issue(), accessToken: 'stale' }));
  const first = withToken(newCtx(), 'drive', slow.refresh, echo);
  await slow.started;
  testApp.clock.advance(31_000);
  expect(await withToken(newCtx(), 'drive', service.refresh, echo)).toBe('access 2');
  slow.release();
  expect(await first).toBe('access 2');
});

test('tokens of a slow refresh are stored although another took over and was refused', async () => {
  const service = startService();
  await save({ ...service.issue(), expiresAt: testApp.clock.now() });
  const slow = heldRefresh(() => service.refresh('refresh 1', AbortSignal.abort()));
  const first = withToken(newCtx(), 'drive', slow.refresh, echo);
  await slow.started;
  testApp.clock.advance(31_000);
  const refused = heldRefresh(() => service.refresh('refresh 1', AbortSignal.abort()));
  const second = withToken(newCtx(), 'drive', refused.refresh, echo);
  await refused.started;
  slow.release();
  expect(await first).toBe('access 2');
  refused.release();
  expect(await second).toBe('access 2');
  expect(await row()).toMatchObject({ rejected_at: null, lease_id: null, version: 2 });
});

test('after a refresh that may succeed later the next caller refreshes at once', async () => {
  const service = startService();
  await save({ ...service.issue(), expiresAt: testApp.clock.now() });
  const failing: RefreshTokens = async () => {
    throw new Error('503');
  };
  await expect(withToken(newCtx(), 'drive', failing, echo)).rejects.toThrow('503');
  expect(await withToken(newCtx(), 'drive', service.refresh, echo)).toBe('access 2');
});

test('an access token that the API rejects is refreshed once for all callers, and the call repeated once', async () => {
  const service = startService();
  await save(service.issue());
  const use = async (token: string) => {
    if (token === 'access 1') throw new AccessTokenRejected('401');
    return token;
  };
  const used = await Promise.all(
    Array.from({ length: 5 }, () => withToken(newCtx(), 'drive', service.refresh, use)),
  );
  expect(new Set(used)).toEqual(new Set(['access 2']));
  expect(service.refreshes).toBe(1);
  const never = async () => {
    throw new AccessTokenRejected('401');
  };
  await expect(withToken(newCtx(), 'drive', service.refresh, never)).rejects.toThrow(AccessTokenRejected);
  expect(service.refreshes).toBe(2);
});

test('tokens that end at once are used, not refreshed forever', async () => {
  const service = startService(0);
  await save(service.issue());
  expect(await withToken(newCtx(), 'drive', service.refresh, echo)).toBe('access 2');
  expect(service.refreshes).toBe(1);
});

test('after a final refusal no caller asks again until the company has connected again', async () => {
  const service = startService();
  await save({ ...service.issue(), refreshToken: 'revoked', expiresAt: testApp.clock.now() });
  for (let n = 0; n < 3; n += 1)
    await expect(withToken(newCtx(), 'drive', service.refresh, echo)).rejects.toThrow(ConnectionRejected);
  expect(service.refreshes).toBe(1);
  await save(service.issue());
  expect(await withToken(newCtx(), 'drive', service.refresh, echo)).toBe('access 1');
});
