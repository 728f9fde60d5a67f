import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { tidy } from '#app/jobs/tidy.ts';
import { openHouse } from '#testing/house.ts';
import { AppError } from '#wire/errors.ts';
import { errand, read, write } from '#wire/route.ts';
import { handle } from './handle.ts';

const takes = z.object({ name: z.string(), fails: z.optional(z.boolean()), picture: z.optional(z.file()) });
const gives = z.object({ name: z.string(), done: z.number() });
const common = { who: 'member', about: 'A route of this test.', takes, gives } as const;
const add = write('POST /kit/add', common);
const change = write('PUT /kit/change', common);
const charge = errand('POST /kit/charge', common);
const conclude = errand('POST /kit/conclude', common);
const upload = errand('POST /kit/upload', { ...common, form: { maxBytes: 1000 } });
const enter = errand('POST /kit/enter', { ...common, who: 'public', scope: 'platform' });
const other = write('POST /kit/other', common);
const ask = read('POST /kit/ask', common);

/** How often each name was worked on. */
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

const house = await openHouse({
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
      return ctx.lastTx(async (w) => {
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
const owner = await house.has.owner();
let count = 0;
const newName = () => `name-${++count}`;
const keyed = (idempotencyKey: string) => ({ idempotencyKey });

describe.each([
  ['a write', add],
  ['an errand', charge],
])('%s with an Idempotency-Key', (_kind, route) => {
  test('gives the first answer again and works once', async () => {
    const name = newName();
    const first = await owner.tries(route, { name }, keyed(name));
    const again = await owner.tries(route, { name }, keyed(name));
    expect(again.json).toEqual(first.json);
    expect([first.status, done.get(name)]).toEqual([200, 1]);
  });

  test('refuses the key with another body, or on another route', async () => {
    const name = newName();
    await owner.does(route, { name }, keyed(name));
    const otherBody = await owner.tries(route, { name: `${name}!` }, keyed(name));
    expect(otherBody.error).toMatchObject({ type: 'CONFLICT', details: { first_answer: { name } } });
    const otherRoute = await owner.tries(other, { name }, keyed(name));
    expect([otherRoute.error?.type, otherRoute.error?.details]).toEqual(['CONFLICT', {}]);
    expect(done.get(`${name}!`)).toBeUndefined();
  });

  test('lets the second of two at once wait for the first', async () => {
    const name = newName();
    gate = sleep(150);
    const answers = await Promise.all([1, 2, 3, 4].map(() => owner.tries(route, { name }, keyed(name))));
    expect(answers.map((a) => a.json)).toEqual(Array(4).fill(answers[0]?.json));
    expect([answers[0]?.status, done.get(name)]).toEqual([200, 1]);
  });

  test('may be used again when the first failed', async () => {
    const name = newName();
    expect((await owner.tries(route, { name, fails: true }, keyed(name))).error?.type).toBe('GATEWAY_ERROR');
    expect((await owner.does(route, { name, fails: true }, keyed(name))).done).toBe(2);
    expect((await owner.does(route, { name, fails: true }, keyed(name))).done).toBe(2);
  });

  test('is each person’s own', async () => {
    const colleague = await house.has.member(owner, { type: 'staff' });
    const stranger = await house.has.owner();
    const key = newName();
    for (const person of [owner, colleague, stranger]) {
      const name = newName();
      expect((await person.does(route, { name }, keyed(key))).name).toBe(name);
    }
  });

  test('is kept for 48 hours', async () => {
    const name = newName();
    await owner.does(route, { name }, keyed(name));
    house.clock.advance(47 * 3_600_000);
    await tidy(house.house);
    const late = await house.has.owner({ company_name: 'Still there' });
    expect(late.id).not.toBe(owner.id);
    expect(await rowsOf(name)).toBe(1);
    house.clock.advance(2 * 3_600_000);
    await tidy(house.house);
    expect(await rowsOf(name)).toBe(0);
    house.clock.advance(-49 * 3_600_000);
  });
});

test('a repeated write that was undone leaves no trace of the first try', async () => {
  const name = newName();
  await owner.tries(add, { name, fails: true }, keyed(name));
  const tallies = await house.reads(owner.id, (ctx) =>
    ctx.db.selectFrom('tallies').where('name', '=', name).selectAll().execute(),
  );
  expect(tallies).toEqual([]);
});

test('an errand whose process died may be taken over after half a minute, not before', async () => {
  const name = newName();
  const row = {
    subscriber_id: owner.id,
    caller: owner.id,
    key: name,
    route: 'POST /kit/charge',
    body_hash: '',
  };
  const first = await owner.tries(charge, { name }, keyed(`${name}-first`));
  const [known] = await house.reads(owner.id, (ctx) =>
    ctx.db.selectFrom('idempotency_keys').where('key', '=', `${name}-first`).selectAll().execute(),
  );
  expect(first.status).toBe(200);
  // The row that a killed process leaves: claimed, without an answer.
  await house.writes(owner.id, (w) =>
    w.db
      .insertInto('idempotency_keys')
      .values({ ...row, body_hash: known?.body_hash ?? '', created_at: w.now })
      .execute(),
  );
  const waiting = owner.tries(charge, { name }, keyed(name));
  await sleep(200);
  expect(done.get(name)).toBe(1);
  house.clock.advance(61_000);
  const taken = await owner.tries(charge, { name }, keyed(name));
  expect([taken.status, done.get(name)]).toEqual([200, 2]);
  expect((await waiting).json).toEqual(taken.json);
});

test('a claim that was taken over is no longer the first one’s to release', async () => {
  const name = newName();
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const slow = owner.tries(charge, { name }, keyed(name));
  while (!done.has(name)) await sleep(5);
  house.clock.advance(61_000);
  gate = Promise.resolve();
  const second = await owner.tries(charge, { name }, keyed(name));
  open();
  await slow;
  expect((await owner.tries(charge, { name }, keyed(name))).json).toEqual(second.json);
});

test('what an errand does last is committed with its answer, or by nobody when another took over', async () => {
  const name = newName();
  const tallied = () =>
    house.reads(owner.id, (ctx) =>
      ctx.db.selectFrom('tallies').where('name', '=', name).select('total').execute(),
    );
  gate = deferred.promise;
  const slow = owner.tries(conclude, { name }, keyed(name));
  while (!done.has(name)) await sleep(5);
  house.clock.advance(61_000);
  gate = Promise.resolve();
  const second = await owner.tries(conclude, { name }, keyed(name));
  deferred.resolve();
  expect((await slow).error?.type).toBe('CONFLICT');
  expect((await owner.tries(conclude, { name }, keyed(name))).json).toEqual(second.json);
  expect(await tallied()).toEqual([{ total: 1 }]);
});

test('forms count with the bytes of their files', async () => {
  const key = newName();
  const picture = (text: string) => new File([text], 'a.png', { type: 'image/png' });
  const name = newName();
  const first = await owner.tries(upload, { name, picture: picture('one') }, keyed(key));
  const again = await owner.tries(upload, { name, picture: picture('one') }, keyed(key));
  expect([again.json, done.get(name)]).toEqual([first.json, 1]);
  const changed = await owner.tries(upload, { name, picture: picture('two') }, keyed(key));
  expect(changed.error?.type).toBe('CONFLICT');
});

test('an answer that opens a session is never given to the next caller', async () => {
  const name = newName();
  await house.visitor.tries(enter, { name }, keyed(name));
  await house.visitor.tries(enter, { name }, keyed(name));
  expect(done.get(name)).toBe(2);
});

test('only POSTs that change something look at the key, and it has a length', async () => {
  const name = newName();
  for (const route of [change, ask]) {
    await owner.does(route, { name }, keyed(name));
  }
  expect(done.get(name)).toBe(2);
  const long = await owner.tries(add, { name: newName() }, keyed('x'.repeat(201)));
  expect(long.error).toMatchObject({
    type: 'BAD_USER_INPUT',
    details: { 'Idempotency-Key': expect.any(String) },
  });
});

async function rowsOf(key: string): Promise<number> {
  const rows = await house.reads(owner.id, (ctx) =>
    ctx.db.selectFrom('idempotency_keys').where('key', '=', key).select('key').execute(),
  );
  return rows.length;
}
