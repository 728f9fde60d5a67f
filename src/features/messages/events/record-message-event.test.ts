import { expect, test } from 'vitest';
import { mine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import { queueMessages } from '../outbox/queue-messages.ts';
import { type MessageEvent, recordMessageEvent } from './record-message-event.ts';

const testApp = await startTestApp();
const { subscriberId } = await testApp.create.owner();
await testApp.runDueJobs();
let count = 0;

async function queued(cc = ''): Promise<string> {
  const key = `payment_disputed.${++count}`;
  await testApp.writeAs(subscriberId, (w) =>
    queueMessages(w, [
      {
        ...{ key, channel: 'email', template_key: 'payment_disputed' },
        ...{ appointment_id: null, person_id: null, to_address: 'Ann@a.example', cc_address: cc },
        ...{ bcc_address: '', reply_to: '', from_name: '', subject: 's', body_text: 't', body_html: '' },
        attachments: [],
      },
    ]),
  );
  const row = await testApp.readAs(subscriberId, (r) =>
    mine(r, 'outbound_messages').where('key', '=', key).select('id').executeTakeFirstOrThrow(),
  );
  return row.id;
}

const record = async (id: string, ...events: Omit<MessageEvent, 'message_id'>[]) => {
  for (const event of events)
    await testApp.writeAs(subscriberId, (w) => recordMessageEvent(w, { message_id: id, ...event }));
  return testApp.readAs(subscriberId, async (r) => ({
    ...(await mine(r, 'outbound_messages')
      .where('id', '=', id)
      .select(['status', 'error'])
      .executeTakeFirstOrThrow()),
    kinds: (
      await mine(r, 'message_events').where('message_id', '=', id).orderBy('id').select('kind').execute()
    ).map(({ kind }) => kind),
  }));
};

test('receipts in the wrong order never turn a status back, and all are in the timeline', async () => {
  const first = await record(await queued(), { kind: 'delivered' }, { kind: 'sent' }, { kind: 'queued' });
  expect(first).toMatchObject({ status: 'delivered', kinds: ['queued', 'delivered', 'sent', 'queued'] });
  const second = await record(
    await queued(),
    { kind: 'failed', detail: { reason: 'Error 30003' } },
    { kind: 'failed' },
  );
  expect(second).toMatchObject({ status: 'failed', error: 'Error 30003' });
});

test('a bounced copy leaves the message as it is', async () => {
  const id = await queued('copy@a.example');
  await testApp.runDueJobs();
  const state = await record(
    id,
    { kind: 'delivered', recipient: 'ann@A.example' },
    { kind: 'bounced', recipient: 'copy@a.example', detail: { reason: 'unknown' } },
  );
  expect(state).toEqual({
    status: 'delivered',
    error: null,
    kinds: ['queued', 'sent', 'delivered', 'bounced'],
  });
});

test('an event of an unknown message is refused', async () => {
  const other = await testApp.create.owner();
  const id = await queued();
  const known = await testApp.writeAs(other.subscriberId, (w) =>
    recordMessageEvent(w, { message_id: id, kind: 'bounced' }),
  );
  expect(known).toBe(false);
  expect((await record(id)).status).toBe('queued');
});
