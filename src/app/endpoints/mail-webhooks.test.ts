import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fateOf, queueMail, referenceOf } from '#features/messages/outbox/mail-for-tests.ts';
import { startTestApp } from '#testing/test-app.ts';
import { certificateUrl, createTestSns, type SnsFields, testTopic } from './sns-for-tests.ts';

const postmarkSecret = 'postmark:a-long-password';
const mailgunKey = 'key-0123456789abcdef';
const testApp = await startTestApp({
  env: {
    SES_TOPIC_ARN: testTopic,
    POSTMARK_WEBHOOK_SECRET: postmarkSecret,
    MAILGUN_SIGNING_KEY: mailgunKey,
  },
});
const sns = await createTestSns();

/** Every connection that the server opens. */
let connections: string[] = [];
beforeEach(() => {
  connections = [];
  vi.stubGlobal('fetch', async (url: string) => {
    connections.push(url);
    return new Response(sns.certificate, { status: 200 });
  });
});
afterEach(() => vi.unstubAllGlobals());

let caller = 0;
async function post(provider: string, body: string, headers: Record<string, string> = {}) {
  const response = await testApp.app.inject({
    ...{ method: 'POST', url: `/api/v2/webhooks/mail/${provider}`, payload: body },
    headers: { 'content-type': 'text/plain; charset=UTF-8', ...headers },
    // Refusals are limited by address.
    remoteAddress: `203.0.113.${++caller}`,
  });
  await testApp.runDueJobs();
  return response.statusCode;
}
const postSns = (message: SnsFields) => post('ses', JSON.stringify(message));

/** A sent mail of a new company. */
async function sentMail(changes: Parameters<typeof queueMail>[2] = {}) {
  const { subscriberId } = await testApp.create.owner();
  const id = await queueMail(testApp, subscriberId, changes);
  await testApp.runDueJobs();
  const reference = referenceOf(testApp, subscriberId, id);
  return { reference, fate: () => fateOf(testApp, subscriberId, id) };
}

const bounceOf = (reference: string, recipient: object, bounceType = 'Permanent') =>
  JSON.stringify({
    notificationType: 'Bounce',
    mail: { source: `b+${reference}@bounces.gable.example` },
    bounce: {
      ...{ bounceType, bounceSubType: 'General', timestamp: '2030-03-01T14:00:05.000Z' },
      bouncedRecipients: [
        { emailAddress: 'ann@a.example', status: '5.1.1', diagnosticCode: 'smtp; 550', ...recipient },
      ],
    },
  });

describe('forged SNS messages (M1)', () => {
  test.each([
    [{ SubscribeURL: 'http://169.254.169.254/x' }],
    [{ SubscribeURL: 'https://evil.example/?h=sns.us-east-1.amazonaws.com' }],
  ])('never fetch an address to confirm: %o', async (changes) => {
    const message = sns.sign({ Type: 'SubscriptionConfirmation', Token: 't', ...changes });
    expect(await postSns(message)).toBe(403);
    expect(connections).toEqual([]);
  });

  test.each([
    'https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-test.pem',
    'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-test.pem',
    'https://sns.us-east-1.amazonaws.com:8443/SimpleNotificationService-test.pem',
    'https://a@sns.us-east-1.amazonaws.com/SimpleNotificationService-test.pem',
    'https://bucket.s3.amazonaws.com/SimpleNotificationService-test.pem',
    'https://sns.us-east-1.amazonaws.com/x.txt',
    'not an address',
  ])('never fetch a certificate from %s', async (SigningCertURL) => {
    const { reference, fate } = await sentMail();
    expect(await postSns(sns.sign({ SigningCertURL, Message: bounceOf(reference, {}) }))).toBe(403);
    expect(connections).toEqual([]);
    expect(await fate()).toMatchObject({ status: 'sent', suppressed: [] });
  });

  test('of another topic are refused, although their signature is genuine', async () => {
    const { reference, fate } = await sentMail();
    const TopicArn = 'arn:aws:sns:us-east-1:999999999999:mail-events';
    expect(await postSns(sns.sign({ TopicArn, Message: bounceOf(reference, {}) }))).toBe(403);
    expect(connections).toEqual([]);
    expect(await fate()).toMatchObject({ status: 'sent', suppressed: [] });
  });

  test('without a valid signature block no one', async () => {
    const { reference, fate } = await sentMail();
    const message = { ...sns.sign({ Message: bounceOf(reference, {}) }), Signature: 'AAAA' };
    expect(await postSns(message)).toBe(403);
    expect(connections.filter((url) => url !== certificateUrl)).toEqual([]);
    expect(await fate()).toMatchObject({ status: 'sent', suppressed: [] });
  });
});

describe('genuine SNS messages (M2)', () => {
  const variants = [
    { SignatureVersion: '1' },
    { SignatureVersion: '1', Subject: 'Amazon SES Email Event Notification' },
    { SignatureVersion: '2' },
    { SignatureVersion: '2', Subject: 'Amazon SES Email Event Notification' },
  ];

  test.each(variants)('are accepted as text/plain, once: %o', async (variant) => {
    const { reference, fate } = await sentMail();
    const message = sns.sign({ ...variant, Message: bounceOf(reference, {}) });
    expect(await postSns(message)).toBe(200);
    expect(await postSns(message)).toBe(200);
    expect(await fate()).toMatchObject({
      status: 'bounced',
      events: ['queued', 'sent', 'bounced ann@a.example'],
      suppressed: ['ann@a.example all bounced'],
    });
  });

  test.each(variants)('with one byte changed are refused: %o', async (variant) => {
    const { reference, fate } = await sentMail();
    const message = sns.sign({ ...variant, Message: bounceOf(reference, {}) });
    expect(await postSns({ ...message, Message: message.Message.replace('Permanent', 'permanent') })).toBe(
      403,
    );
    expect(await fate()).toMatchObject({ status: 'sent', suppressed: [] });
  });

  test('confirm a subscription at Amazon', async () => {
    const SubscribeURL = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';
    const message = sns.sign({ Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL });
    expect(await postSns(message)).toBe(200);
    expect(connections.filter((url) => url !== certificateUrl)).toEqual([SubscribeURL]);
  });
});

test('a bounce of the copy suppresses only the copy (M3)', async () => {
  const { reference, fate } = await sentMail({ cc_address: 'copy@a.example' });
  const delivery = JSON.stringify({
    notificationType: 'Delivery',
    mail: { source: `b+${reference}@bounces.gable.example` },
    delivery: { timestamp: '2030-03-01T14:00:03.000Z', recipients: ['ann@a.example'] },
  });
  await postSns(sns.sign({ Message: delivery }));
  await postSns(sns.sign({ Message: bounceOf(reference, { emailAddress: 'Copy@a.example' }) }));
  expect(await fate()).toEqual({
    ...{ status: 'delivered', error: null },
    events: ['queued', 'sent', 'delivered ann@a.example', 'bounced copy@a.example'],
    suppressed: ['copy@a.example all bounced'],
  });
});

test('a bounce that names an address we did not write to suppresses none', async () => {
  const { reference, fate } = await sentMail();
  await postSns(sns.sign({ Message: bounceOf(reference, { emailAddress: 'victim@b.example' }) }));
  expect(await fate()).toMatchObject({ status: 'failed', suppressed: [] });
});

describe('hard and soft bounces are distinguished by their code (M4)', () => {
  test('an invalid domain is a bounce, although SES calls it transient', async () => {
    const { reference, fate } = await sentMail({ to_address: 'ann@gmial.example' });
    const recipient = {
      emailAddress: 'ann@gmial.example',
      status: '5.4.4',
      diagnosticCode: 'Invalid domain',
    };
    await postSns(sns.sign({ Message: bounceOf(reference, recipient, 'Transient') }));
    expect(await fate()).toMatchObject({
      ...{ status: 'bounced', error: 'Invalid domain' },
      suppressed: ['ann@gmial.example all bounced'],
    });
  });

  test('a mail that expired after retries failed, and its address is not suppressed', async () => {
    const { reference, fate } = await sentMail();
    const recipient = { status: '4.4.7', diagnosticCode: 'Message expired' };
    await postSns(sns.sign({ Message: bounceOf(reference, recipient, 'Transient') }));
    expect(await fate()).toMatchObject({ status: 'failed', error: 'Message expired', suppressed: [] });
  });

  test('a vacation reply is no bounce', async () => {
    const { reference, fate } = await sentMail();
    const recipient = { status: '', diagnosticCode: '' };
    await postSns(sns.sign({ Message: bounceOf(reference, recipient, 'Transient') }));
    expect(await fate()).toMatchObject({ status: 'sent', events: ['queued', 'sent'] });
  });
});

describe('Postmark', () => {
  const postmark = (event: object, secret = postmarkSecret) =>
    post('postmark', JSON.stringify(event), {
      authorization: `Basic ${Buffer.from(secret).toString('base64')}`,
    });

  test('reports deliveries, bounces and complaints', async () => {
    const { reference, fate } = await sentMail();
    const facts = { MessageID: 'm', Metadata: { reference }, Email: 'ann@a.example' };
    await postmark({ ...facts, RecordType: 'Delivery', Recipient: 'ann@a.example', Email: undefined });
    expect(await fate()).toMatchObject({ status: 'delivered' });
    await postmark({ ...facts, RecordType: 'SpamComplaint', ID: 41 });
    expect(await fate()).toMatchObject({
      status: 'delivered',
      suppressed: ['ann@a.example all complained'],
    });
    const other = await sentMail();
    const bounce = { ...facts, RecordType: 'Bounce', ID: 42, Metadata: { reference: other.reference } };
    await postmark({ ...bounce, Type: 'AutoResponder' });
    expect(await other.fate()).toMatchObject({ status: 'sent' });
    await postmark({ ...bounce, Type: 'HardBounce', Details: 'smtp;550 5.1.1 Unknown user' });
    expect(await other.fate()).toMatchObject({ status: 'bounced', error: 'smtp;550 5.1.1 Unknown user' });
  });

  test('is refused with another password', async () => {
    expect(await postmark({ RecordType: 'Delivery' }, 'postmark:another-password')).toBe(403);
    expect(await post('postmark', '{}')).toBe(403);
  });
});

describe('Mailgun', () => {
  const mailgun = (
    event: object,
    { key = mailgunKey, at = Date.parse('2030-03-01T14:00:00Z') / 1000 } = {},
  ) => {
    const [timestamp, token] = [String(at), 'a'.repeat(50)];
    const signature = createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex');
    return post(
      'mailgun',
      JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event }),
    );
  };

  test('reports deliveries and failures', async () => {
    const { reference, fate } = await sentMail();
    const facts = { recipient: 'ann@a.example', 'user-variables': { reference } };
    await mailgun({ ...facts, event: 'delivered', id: `d-${reference}` });
    expect(await fate()).toMatchObject({ status: 'delivered' });
    const other = await sentMail();
    await mailgun({
      ...facts,
      ...{ event: 'failed', id: 'f', severity: 'permanent', reason: 'bounce' },
      'user-variables': { reference: other.reference },
      'delivery-status': { code: 550, message: '5.1.1 The account does not exist' },
    });
    expect(await other.fate()).toMatchObject({ status: 'bounced' });
  });

  test('is refused with another key or an old signature', async () => {
    const event = { event: 'delivered', id: 'x' };
    expect(await mailgun(event, { key: 'another key, long enough' })).toBe(403);
    expect(await mailgun(event, { at: Date.parse('2030-02-27T14:00:00Z') / 1000 })).toBe(403);
  });
});

test.each(['ses', 'postmark', 'mailgun', 'inbound'])(
  '%s refuses a body that is nothing',
  async (provider) => {
    expect(await post(provider, 'nothing')).toBe(403);
    expect(connections).toEqual([]);
  },
);

test('an unknown provider is not found', async () => {
  expect(await post('unknown', '{}')).toBe(404);
});
