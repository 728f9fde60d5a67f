import { afterEach, expect, test, vi } from 'vitest';
import { jobContexts } from '#app/assemble.ts';
import { mine } from '#server/db/scope.ts';
import { type Mail, MailLater } from '#server/outside/mail.ts';
import { openHouse } from '#testing/house.ts';
import { queueMessage } from './queue-message.ts';
import { sendMessage } from './send-message.job.ts';

const house = await openHouse();
const { subscriberId } = await house.has.owner();
await house.settles();

let count = 0;

/** Queues a mail and gives its id; nobody has tried to send it yet. */
async function queued(): Promise<string> {
  const key = `report_submitted_for_approval.${++count}`;
  await house.writes(subscriberId, (w) =>
    queueMessage(w, {
      key,
      template: 'report_submitted_for_approval',
      lang: 'en',
      to: 'somebody@team.example',
      from_name: 'Quixby Inspections',
      facts: { first_name: 'Sam', author: 'Tess', report: 'Home', address: '1 Main St' },
    }),
  );
  const row = await house.reads(subscriberId, (r) =>
    mine(r, 'outbound_messages').where('key', '=', key).select('id').executeTakeFirstOrThrow(),
  );
  return row.id;
}

const stateOf = (id: string) =>
  house.reads(subscriberId, (r) =>
    mine(r, 'outbound_messages')
      .where('id', '=', id)
      .select(['status', 'lease_until'])
      .executeTakeFirstOrThrow(),
  );

/** A worker of its own; its mail server answers when and as the test says. */
function worker(id: string) {
  const sent: Mail[] = [];
  let answer: { resolve(): void; reject(error: Error): void } | undefined;
  const answered = new Promise<void>((resolve, reject) => {
    answer = { resolve, reject };
  });
  const outside = {
    ...house.house.outside,
    mail: {
      send: async (mail: Mail) => {
        sent.push(mail);
        await answered;
        return { providerId: mail.key };
      },
      close: () => {},
    },
  };
  const ctx = jobContexts({ ...house.house, outside })({ subscriberId, data: {} }, sendMessage);
  const ends = sendMessage.run(ctx, { message_id: id });
  ends.catch(() => undefined);
  return { sent, ends, answers: () => answer?.resolve(), fails: (error: Error) => answer?.reject(error) };
}

/** So many seconds pass for the clock and for those who renew by it. */
async function pass(seconds: number, id: string): Promise<void> {
  for (let each = 0; each < seconds; each += 5) {
    const before = (await stateOf(id)).lease_until;
    house.clock.advance(5000);
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitUntil(async () => (await stateOf(id)).lease_until !== before);
  }
}

afterEach(() => vi.useRealTimers());

test('a mail whose server takes minutes is left to the worker that sends it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const id = await queued();
  const slow = worker(id);
  await vi.waitUntil(() => slow.sent.length === 1);
  await pass(180, id);
  await expect(worker(id).ends).rejects.toThrow('another worker is sending this message');
  slow.answers();
  await slow.ends;
  expect(await stateOf(id)).toEqual({ status: 'sent', lease_until: null });
  expect(vi.getTimerCount()).toBe(0);
});

test('a killed worker’s mail is taken over when its lease ends; what that one still says changes nothing', async () => {
  // Nobody renews: the timers stand still.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const id = await queued();
  const dead = worker(id);
  await vi.waitUntil(() => dead.sent.length === 1);
  house.clock.advance(19_000);
  await expect(worker(id).ends).rejects.toThrow('another worker is sending this message');
  house.clock.advance(1000);
  const next = worker(id);
  await vi.waitUntil(() => next.sent.length === 1);
  dead.fails(new MailLater('the line was cut'));
  await expect(dead.ends).rejects.toThrow('the line was cut');
  expect((await stateOf(id)).status).toBe('sending');
  next.answers();
  await next.ends;
  expect((await stateOf(id)).status).toBe('sent');
  expect(next.sent).toEqual(dead.sent);
  const late = worker(id);
  await late.ends;
  expect(late.sent).toEqual([]);
});
