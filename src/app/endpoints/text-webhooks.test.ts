import { expect, test } from 'vitest';
import { createHttp } from '#server/http/http.ts';
import { sha256Hex } from '#server/ids.ts';
import { twilioSignature } from '#server/outside/texts/twilio-signature.ts';
import { startTestApp } from '#testing/test-app.ts';
import { serveTextWebhooks } from './text-webhooks.ts';

const authToken = 'the token of the account';
const form = 'Body=Thanks&From=%2B15125550111&MessageSid=SM1&To=%2B15125550199';
const path = '/hooks/twilio/inbound?a=1&b=%20two';

/** The app behind a proxy that ends TLS: it sees plain HTTP only. */
async function appAt(publicUrl: string) {
  const testApp = await startTestApp({
    env: { PUBLIC_URL: publicUrl, DEMO: '0' },
    texts: {
      account: {
        ...{ accountSid: `AC${'0'.repeat(32)}`, authToken, apiKey: null },
        ...{ sender: { from: '+15125550199' }, apiBase: 'http://127.0.0.1:9' },
      },
    },
  });
  const app = await createHttp(testApp.runtime);
  serveTextWebhooks(app, testApp.runtime);
  await app.ready();
  const post = async (signedFor: string, more: Record<string, string> = {}, body = form, to = path) => {
    const isForm = body === form;
    const signature = twilioSignature(authToken, signedFor, new URLSearchParams(isForm ? body : ''));
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const headers = {
      host: 'app.internal:3000',
      'content-type': type,
      'x-twilio-signature': signature,
      ...more,
    };
    return app.inject({ method: 'POST', url: to, payload: body, headers });
  };
  return { post };
}

const plain = await appAt('https://app.example');
const withPort = await appAt('https://app.example:8443');

test('calls signed for the public address are accepted behind a TLS proxy, with a query and with a port (M10)', async () => {
  for (const url of [`https://app.example${path}`, `https://app.example:443${path}`]) {
    const answer = await plain.post(url);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('<Response/>')]);
  }
  expect((await withPort.post(`https://app.example:8443${path}`)).statusCode).toBe(200);
});

test.each([
  ['another host', 'https://evil.example', { 'x-forwarded-host': 'evil.example', host: 'evil.example' }],
  ['plain HTTP', 'http://app.example', { 'x-forwarded-proto': 'http' }],
])('calls signed for %s are refused', async (_, origin, headers) => {
  expect((await plain.post(`${origin}${path}`, headers)).statusCode).toBe(403);
});

test('a JSON call is verified over its bytes (M16)', async () => {
  const body = '{"a" : 1.0}';
  const to = `/hooks/twilio/inbound?bodySHA256=${sha256Hex(body)}`;
  const url = `https://app.example${to}`;
  expect((await plain.post(url, {}, body, to)).statusCode).toBe(200);
  expect((await plain.post(url, {}, `${body} `, to)).statusCode).toBe(403);
});

test('after 60 refused calls an address is not heard for five minutes', async () => {
  const answers: number[] = [];
  for (let n = 0; n < 62; n++) answers.push((await withPort.post('https://evil.example')).statusCode);
  expect(answers.filter((status) => status === 403)).toHaveLength(60);
  expect(answers.slice(-2)).toEqual([429, 429]);
});
