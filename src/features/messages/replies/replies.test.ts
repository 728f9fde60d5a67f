import { describe, expect, test } from 'vitest';
import { mine } from '#server/db/scope.ts';
import { twilioSignature } from '#server/outside/texts/twilio-signature.ts';
import type { TestUser } from '#testing/test-user.ts';
import { listTextReplyLog, stopTexts } from '../replies-contract.ts';
import { openTextHarness } from './text-harness-for-tests.ts';

const { testApp, sim, publicUrl, company, queue, settle, stateOf, received, credits } =
  await openTextHarness();
let count = 0;
const newPhone = () => `+1512555${2000 + ++count}`;

/** A phone that the company has texted. */
async function textedPhone(owner: TestUser): Promise<string> {
  const phone = newPhone();
  await queue(owner, phone);
  await settle();
  return phone;
}

const optOuts = (owner: TestUser) =>
  testApp.readAs(owner.subscriberId, (r) => mine(r, 'text_opt_outs').select(['phone', 'source']).execute());
const log = async (owner: TestUser) => (await owner.call(listTextReplyLog, {})).pageData;

describe('the eight forms of STOP (M6)', () => {
  const words = ['STOP', ' stop ', 'Stop.', 'STOP!', 'StopAll', 'OPTOUT', 'revoke', 'quit'];

  test.each(words)('%j opts out, with one confirmation', async (word) => {
    sim.optOut('off');
    const owner = await company();
    const phone = await textedPhone(owner);
    sim.reply(phone, word);
    await settle();
    expect(await optOuts(owner)).toEqual([{ phone, source: 'reply' }]);
    expect(received(phone).filter((body) => body.includes('no more texts'))).toHaveLength(1);
    const refused = await stateOf(owner, await queue(owner, phone));
    expect(refused).toMatchObject({ status: 'failed', error: 'The recipient opted out of texts' });
    expect(await credits(owner)).toBe(99);
    sim.reply(phone, word);
    await settle();
    expect(received(phone)).toHaveLength(2);
  });

  test.each(['default', 'advanced'] as const)(
    'a provider that answers itself (%s) leaves one confirmation',
    async (handling) => {
      sim.optOut(handling);
      const owner = await company();
      const phone = await textedPhone(owner);
      sim.reply(phone, 'STOP');
      await settle();
      expect(await optOuts(owner)).toMatchObject([{ phone }]);
      expect(received(phone)).toHaveLength(2);
    },
  );

  test.each(['We must STOP the leak first', 'Cancel 14:00 please'])(
    '%j does not opt out; the office sees it and stops texts with one click',
    async (body) => {
      sim.optOut('off');
      const owner = await company();
      const phone = await textedPhone(owner);
      sim.reply(phone, body);
      await settle();
      expect(await optOuts(owner)).toEqual([]);
      const [shown] = await log(owner);
      expect(shown).toMatchObject({ body, kind: 'text', may_want_stop: true, has_opted_out: false });
      await owner.call(stopTexts, { id: shown?.id ?? '' });
      expect(await log(owner)).toMatchObject([{ has_opted_out: true }]);
      expect(await optOuts(owner)).toEqual([{ phone, source: 'office' }]);
      expect(received(phone)).toHaveLength(1);
    },
  );
});

test('START reverses STOP, and HELP is answered once a day', async () => {
  sim.optOut('off');
  const owner = await company();
  const phone = await textedPhone(owner);
  for (const word of ['yes', 'stop', 'start', 'HELP', 'help?']) {
    sim.reply(phone, word);
    await settle();
  }
  expect(await optOuts(owner)).toEqual([]);
  expect(received(phone).map((body) => body.slice(-40))).toMatchObject([
    expect.stringContaining('Reply STOP to opt out.'),
    expect.stringContaining('Reply START'),
    expect.stringContaining('Reply STOP'),
    expect.stringContaining('Reply STOP'),
  ]);
  expect((await log(owner)).map(({ kind }) => kind)).toEqual(['help', 'help', 'start', 'stop', 'text']);
  expect(await stateOf(owner, await queue(owner, phone))).toMatchObject({ status: 'queued' });
});

test('a reply belongs to the company that wrote last, and its STOP to that company alone', async () => {
  sim.optOut('off');
  const [first, second] = [await company(), await company()];
  const phone = await textedPhone(first);
  testApp.clock.advance(1000);
  await queue(second, phone);
  await settle();
  sim.reply(phone, 'STOP');
  await settle();
  expect([await optOuts(first), await optOuts(second)]).toMatchObject([[], [{ phone }]]);
  expect(await log(first)).toEqual([]);
  await queue(first, phone, 'Still here');
  await settle();
  expect(received(phone).at(-1)).toContain('Still here');
});

test('a reply that is reported twice is stored once, even if another company writes in between', async () => {
  sim.optOut('off');
  const [first, second] = [await company(), await company()];
  const phone = await textedPhone(first);
  const sid = sim.reply(phone, 'Thanks');
  await settle();
  testApp.clock.advance(1000);
  await queue(second, phone);
  await settle();
  await sim.webhooks.replay(sid);
  expect([await log(first), await log(second)]).toMatchObject([[{ body: 'Thanks' }], []]);
});

describe('callbacks (M9, M10)', () => {
  const path = (owner: TestUser, id: string) => `/hooks/twilio/status/${owner.subscriberId}/${id}`;
  const post = (url: string, body: string, headers: Record<string, string>) =>
    fetch(`${publicUrl}${url}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const signed = (url: string, body: string) => ({
    'x-twilio-signature': twilioSignature(sim.authToken, url, new URLSearchParams(body)),
  });
  async function silent(owner: TestUser): Promise<{ id: string; sid: string }> {
    sim.webhooks.mode({ kind: 'hold' });
    const id = await queue(owner, newPhone());
    await settle();
    sim.webhooks.mode({ kind: 'auto' });
    return { id, sid: (await stateOf(owner, id)).provider_id ?? '' };
  }
  async function report(
    owner: TestUser,
    { id, sid }: { id: string; sid: string },
    status: string,
    code = '',
  ) {
    const body = `MessageSid=${sid}&MessageStatus=${status}${code && `&ErrorCode=${code}`}`;
    const url = path(owner, id);
    const answer = await post(url, body, signed(`${publicUrl}${url}`, body));
    expect(answer.status).toBe(204);
    await testApp.runDueJobs();
  }

  test('in the wrong order never turn a text back, and all are in the timeline', async () => {
    const owner = await company();
    const [first, second] = [await silent(owner), await silent(owner)];
    for (const status of ['delivered', 'sent', 'queued', 'delivered']) await report(owner, first, status);
    expect(await stateOf(owner, first.id)).toMatchObject({
      status: 'delivered',
      error: null,
      timeline: ['queued', 'sent', 'delivered', 'sent', 'queued'],
    });
    await report(owner, second, 'failed', '30003');
    await report(owner, second, 'failed');
    expect(await stateOf(owner, second.id)).toMatchObject({
      status: 'failed',
      error: 'The phone is switched off or cannot be reached (30003)',
      timeline: ['queued', 'sent', 'failed', 'failed'],
    });
    expect(await credits(owner)).toBe(99);
  });

  test('about another company’s text or an unknown one change nothing', async () => {
    const [owner, other] = [await company(), await company()];
    const text = await silent(owner);
    await report(other, text, 'failed', '30003');
    await report(owner, { ...text, sid: `SM${'0'.repeat(32)}` }, 'failed', '30003');
    expect((await stateOf(owner, text.id)).status).toBe('sent');
  });

  test.each([
    ['unsigned', {}],
    ['signed with another token', { 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' }],
  ])('that are %s are refused', async (_, headers) => {
    const owner = await company();
    const { id, sid } = await silent(owner);
    const answer = await post(path(owner, id), `MessageSid=${sid}&MessageStatus=failed`, headers);
    expect(answer.status).toBe(403);
    expect((await stateOf(owner, id)).timeline).toEqual(['queued', 'sent']);
  });

  test('signed for another host are refused, whatever the call says about its host', async () => {
    const owner = await company();
    const { id, sid } = await silent(owner);
    const body = `MessageSid=${sid}&MessageStatus=delivered`;
    const forged = signed(`https://evil.example${path(owner, id)}`, body);
    const hosts = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    expect((await post(path(owner, id), body, { ...forged, ...hosts })).status).toBe(403);
    expect((await stateOf(owner, id)).status).toBe('sent');
  });
});

test('a long reply with emoji arrives whole, however it is cut for lists', async () => {
  sim.optOut('off');
  const owner = await company();
  const phone = await textedPhone(owner);
  const body = `${'x'.repeat(499)}😀${'y'.repeat(1498)}😀`;
  sim.reply(phone, body);
  await settle();
  expect(await log(owner)).toMatchObject([{ body: `${'x'.repeat(499)}😀${'y'.repeat(1498)}` }]);
});
