import { afterEach, describe, expect, test } from 'vitest';
import { mine } from '#server/db/scope.ts';
import { type Mail, MailRejected, MailUncertain, type RefusedRecipient } from '#server/outside/mail.ts';
import { startTestApp } from '#testing/test-app.ts';
import { fateOf, queueMail } from './mail-for-tests.ts';
import type { RenderedMessage } from './queue-messages.ts';

const testApp = await startTestApp();
const mail = testApp.runtime.external.mail as {
  send(mail: Mail): Promise<{ providerId: string; refused?: readonly RefusedRecipient[] }>;
};
const { send } = mail;
afterEach(() => {
  mail.send = send;
  testApp.sent.emails.length = 0;
});

const refusal = (address: string, reason: string) => ({ address, isFinal: reason.startsWith('5'), reason });
const unknown = '550 5.1.1 No such mailbox';

/** A company with nothing to send. */
async function company(): Promise<string> {
  const { subscriberId } = await testApp.create.owner();
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  return subscriberId;
}

async function sendMail(subscriberId: string, changes: Partial<RenderedMessage> = {}): Promise<string> {
  const id = await queueMail(testApp, subscriberId, changes);
  await testApp.runDueJobs();
  return id;
}

const eventsOf = (subscriberId: string) =>
  testApp.readAs(subscriberId, async (r) => {
    const rows = await mine(r, 'events').where('type', 'like', 'message.%').select('type').execute();
    return rows.map(({ type }) => type);
  });

describe('a recipient whom the server refuses', () => {
  test('is suppressed if the address does not exist, and gets no more mail', async () => {
    const own = await company();
    mail.send = async () => {
      throw new MailRejected('all refused', [refusal('ann@a.example', unknown)]);
    };
    const id = await sendMail(own);
    expect(await fateOf(testApp, own, id)).toEqual({
      ...{ status: 'bounced', error: unknown },
      events: ['queued', 'bounced ann@a.example'],
      suppressed: ['ann@a.example all bounced'],
    });
    expect(await eventsOf(own)).toEqual(['message.bounced']);
    mail.send = send;
    const next = await sendMail(own, { to_address: 'Ann@A.example' });
    expect(await fateOf(testApp, own, next)).toMatchObject({
      ...{ status: 'blocked', error: 'suppressed.bounced' },
      events: ['queued', 'blocked ann@a.example'],
    });
    expect(testApp.sent.emails).toEqual([]);
    const login = await sendMail(own, { stream: 'account' });
    expect(await fateOf(testApp, own, login)).toMatchObject({ status: 'sent' });
  });

  test.each([
    ['552 5.2.2 Mailbox full', 'failed'],
    ['554 5.7.1 Blocked by policy', 'blocked'],
    ['554 Transaction failed', 'failed'],
  ])('for the reason "%s" is not suppressed', async (reason, status) => {
    const own = await company();
    mail.send = async () => {
      throw new MailRejected('all refused', [refusal('ann@a.example', reason)]);
    };
    const id = await sendMail(own);
    expect(await fateOf(testApp, own, id)).toMatchObject({ status, error: reason, suppressed: [] });
  });

  test('is not blamed when the mail as a whole is refused', async () => {
    const own = await company();
    mail.send = async () => {
      throw new MailRejected('550 5.1.0 Sender refused');
    };
    const id = await sendMail(own);
    expect(await fateOf(testApp, own, id)).toMatchObject({ status: 'failed', suppressed: [] });
  });
});

describe('what the server answers', () => {
  const reason = `550 5.1.1 No\u0000 such ${'m'.repeat(480)}\ud83d`;
  test.each<[string, () => Promise<{ providerId: string; refused?: RefusedRecipient[] }>]>([
    ['failed', () => Promise.reject(new MailRejected(reason))],
    ['bounced', () => Promise.reject(new MailRejected('all', [refusal('ann@a.example', reason)]))],
    ['bounced', () => Promise.resolve({ providerId: 'x', refused: [refusal('ann@a.example', reason)] })],
    ['uncertain', () => Promise.reject(new MailUncertain(reason))],
    ['queued', () => Promise.reject(new Error(reason))],
  ])('is stored without what the database refuses, and the mail is %s', async (status, answer) => {
    const own = await company();
    mail.send = answer;
    const id = await sendMail(own);
    expect(await fateOf(testApp, own, id)).toMatchObject({ status });
    mail.send = send;
    await testApp.advanceTime('1 minute');
  });
});

describe('a mail with a copy', () => {
  const withCopy = { cc_address: 'copy@a.example', bcc_address: 'archive@own.example' };

  test('reaches the main address although the copy bounces, and only the copy is suppressed', async () => {
    const own = await company();
    mail.send = async () => ({ providerId: 'x', refused: [refusal('copy@a.example', unknown)] });
    const id = await sendMail(own, withCopy);
    expect(await fateOf(testApp, own, id)).toEqual({
      ...{ status: 'sent', error: null },
      events: ['queued', 'sent', 'bounced copy@a.example'],
      suppressed: ['copy@a.example all bounced'],
    });
    mail.send = send;
    const next = await sendMail(own, withCopy);
    expect(await fateOf(testApp, own, next)).toMatchObject({ status: 'sent' });
    expect(testApp.sent.emails.map(({ leftOut }) => leftOut)).toEqual([['copy@a.example']]);
  });

  test('is repeated for those who refused it for now, and for no one else', async () => {
    const own = await company();
    const attempts: (readonly string[] | undefined)[] = [];
    mail.send = async (sent) => {
      attempts.push(sent.leftOut);
      if (attempts.length > 1) return { providerId: 'x' };
      return {
        providerId: 'x',
        refused: [refusal('ann@a.example', '451 4.7.1 Later'), refusal('copy@a.example', unknown)],
      };
    };
    const id = await sendMail(own, withCopy);
    await testApp.advanceTime('1 minute');
    expect(attempts).toEqual([[], ['archive@own.example', 'copy@a.example']]);
    expect(await fateOf(testApp, own, id)).toMatchObject({
      status: 'sent',
      events: ['queued', 'sent archive@own.example', 'deferred', 'bounced copy@a.example', 'sent'],
    });
  });

  test('is not sent to the hidden copy alone', async () => {
    const own = await company();
    mail.send = async () => {
      throw new MailRejected('all refused', [
        refusal('ann@a.example', unknown),
        refusal('copy@a.example', unknown),
      ]);
    };
    await sendMail(own, { cc_address: 'copy@a.example' });
    mail.send = send;
    const id = await sendMail(own, withCopy);
    expect(await fateOf(testApp, own, id)).toMatchObject({ status: 'blocked' });
    expect(testApp.sent.emails).toEqual([]);
  });
});

test('a mail whose receipt was lost is reported as unconfirmed and never repeated', async () => {
  const own = await company();
  let attempts = 0;
  mail.send = async () => {
    attempts++;
    throw new MailUncertain('Connection closed unexpectedly');
  };
  const id = await sendMail(own);
  for (let day = 0; day < 5; day++) await testApp.advanceTime('1 day');
  expect(attempts).toBe(1);
  expect(await fateOf(testApp, own, id)).toMatchObject({
    ...{ status: 'uncertain', error: 'Connection closed unexpectedly' },
    events: ['queued', 'uncertain'],
  });
});

test('one company’s suppressions stop no mail of another', async () => {
  const [a, b] = [await company(), await company()];
  mail.send = async () => {
    throw new MailRejected('all refused', [refusal('ann@a.example', unknown)]);
  };
  await sendMail(a);
  mail.send = send;
  const id = await sendMail(b);
  expect(await fateOf(testApp, b, id)).toMatchObject({ status: 'sent', suppressed: [] });
  expect(testApp.sent.emails).toHaveLength(1);
});
