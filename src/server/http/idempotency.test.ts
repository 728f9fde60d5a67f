import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { cleanUp } from '#app/jobs/clean-up.ts';
import { startTestApp } from '#testing/test-app.ts';
import { AppError } from '#wire/errors.ts';
import { action, read, write } from '#wire/route.ts';
import { handle } from './handle.ts';

const takes = z.object({ name: z.string(), fails: z.optional(z.boolean()), picture: z.optional(z.file()) });
const gives = z.object({ name: z.string(), done: z.number() });
const common = { access: 'member', summary: 'A route of this test.', input: takes, output: gives } as const;
const add = write('POST /kit/add', common);
const change = write('PUT /kit/change', common);
const charge = action('POST /kit/charge', common);
const conclude = action('POST /kit/conclude', common);
const upload = action('POST /kit/upload', { ...common, form: { maxBytes: 1000 } });
const enter = action('POST /kit/enter', { ...common, access: 'public', scope: 'platform' });
const other = write('POST /kit/other', common);
const ask = read('POST /kit/ask', common);

/** How often the work ran for each name. */
const done = new Map<string, number>();
let gate: Promise<void> = Promise.resolve();

function work(input: { name: string; fails?: boolean | undefined }) {
  done.set(input.name, (done.get(input.name) ?? 0) + 1);
  if (input.fails && done.get(input.name) === 1) throw new AppError('GATEWAY_ERROR', 'Not found');
  return { name: input.name, done: done.get(input.name) ?? 0 };
}

const deferred = (() => {
  let resolve = () => {};
  const promise = new Promise<void>((open) => {
    resolve = open;
  });
  return { promise, resolve: () => resolve() };
})();

const testApp = await startTestApp({
  routes: [
    handle(add, async (ctx, input) => {
      await ctx.db
        .insertInto('tallies')
        .values({ subscriber_id: ctx.subscriberId, name: input.name, total: 1 })
        .execute();
      await gate;
      return work(input);
    }),
    handle(change, async (_ctx, input) => work(input)),
    handle(charge, async (_ctx, input) => {
      const answer = work(input);
      await gate;
      return answer;
    }),
    handle(conclude, async (ctx, input) => {
      const answer = work(input);
      await gate;
      return ctx.finalTx(async (w) => {
        await w.db
          .insertInto('tallies')
          .values({ subscriber_id: w.subscriberId, name: input.name, total: 1 })
          .execute();
        return answer;
      });
    }),
    handle(upload, async (_ctx, input) => work(input)),
    handle(enter, async (ctx, input) => {
      ctx.reply.cookies = [{ name: 'session', value: 'secret', maxAgeSeconds: 60, path: '/' }];
      return work(input);
    }),
    handle(other, async (_ctx, input) => work(input)),
    handle(ask, async (_ctx, input) => work(input)),
  ],
});
const owner = await testApp.create.owner();
let count = 0;
const newName = () => `name-${++count}`;
const keyed = (idempotencyKey: string) => ({ idempotencyKey });

describe.each([
  ['a write', add],
  ['an errand', charge],
])('%s with an Idempotency-Key', (_kind, route) => {
  test('returns the first response again and runs the work once', async () => {
    const name = newName();
    const first = await owner.request(route, { name }, keyed(name));
    const again = await owner.request(route, { name }, keyed(name));
    expect(again.json).toEqual(first.json);
    expect([first.status, done.get(name)]).toEqual([200, 1]);
  });

  test('rejects the key with another body or on another route', async () => {
    const name = newName();
    await owner.call(route, { name }, keyed(name));
    const otherBody = await owner.request(route, { name: `${name}!` }, keyed(name));
    expect(otherBody.error).toMatchObject({ type: 'CONFLICT', details: { first_answer: { name } } });
    const otherRoute = await owner.request(other, { name }, keyed(name));
    expect([otherRoute.error?.type, otherRoute.error?.details]).toEqual(['CONFLICT', {}]);
    expect(done.get(`${name}!`)).toBeUndefined();
  });

  test('makes the second of two concurrent requests wait for the first', async () => {
    const name = newName();
    gate = sleep(150);
    const answers = await Promise.all([1, 2, 3, 4].map(() => owner.request(route, { name }, keyed(name))));
    expect(answers.map((a) => a.json)).toEqual(Array(4).fill(answers[0]?.json));
    expect([answers[0]?.status, done.get(name)]).toEqual([200, 1]);
  });

  test('accepts the key again when the first request failed', async () => {
    const name = newName();
    expect((await owner.request(route, { name, fails: true }, keyed(name))).error?.type).toBe(
      'GATEWAY_ERROR',
    );
    expect((await owner.call(route, { name, fails: true }, keyed(name))).done).toBe(2);
    expect((await owner.call(route, { name, fails: true }, keyed(name))).done).toBe(2);
  });

  test('scopes the key to the user', async () => {
    const colleague = await testApp.create.member(owner, { type: 'staff' });
    const stranger = await testApp.create.owner();
    const key = newName();
    for (const person of [owner, colleague, stranger]) {
      const name = newName();
      expect((await person.call(route, { name }, keyed(key))).name).toBe(name);
    }
  });

  test('stores the response for 48 hours', async () => {
    const name = newName();
    await owner.call(route, { name }, keyed(name));
    testApp.clock.advance(47 * 3_600_000);
    await cleanUp(testApp.runtime);
    const late = await testApp.create.owner({ company_name: 'Still there' });
    expect(late.id).not.toBe(owner.id);
    expect(await rowsOf(name)).toBe(1);
    testApp.clock.advance(2 * 3_600_000);
    await cleanUp(testApp.runtime);
    expect(await rowsOf(name)).toBe(0);
    testApp.clock.advance(-49 * 3_600_000);
  });
});

test('a retried write that was rolled back leaves no trace of the first attempt', async () => {
  const name = newName();
  await owner.request(add, { name, fails: true }, keyed(name));
  const tallies = await testApp.readAs(owner.id, (ctx) =>
    ctx.db.selectFrom('tallies').where('name', '=', name).selectAll().execute(),
  );
  expect(tallies).toEqual([]);
});

test('an action whose process died can be taken over after half a minute, not earlier', async () => {
  const name = newName();
  const row = {
    subscriber_id: owner.id,
    caller: owner.id,
    key: name,
    route: 'POST /kit/charge',
    body_hash: '',
  };
  const first = await owner.request(charge, { name }, keyed(`${name}-first`));
  const [known] = await testApp.readAs(owner.id, (ctx) =>
    ctx.db.selectFrom('idempotency_keys').where('key', '=', `${name}-first`).selectAll().execute(),
  );
  expect(first.status).toBe(200);
  // The row that a killed process leaves: claimed, without a response.
  await testApp.writeAs(owner.id, (w) =>
    w.db
      .insertInto('idempotency_keys')
      .values({ ...row, body_hash: known?.body_hash ?? '', created_at: w.now })
      .execute(),
  );
  const waiting = owner.request(charge, { name }, keyed(name));
  await sleep(200);
  expect(done.get(name)).toBe(1);
  testApp.clock.advance(61_000);
  const taken = await owner.request(charge, { name }, keyed(name));
  expect([taken.status, done.get(name)]).toEqual([200, 2]);
  expect((await waiting).json).toEqual(taken.json);
});

test('a claim that was taken over cannot be released by its first owner', async () => {
  const name = newName();
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const slow = owner.request(charge, { name }, keyed(name));
  while (!done.has(name)) await sleep(5);
  testApp.clock.advance(61_000);
  gate = Promise.resolve();
  const second = await owner.request(charge, { name }, keyed(name));
  open();
  await slow;
  expect((await owner.request(charge, { name }, keyed(name))).json).toEqual(second.json);
});

test('the final transaction of an action commits with its response, or not at all after a takeover', async () => {
  const name = newName();
  const tallied = () =>
    testApp.readAs(owner.id, (ctx) =>
      ctx.db.selectFrom('tallies').where('name', '=', name).select('total').execute(),
    );
  gate = deferred.promise;
  const slow = owner.request(conclude, { name }, keyed(name));
  while (!done.has(name)) await sleep(5);
  testApp.clock.advance(61_000);
  gate = Promise.resolve();
  const second = await owner.request(conclude, { name }, keyed(name));
  deferred.resolve();
  expect((await slow).error?.type).toBe('CONFLICT');
  expect((await owner.request(conclude, { name }, keyed(name))).json).toEqual(second.json);
  expect(await tallied()).toEqual([{ total: 1 }]);
});

test('compares forms including the bytes of their files', async () => {
  const key = newName();
  const picture = (text: string) => new File([text], 'a.png', { type: 'image/png' });
  const name = newName();
  const first = await owner.request(upload, { name, picture: picture('one') }, keyed(key));
  const again = await owner.request(upload, { name, picture: picture('one') }, keyed(key));
  expect([again.json, done.get(name)]).toEqual([first.json, 1]);
  const changed = await owner.request(upload, { name, picture: picture('two') }, keyed(key));
  expect(changed.error?.type).toBe('CONFLICT');
});

test('never returns a response that opens a session to the next caller', async () => {
  const name = newName();
  await testApp.visitor.request(enter, { name }, keyed(name));
  await testApp.visitor.request(enter, { name }, keyed(name));
  expect(done.get(name)).toBe(2);
});

test('only POST requests that change data use the key, and its length is limited', async () => {
  const name = newName();
  for (const route of [change, ask]) {
    await owner.call(route, { name }, keyed(name));
  }
  expect(done.get(name)).toBe(2);
  const long = await owner.request(add, { name: newName() }, keyed('x'.repeat(201)));
  expect(long.error).toMatchObject({
    type: 'BAD_USER_INPUT',
    details: { 'Idempotency-Key': expect.any(String) },
  });
});

async function rowsOf(key: string): Promise<number> {
  const rows = await testApp.readAs(owner.id, (ctx) =>
    ctx.db.selectFrom('idempotency_keys').where('key', '=', key).select('key').execute(),
  );
  return rows.length;
}
