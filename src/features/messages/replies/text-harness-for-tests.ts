import { afterAll } from 'vitest';
import { serveTextWebhooks } from '#app/endpoints/text-webhooks.ts';
import { simulatedAccount } from '#app/open-external-services.ts';
import { mine } from '#server/db/scope.ts';
import { freePort } from '#server/free-port.ts';
import { createHttp } from '#server/http/http.ts';
import { startTextSimulator, type TextSimulator } from '#simulators/texts/text-simulator.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { queueMessages } from '../outbox/queue-messages.ts';
import { grantTextCredits } from '../texting/text-credits.ts';

export interface TextHarness {
  readonly testApp: TestApp;
  readonly sim: TextSimulator;
  /** Where the app is reached, as the provider knows it. */
  readonly publicUrl: string;
  /** Creates a company with credits. */
  company(credits?: number): Promise<TestUser>;
  /** Queues a text and returns its id. */
  queue(owner: TestUser, to: string, body?: string): Promise<string>;
  /** Runs the jobs and waits for the provider's reports until nothing is left to do. */
  settle(): Promise<void>;
  stateOf(owner: TestUser, id: string): ReturnType<typeof messageState>;
  credits(owner: TestUser): Promise<number>;
  /** What the phone has received from us. */
  received(phone: string): string[];
  /** Continues at the next noon in New York: at night no text is sent. */
  untilNoon(): void;
  /** Advances the clock here and at the provider. */
  advanceTime(span: `${number} ${'second' | 'minute' | 'hour'}${'' | 's'}`): Promise<void>;
}

const noon = '2030-03-01T17:00:00Z';
let count = 0;

/** Starts a test app with a simulated provider of texts that can call it; all are closed after the file's tests. */
export async function openTextHarness(
  options: { timeoutMs?: number; at?: string; env?: Record<string, string> } = {},
): Promise<TextHarness> {
  const port = await freePort('127.0.0.1', 0);
  const publicUrl = `http://127.0.0.1:${port}`;
  const sim = await startTextSimulator({ inboundUrl: `${publicUrl}/hooks/twilio/inbound`, delayMs: 1 });
  const at = options.at ?? noon;
  sim.clock.advance(Date.parse(at) - sim.clock.ms());
  const testApp = await startTestApp({
    at,
    env: { PUBLIC_URL: publicUrl, DEMO: '1', ...options.env },
    texts: { account: simulatedAccount(sim), timeoutMs: options.timeoutMs ?? 1500 },
  });
  const app = await createHttp(testApp.runtime);
  serveTextWebhooks(app, testApp.runtime);
  await app.listen({ host: '127.0.0.1', port });
  afterAll(async () => {
    await sim.stop();
    await app.close();
  });
  const settle = async () => {
    await testApp.runDueJobs();
    await sim.idle();
    await testApp.runDueJobs();
    await sim.idle();
  };
  return {
    ...{ testApp, sim, publicUrl, settle },
    company: async (credits = 100) => {
      const owner = await testApp.create.owner();
      await testApp.writeAs(owner.subscriberId, (w) => grantTextCredits(w, credits, 'Test'));
      await testApp.runDueJobs();
      return owner;
    },
    queue: (owner, to, body) => queueText(testApp, owner, to, body),
    stateOf: (owner, id) => messageState(testApp, owner, id),
    credits: async ({ subscriberId }) => {
      const row = await testApp.readAs(subscriberId, (r) =>
        mine(r, 'text_balances').select('credits').executeTakeFirstOrThrow(),
      );
      return row.credits;
    },
    received: (phone) =>
      sim
        .texts()
        .filter((text) => text.to === phone && text.direction !== 'inbound')
        .map((text) => text.body),
    untilNoon: () => {
      const to = Date.parse(`${testApp.clock.now().slice(0, 10)}T17:00:00Z`);
      const ms = to - Date.parse(testApp.clock.now());
      const wait = ms < 0 ? ms + 24 * 3_600_000 : ms;
      testApp.clock.advance(wait);
      sim.clock.advance(wait);
    },
    advanceTime: async (span) => {
      const [n = '', unit = ''] = span.split(' ');
      const ms =
        Number(n) * { second: 1000, minute: 60_000, hour: 3_600_000 }[unit.replace(/s$/, '') as 'hour'];
      sim.clock.advance(ms);
      await testApp.advanceTime(span);
    },
  };
}

async function queueText(testApp: TestApp, owner: TestUser, to: string, body = 'See you at 9:00.') {
  const key = `automation.${++count}`;
  await testApp.writeAs(owner.subscriberId, (w) =>
    queueMessages(w, [
      {
        ...{ key, channel: 'text', template_key: 'automation', appointment_id: null },
        ...{ person_id: owner.id, to_address: to, body_text: body, cc_address: '', bcc_address: '' },
        ...{ reply_to: '', from_name: '', subject: '', body_html: '', attachments: [] },
      },
    ]),
  );
  const row = await testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'outbound_messages').where('key', '=', key).select('id').executeTakeFirstOrThrow(),
  );
  return row.id;
}

async function messageState(testApp: TestApp, { subscriberId }: TestUser, id: string) {
  return testApp.readAs(subscriberId, async (r) => {
    const row = await mine(r, 'outbound_messages')
      .where('id', '=', id)
      .select(['status', 'error', 'provider_id', 'segments', 'is_doubtful', 'attempts'])
      .executeTakeFirstOrThrow();
    const events = await mine(r, 'message_events')
      .where('message_id', '=', id)
      .orderBy('id')
      .select('kind')
      .execute();
    return { ...row, timeline: events.map(({ kind }) => kind) };
  });
}
