import { expect, test } from 'vitest';
import { fateOf, queueMail } from '#features/messages/outbox/mail-for-tests.ts';
import { startTestApp } from '#testing/test-app.ts';

const testApp = await startTestApp();
const { subscriberId } = await testApp.create.owner();
await testApp.runDueJobs();

async function sendMail(
  stream: 'account' | 'transactional' | 'reminder' | 'marketing',
  company = subscriberId,
) {
  testApp.sent.emails.length = 0;
  const id = await queueMail(testApp, company, { stream });
  await testApp.runDueJobs();
  const headers = testApp.sent.emails.at(-1)?.headers ?? {};
  const path =
    /^<http:\/\/gable\.test(\/u\/[a-z2-7]{62})>/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
  return { path, headers, fate: () => fateOf(testApp, company, id) };
}

const post = (url: string, payload = 'List-Unsubscribe=One-Click') =>
  testApp.app.inject({
    ...{ method: 'POST', url, payload },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

test('only what can be unsubscribed from says how', async () => {
  expect((await sendMail('reminder')).headers).toMatchObject({
    'List-Unsubscribe': expect.stringMatching(
      />, <mailto:unsubscribe@bounces\.gable\.example\?subject=[a-z2-7]{62}>$/,
    ),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  for (const stream of ['account', 'transactional'] as const)
    expect(Object.keys((await sendMail(stream)).headers)).not.toContain('List-Unsubscribe');
});

test('opening the link unsubscribes no one; the button stops only that stream of that company (M11)', async () => {
  const { path, fate } = await sendMail('reminder');
  for (let time = 0; time < 5; time++) {
    expect((await testApp.app.inject(path)).statusCode).toBe(200);
    expect((await testApp.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
  }
  expect(await fate()).toMatchObject({ status: 'sent', suppressed: [] });
  const first = await post(path);
  expect(first.statusCode).toBe(200);
  expect(first.headers['set-cookie']).toBeUndefined();
  expect((await post(path)).statusCode).toBe(200);
  expect(await fate()).toMatchObject({
    events: ['queued', 'sent', 'unsubscribed ann@a.example'],
    suppressed: ['ann@a.example reminder unsubscribed'],
  });
  expect(await (await sendMail('reminder')).fate()).toMatchObject({ status: 'blocked' });
  for (const stream of ['account', 'transactional', 'marketing'] as const)
    expect(await (await sendMail(stream)).fate()).toMatchObject({ status: 'sent' });
  const other = await testApp.create.owner();
  await testApp.runDueJobs();
  expect(await (await sendMail('reminder', other.subscriberId)).fate()).toMatchObject({ status: 'sent' });
  await post(path, 'again=1');
  expect(await (await sendMail('reminder')).fate()).toMatchObject({ status: 'sent', suppressed: [] });
});

test('an invalid link changes nothing', async () => {
  const { path } = await sendMail('marketing');
  expect((await post(`${path.slice(0, -1)}x`)).statusCode).toBe(404);
  expect((await post('/u/x')).statusCode).toBe(404);
});

test('the page names the company as it is written', async () => {
  const company = await testApp.create.owner({ company_name: "Cash $& Carry $'s" });
  const { path } = await sendMail('reminder', company.subscriberId);
  expect((await testApp.app.inject(path)).body).toContain('Cash $&#38; Carry $&#39;s');
});
