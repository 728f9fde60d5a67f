import { beforeEach, describe, expect, test } from 'vitest';
import { createJobContexts } from '#app/create-runtime.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import { deliverMessage } from '../outbox/deliver.job.ts';
import { fateOf, queueMail } from '../outbox/mail-for-tests.ts';
import { queueMessages, type RenderedMessage } from '../outbox/queue-messages.ts';
import { getSendingUsage } from '../sending-contract.ts';
import { suppress } from '../suppressions/suppress.ts';
import { countedOf, limitSending, releaseWaiting } from './limits-for-tests.ts';
import { releaseHeld } from './release-held.job.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:10:00Z' });
let count = 0;

const mail = (changes: Partial<RenderedMessage> = {}): RenderedMessage => ({
  ...{ key: `report_share.limit-${++count}`, channel: 'email', template_key: 'report_share' },
  ...{ appointment_id: null, person_id: null, to_address: `guest${count}@a.example` },
  ...{ cc_address: '', bcc_address: '', reply_to: '', from_name: 'Acme', subject: `Mail ${count}` },
  ...{ body_text: 'Hello', body_html: '<p>Hello</p>', attachments: [] },
  ...changes,
});

const sendByHand = (of: string, messages: readonly RenderedMessage[]) =>
  testApp.writeAs(of, (w) => queueMessages(w, messages, { isByHand: true }));

const queue = (of: string, messages: readonly RenderedMessage[]) =>
  testApp.writeAs(of, (w) => queueMessages(w, messages));

const stored = (of: string) =>
  testApp.readAs(of, (r) =>
    mine(r, 'outbound_messages')
      .where('template_key', '=', 'report_share')
      .select(['id', 'status', 'error', 'held_until'])
      .orderBy('id')
      .execute(),
  );

const subjects = () => testApp.sent.emails.map(({ subject }) => subject);
const company = async () => {
  const { subscriberId } = await testApp.create.owner();
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  return subscriberId;
};

beforeEach(() => testApp.runDueJobs());

describe('what a user sends', () => {
  test('is sent exactly as often as the limit allows: 50 at once with 20 places', async () => {
    const of = await company();
    await limitSending(testApp, of, { email: 20 });
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => sendByHand(of, [mail()])));
    const refused = results.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(30);
    for (const { reason } of refused)
      expect(reason).toMatchObject({
        type: 'RATE_LIMITED',
        message:
          'Your company can send 20 emails per hour and has reached this limit. You can send again at 10:00 AM.',
        details: { kind: 'email', limit: 20, used: 20, free: 0, needed: 1, retryAfter: 3000 },
      });
    await testApp.runDueJobs();
    expect(subjects().filter((subject) => subject.startsWith('Mail'))).toHaveLength(20);
    expect(await countedOf(testApp, of)).toMatchObject({ email: 20, stranger: 20 });
  });

  test('is refused as a whole with how many would fit, and nothing of it is stored', async () => {
    const of = await company();
    await limitSending(testApp, of, { email: 5 });
    await sendByHand(of, [mail(), mail()]);
    await expect(sendByHand(of, [mail(), mail(), mail(), mail()])).rejects.toMatchObject({
      message:
        'Your company can send 5 emails per hour. 3 more can be sent before 10:00 AM, and this would be 4. Nothing was sent.',
      details: { free: 3, needed: 4 },
    });
    expect(await stored(of)).toHaveLength(2);
    expect(await countedOf(testApp, of)).toEqual({ email: 2, stranger: 2 });
    await sendByHand(of, [mail(), mail(), mail()]);
  });

  test('counts each recipient, copies included', async () => {
    const of = await company();
    await limitSending(testApp, of, { email: 3 });
    const copied = mail({ cc_address: 'b@a.example, c@a.example', bcc_address: 'B@a.example' });
    await sendByHand(of, [copied]);
    expect(await countedOf(testApp, of)).toEqual({ email: 3, stranger: 3 });
    await expect(sendByHand(of, [mail()])).rejects.toMatchObject({ type: 'RATE_LIMITED' });
  });

  test('counts once however often it is queued, and not if its transaction fails', async () => {
    const of = await company();
    const same = mail();
    await sendByHand(of, [same]);
    await sendByHand(of, [same]);
    await expect(
      testApp.writeAs(of, async (w) => {
        await queueMessages(w, [mail()], { isByHand: true });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await countedOf(testApp, of)).toEqual({ email: 1, stranger: 1 });
  });

  test('is possible again in the next hour', async () => {
    const of = await company();
    await limitSending(testApp, of, { email: 1 });
    await sendByHand(of, [mail()]);
    await expect(sendByHand(of, [mail()])).rejects.toMatchObject({ type: 'RATE_LIMITED' });
    await testApp.advanceTime('1 hour');
    await sendByHand(of, [mail()]);
    expect(await stored(of)).toHaveLength(2);
  });
});

describe('what is not sent by hand', () => {
  test('waits with its reason, and leaves hour by hour, urgent messages first, each once', async () => {
    const of = await company();
    await limitSending(testApp, of, { email: 4 });
    await queue(of, [mail({ subject: 'Planned 1', urgency: 'planned' })]);
    await queue(of, [
      mail({ subject: 'Usual 1' }),
      mail({ subject: 'Usual 2' }),
      mail({ subject: 'Usual 3' }),
    ]);
    await testApp.runDueJobs();
    expect(subjects().toSorted()).toEqual([
      ...['Planned 1', 'Usual 1', 'Usual 2', 'Usual 3', 'Your limit is reached: 4 emails per hour'],
    ]);
    await queue(of, [mail({ subject: 'Planned 2', urgency: 'planned' })]);
    for (const n of [4, 5, 6, 7]) await queue(of, [mail({ subject: `Usual ${n}` })]);
    await testApp.runDueJobs();
    // An urgent one still has room; the next one has not.
    await queue(of, [mail({ subject: 'Urgent 1', urgency: 'urgent' })]);
    await queue(of, [mail({ subject: 'Urgent 2', urgency: 'urgent' })]);
    await testApp.runDueJobs();
    expect(subjects().slice(5)).toEqual(['Urgent 1']);
    const waiting = (await stored(of)).filter(({ held_until }) => held_until !== null);
    expect(waiting).toHaveLength(6);
    for (const each of waiting)
      expect(each).toMatchObject({
        ...{ status: 'queued', error: 'Waits: the company has reached its limit per hour' },
        held_until: '2030-03-01T16:00:00.000Z',
      });
    await releaseWaiting(testApp);
    expect(subjects()).toHaveLength(6);
    await testApp.advanceTime('50 minutes');
    await releaseWaiting(testApp);
    expect(subjects().slice(6).toSorted()).toEqual(['Urgent 2', 'Usual 4', 'Usual 5', 'Usual 6']);
    // What is new now waits behind them.
    await queue(of, [mail({ subject: 'Usual 8' })]);
    await testApp.runDueJobs();
    await testApp.advanceTime('1 hour');
    await releaseWaiting(testApp);
    expect(subjects().slice(10).toSorted()).toEqual(['Planned 2', 'Usual 7', 'Usual 8']);
    expect((await stored(of)).every(({ status }) => status === 'sent')).toBe(true);
  });
});

test('a message to more people than an hour allows is sent all the same', async () => {
  const of = await company();
  await limitSending(testApp, of, { email: 2 });
  const id = await queueMail(testApp, of, { cc_address: 'b@a.example,c@a.example,d@a.example' });
  await testApp.runDueJobs();
  expect(await fateOf(testApp, of, id)).toMatchObject({ status: 'sent' });
});

test('a message that waits for an hour with room is left there by a worker that asks for it again', async () => {
  const of = await company();
  await limitSending(testApp, of, { email: 1 });
  await queue(of, [mail(), mail()]);
  await testApp.runDueJobs();
  const before = await stored(of);
  const [waiting] = before.filter(({ held_until }) => held_until !== null);
  const ctx = createJobContexts(testApp.runtime)({ subscriberId: of, data: {} }, deliverMessage);
  await deliverMessage.run(ctx, { message_id: waiting?.id ?? '' });
  expect(await stored(of)).toEqual(before);
});

test('a mail whose recipient is blocked still reaches its copy although the limit is reached', async () => {
  const of = await company();
  await limitSending(testApp, of, { email: 1 });
  await queue(of, [mail()]);
  await testApp.runDueJobs();
  await testApp.writeAs(of, (w) =>
    suppress(w, { address: 'gone@a.example', stream: 'all', reason: 'bounced', message_id: null }),
  );
  await queue(of, [mail({ subject: 'Copied', to_address: 'gone@a.example', cc_address: 'copy@a.example' })]);
  await testApp.runDueJobs();
  await testApp.advanceTime('1 hour');
  await releaseWaiting(testApp);
  expect(subjects().filter((subject) => subject === 'Copied')).toHaveLength(1);
  expect(await countedOf(testApp, of)).toMatchObject({ email: 2 });
});

test('a mail whose recipient is blocked counts once, also where its copy is attempted again', async () => {
  const of = await company();
  await limitSending(testApp, of, { email: 10 });
  await testApp.writeAs(of, (w) =>
    suppress(w, { address: 'gone@a.example', stream: 'all', reason: 'bounced', message_id: null }),
  );
  await queue(of, [mail({ to_address: 'gone@a.example', cc_address: 'copy@a.example' })]);
  await testApp.runDueJobs();
  expect(await countedOf(testApp, of)).toMatchObject({ email: 1 });
  const counted = await testApp.readAs(of, (r) =>
    mine(r, 'outbound_messages')
      .where('to_address', '=', 'gone@a.example')
      .select('is_counted')
      .executeTakeFirst(),
  );
  expect(counted).toEqual({ is_counted: true });
});

test('a message whose appointment was deleted while it waited is not sent, and says so', async () => {
  const of = await company();
  await limitSending(testApp, of, { email: 1 });
  await queue(of, [mail()]);
  await testApp.runDueJobs();
  const id = await queueMail(testApp, of, { appointment_id: '0197a000-0000-7000-8000-000000000000' });
  await testApp.runDueJobs();
  await testApp.advanceTime('1 hour');
  await releaseWaiting(testApp);
  expect(await fateOf(testApp, of, id)).toMatchObject({
    ...{ status: 'failed', error: 'The appointment changed before the email was sent' },
    events: ['queued', 'deferred', 'failed'],
  });
});

test('a worker that is killed while it releases messages, and two at once, send each once', async () => {
  const of = await company();
  await limitSending(testApp, of, { email: 1 });
  await queue(of, [mail(), mail(), mail()]);
  await testApp.runDueJobs();
  await limitSending(testApp, of, { email: 10 });
  await testApp.writeAs(of, (w) =>
    updateMine(w, 'outbound_messages')
      .set({ held_until: w.now })
      .where('held_until', 'is not', null)
      .execute(),
  );
  const ctx = createJobContexts(testApp.runtime)({ subscriberId: of, data: {} }, releaseHeld);
  const dying = {
    ...ctx,
    tx: (work: (w: never) => Promise<unknown>) =>
      ctx.tx(async (w) => {
        await work(w as never);
        throw new Error('killed');
      }),
  } as typeof ctx;
  await expect(releaseHeld.run(dying, {})).rejects.toThrow('killed');
  expect((await stored(of)).filter(({ held_until }) => held_until !== null)).toHaveLength(2);
  await Promise.all([releaseHeld.run(ctx, {}), releaseHeld.run(ctx, {})]);
  await testApp.runDueJobs();
  expect(subjects().filter((subject) => subject.startsWith('Mail'))).toHaveLength(3);
  expect(await countedOf(testApp, of)).toEqual({ email: 3 });
});

test('administrators hear once a day that the limit is reached, and that mail is not held back', async () => {
  const owner = await testApp.create.owner();
  const of = owner.subscriberId;
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  await limitSending(testApp, of, { email: 1 });
  const warnings = () => subjects().filter((subject) => subject.startsWith('Your limit'));
  for (let hour = 0; hour < 3; hour++) {
    await queue(of, [mail(), mail()]);
    await testApp.runDueJobs();
    await testApp.advanceTime('1 hour');
  }
  expect(warnings()).toEqual(['Your limit is reached: 1 emails per hour']);
  await testApp.advanceTime('1 day');
  await releaseWaiting(testApp);
  expect(warnings()).toHaveLength(2);
  const again = await testApp.create.signInAgain(owner);
  expect(await again.call(getSendingUsage)).toMatchObject({ step: null, waiting: expect.any(Number) });
});
