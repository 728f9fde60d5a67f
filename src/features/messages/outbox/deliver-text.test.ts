import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJobContexts } from '#app/create-runtime.ts';
import { mine } from '#server/db/scope.ts';
import type { TestUser } from '#testing/test-user.ts';
import { openTextHarness } from '../replies/text-harness-for-tests.ts';
import { reserveTextCredits } from '../texting/text-credits.ts';
import { deliverText } from './deliver-text.job.ts';

const harness = await openTextHarness({ timeoutMs: 300 });
const { testApp, sim, company, queue, settle, stateOf, received, credits, advanceTime } = harness;
let count = 0;
const newPhone = (suffix = '') => `512555${String(2000 + ++count).slice(suffix.length)}${suffix}`;
beforeEach(() => harness.untilNoon());
afterEach(() => sim.listener.faults.clear());
/** The subjects of mails about credits since then. */
const warnings = (since: number) =>
  testApp.sent.emails
    .slice(since)
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes('text credits'));

const entries = (owner: TestUser) =>
  testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'text_credit_entries').select(['kind', 'credits', 'credits_after']).orderBy('id').execute(),
  );
const sentTo = (phone: string) => received(`+1${phone}`);

test('a text is sent once, with the company’s name, and the first time with the way to opt out', async () => {
  const owner = await company();
  const phone = newPhone();
  const id = await queue(owner, phone, 'Your inspection is at 9:00.');
  await settle();
  await queue(owner, phone, 'We are on our way.');
  await settle();
  const [first, second] = sentTo(phone);
  expect(first).toMatch(/^.+: Your inspection is at 9:00\. Reply STOP to opt out\.$/);
  expect(second).toMatch(/^.+: We are on our way\.$/);
  expect(await stateOf(owner, id)).toMatchObject({ status: 'delivered', segments: 1, is_doubtful: false });
  expect(await entries(owner)).toEqual([
    { kind: 'grant', credits: 100, credits_after: 100 },
    { kind: 'reserve', credits: -1, credits_after: 99 },
    { kind: 'reserve', credits: -1, credits_after: 98 },
  ]);
});

test.each([
  ['7003', 'The phone is switched off or cannot be reached (30003)'],
  ['7007', 'The carrier blocked the text as unwanted (30007)'],
])('a text to a number ending in %s fails with its reason and is refunded', async (suffix, error) => {
  const owner = await company();
  const id = await queue(owner, newPhone(suffix));
  await settle();
  expect(await stateOf(owner, id)).toMatchObject({ status: 'failed', error });
  expect(await credits(owner)).toBe(100);
});

test('a text of more than 1,600 characters fails with its reason, before credits are reserved', async () => {
  const owner = await company();
  const phone = newPhone();
  const id = await queue(owner, phone, 'Bring a coat. '.repeat(120));
  await settle();
  expect(await stateOf(owner, id)).toMatchObject({
    ...{ status: 'failed', error: 'The text has more than 1,600 characters', attempts: 0 },
  });
  expect([await credits(owner), sentTo(phone)]).toEqual([100, []]);
});

describe('what the provider refuses', () => {
  test('fails for good and is refunded; opted-out phones are remembered', async () => {
    const owner = await company();
    const phone = newPhone();
    const body = JSON.stringify({
      code: 21610,
      message: 'Attempt to send to unsubscribed recipient',
      status: 400,
    });
    sim.listener.faults.add({ match: { method: 'POST' }, action: { kind: 'status', code: 400, body } });
    const id = await queue(owner, phone);
    await settle();
    expect(await stateOf(owner, id)).toMatchObject({
      status: 'failed',
      error: 'The recipient opted out of texts (21610)',
      attempts: 1,
    });
    expect(await stateOf(owner, await queue(owner, phone))).toMatchObject({
      error: 'The recipient opted out of texts',
      attempts: 0,
    });
    expect(await credits(owner)).toBe(100);
  });

  test('for now is sent later', async () => {
    const owner = await company();
    const phone = newPhone();
    sim.listener.faults.add({ action: { kind: 'rate_limit', retryAfter: 1 }, times: 2 });
    const id = await queue(owner, phone);
    await settle();
    expect(await stateOf(owner, id)).toMatchObject({ status: 'queued', is_doubtful: false });
    for (let n = 0; n < 3; n++) await advanceTime('1 minute');
    await settle();
    expect(await stateOf(owner, id)).toMatchObject({ status: 'delivered' });
    expect(sentTo(phone)).toHaveLength(1);
  });
});

describe('when the result of a call is unknown', () => {
  test.each(['timeout_after_commit', 'reset_after_commit', 'malformed_json', 'truncate'] as const)(
    'the provider’s list shows that the text was sent: %s',
    async (kind) => {
      const owner = await company();
      const phone = newPhone();
      sim.webhooks.mode({ kind: 'hold' });
      sim.listener.faults.add({ match: { method: 'POST' }, action: { kind } });
      const id = await queue(owner, phone);
      await settle();
      expect(await stateOf(owner, id)).toMatchObject({ status: 'queued', is_doubtful: true });
      await advanceTime('2 minutes');
      expect(await stateOf(owner, id)).toMatchObject({ status: 'sent', is_doubtful: false });
      expect(sentTo(phone)).toHaveLength(1);
      sim.webhooks.mode({ kind: 'auto' });
    },
  );

  test('a report of the provider settles it as well', async () => {
    const owner = await company();
    const phone = newPhone();
    sim.listener.faults.add({ match: { method: 'POST' }, action: { kind: 'timeout_after_commit' } });
    const id = await queue(owner, phone);
    await settle();
    expect(await stateOf(owner, id)).toMatchObject({ status: 'delivered', error: null });
    await advanceTime('2 minutes');
    expect(sentTo(phone)).toHaveLength(1);
  });

  test.each(['timeout_before_commit', 'reset'] as const)('it is sent after a lookup: %s', async (kind) => {
    const owner = await company();
    const phone = newPhone();
    sim.listener.faults.add({ match: { method: 'POST' }, action: { kind } });
    const id = await queue(owner, phone);
    await settle();
    expect(sentTo(phone)).toHaveLength(0);
    await advanceTime('2 minutes');
    await settle();
    expect(await stateOf(owner, id)).toMatchObject({ status: 'delivered' });
    expect(sentTo(phone)).toHaveLength(1);
  });

  test('and the list stays unavailable, the text is uncertain, charged and never repeated', async () => {
    const owner = await company();
    const phone = newPhone();
    sim.webhooks.mode({ kind: 'hold' });
    sim.listener.faults.add({ match: { method: 'POST' }, action: { kind: 'timeout_after_commit' } });
    sim.listener.faults.add({ match: { method: 'GET' }, action: { kind: 'status', code: 503 }, times: 999 });
    const id = await queue(owner, phone);
    await settle();
    for (let n = 0; n < 25; n++) await advanceTime('20 minutes');
    const state = await stateOf(owner, id);
    expect(state).toMatchObject({ status: 'uncertain' });
    expect(state.timeline.at(-1)).toBe('uncertain');
    expect(await credits(owner)).toBe(99);
    sim.listener.faults.clear();
    sim.webhooks.mode({ kind: 'auto' });
    await advanceTime('24 hours');
    expect(sentTo(phone)).toHaveLength(1);
  });

  test('another text with the same words is not taken for it', async () => {
    const owner = await company();
    const phone = newPhone();
    await queue(owner, phone, 'First');
    await settle();
    await queue(owner, phone, 'Same words');
    await settle();
    sim.listener.faults.add({ match: { method: 'POST' }, action: { kind: 'timeout_before_commit' } });
    const id = await queue(owner, phone, 'Same words');
    await settle();
    await advanceTime('2 minutes');
    await settle();
    expect(await stateOf(owner, id)).toMatchObject({ status: 'delivered' });
    expect(sentTo(phone)).toHaveLength(3);
  });
});

test.each(['before', 'after'])(
  'a worker that is killed %s the provider has the text sends it once',
  async (when) => {
    const owner = await company();
    const phone = newPhone();
    sim.webhooks.mode({ kind: 'hold' });
    const id = await queue(owner, phone);
    const { texts } = testApp.runtime.external;
    const killed = {
      ...texts,
      send: async (text: Parameters<typeof texts.send>[0]) => {
        if (when === 'after') await texts.send(text);
        throw new Error('killed');
      },
    };
    // The transaction that would record the failure never happens: the process is gone.
    const external = { ...testApp.runtime.external, texts: killed };
    const ctx = createJobContexts({ ...testApp.runtime, external })(
      { subscriberId: owner.subscriberId, data: {} },
      deliverText,
    );
    let calls = 0;
    const dying = {
      ...ctx,
      tx: async (work: never) => {
        calls += 1;
        if (calls > 2) throw new Error('killed');
        return ctx.tx(work);
      },
    } as typeof ctx;
    await expect(deliverText.run(dying, { message_id: id })).rejects.toThrow('killed');
    expect(await stateOf(owner, id)).toMatchObject({ status: 'sending', is_doubtful: true });
    await advanceTime('1 minute');
    expect(await stateOf(owner, id)).toMatchObject({ status: 'sent' });
    expect(sentTo(phone)).toHaveLength(1);
    sim.webhooks.mode({ kind: 'auto' });
  },
);

describe('credits', () => {
  test('are never negative, and each text is sent or refused: 20 at once with 7 credits', async () => {
    const owner = await company(7);
    const since = testApp.sent.emails.length;
    const ids = await Promise.all(Array.from({ length: 20 }, () => queue(owner, newPhone())));
    await settle();
    const states = await Promise.all(ids.map((id) => stateOf(owner, id)));
    expect(states.filter(({ status }) => status === 'delivered')).toHaveLength(7);
    expect(states.filter(({ error }) => error === 'There are not enough text credits')).toHaveLength(13);
    expect(await credits(owner)).toBe(0);
    expect((await entries(owner)).every(({ credits_after }) => credits_after >= 0)).toBe(true);
    expect(warnings(since)).toEqual(['0 text credits left']);
  });

  test('run low once per purchase', async () => {
    const owner = await company(26);
    const since = testApp.sent.emails.length;
    for (let n = 0; n < 3; n++) await queue(owner, newPhone());
    await settle();
    expect(warnings(since)).toEqual(['24 text credits left']);
  });

  test('settle on what the provider counts, as far as the balance covers it', async () => {
    const owner = await company(2);
    const { texts } = testApp.runtime.external as { texts: typeof testApp.runtime.external.texts };
    const send = texts.send.bind(texts);
    Object.assign(texts, {
      send: async (text: Parameters<typeof send>[0]) => ({ ...(await send(text)), segments: 3 }),
    });
    const id = await queue(owner, newPhone());
    await settle();
    Object.assign(texts, { send });
    expect(await stateOf(owner, id)).toMatchObject({ segments: 3 });
    expect(await entries(owner)).toMatchObject([
      { kind: 'grant' },
      { kind: 'reserve', credits: -1 },
      { kind: 'settle', credits: -1, credits_after: 0 },
    ]);
  });

  test('of a company that never had any are not spent', async () => {
    const owner = await testApp.create.owner();
    const since = testApp.sent.emails.length;
    const id = await queue(owner, newPhone());
    expect(await stateOf(owner, id)).toMatchObject({
      status: 'failed',
      error: 'There are not enough text credits',
    });
    await testApp.runDueJobs();
    expect(warnings(since)).toEqual([]);
    expect(await testApp.writeAs(owner.subscriberId, (w) => reserveTextCredits(w, id, 1))).toBe(false);
  });
});

test.each([
  ['', 'There is no phone number that can receive texts'],
  ['5125550111x12', 'There is no phone number that can receive texts'],
  ['123', 'There is no phone number that can receive texts'],
])('a text to %j is stored with the reason why it is not sent', async (phone, error) => {
  const owner = await company();
  const id = await queue(owner, phone);
  expect(await stateOf(owner, id)).toMatchObject({ status: 'failed', error, timeline: ['failed'] });
  expect(await credits(owner)).toBe(100);
});

test('a text at night waits until 8:00 and is not sent to those who opted out in between', async () => {
  const owner = await company();
  const [first, second] = [newPhone(), newPhone()];
  await queue(owner, second);
  await settle();
  for (let hour = 0; hour < 10; hour++) await advanceTime('1 hour');
  const owners = await company();
  const ids = [await queue(owners, first), await queue(owners, second)];
  await settle();
  expect(sentTo(first)).toEqual([]);
  expect(await stateOf(owners, ids[0] ?? '')).toMatchObject({
    status: 'queued',
    error: 'Texts are sent from 8:00 to 21:00',
  });
  await testApp.writeAs(owners.subscriberId, (w) =>
    w.db
      .insertInto('text_opt_outs')
      .values({
        subscriber_id: owners.subscriberId,
        phone: `+1${second}`,
        source: 'office',
        created_at: w.now,
      })
      .execute(),
  );
  for (let hour = 0; hour < 10; hour++) await advanceTime('1 hour');
  await settle();
  expect(sentTo(first)).toHaveLength(1);
  expect(sentTo(second)).toHaveLength(1);
  expect(await stateOf(owners, ids[1] ?? '')).toMatchObject({ error: 'The recipient opted out of texts' });
  expect(await credits(owners)).toBe(99);
});
