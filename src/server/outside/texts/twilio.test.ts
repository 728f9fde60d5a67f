import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { simulatedAccount } from '#app/open-external-services.ts';
import { asInstant } from '#domain/base/time.ts';
import { countSegments } from '#domain/messages/segments.ts';
import { systemClock } from '#server/clock.ts';
import { sha256Hex } from '#server/ids.ts';
import { startTextSimulator, type TextSimulator } from '#simulators/texts/text-simulator.ts';
import { openTexts } from './open-texts.ts';
import { TextDeferred, type Texter, TextRejected, TextUncertain } from './texter.ts';
import { isSignedByTwilio, twilioSignature } from './twilio-signature.ts';

const log = { info: () => {}, warn: () => {} };
let sim: TextSimulator;
let texts: Texter;
beforeAll(async () => {
  sim = await startTextSimulator({ inboundUrl: 'http://127.0.0.1:9/inbound' });
  texts = textsOf(sim.authToken);
});
afterEach(() => sim.listener.faults.clear());
afterAll(() => sim.stop());

/** A separate client, so that its circuit breaker is closed. */
function textsOf(authToken: string): Texter {
  return openTexts({
    ...{ account: { ...simulatedAccount(sim), authToken }, clock: systemClock, log },
    kit: { timeoutsMs: { read: 300, charge: 300 }, sleep: async () => {} },
  });
}

const text = (to: string, body = 'See you at 9:00.') => ({ to, body, statusUrl: '' });
const since = asInstant(systemClock.now());

describe('sending', () => {
  test('returns what the provider counts', async () => {
    const sent = await texts.send(text('+15125550100', '['.repeat(81)));
    expect(sent).toMatchObject({ status: 'queued', segments: 2, errorCode: null });
    expect(sent.providerId).toMatch(/^SM[0-9a-f]{32}$/);
    expect(sim.texts().at(-1)).toMatchObject({ to: '+15125550100', from: sim.from, body: '['.repeat(81) });
  });

  test.each([
    ['+15005550001', '21211'],
    ['+15005550002', '21612'],
    ['+15005550003', '21408'],
    ['+15005550004', '21610'],
    ['+15005550009', '21614'],
    ['5550100', '21211'],
  ])('to %s is refused with %s for good', async (to, code) => {
    const refused = await texts.send(text(to)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TextRejected);
    expect(refused).toMatchObject({ code });
  });

  test.each([
    ['the token is wrong', { kind: 'auth_revoked' } as const, TextDeferred],
    ['there are too many', { kind: 'rate_limit', retryAfter: 1 } as const, TextDeferred],
    ['the answer is lost', { kind: 'timeout_after_commit' } as const, TextUncertain],
    ['the connection breaks', { kind: 'reset_after_commit' } as const, TextUncertain],
    ['the provider has an error', { kind: 'status', code: 503 } as const, TextUncertain],
    ['the answer cannot be read', { kind: 'malformed_json' } as const, TextUncertain],
    ['the answer is cut', { kind: 'truncate' } as const, TextUncertain],
  ])('makes one call when %s', async (_, action, error) => {
    const client = textsOf(sim.authToken);
    sim.listener.forget();
    sim.listener.faults.add({ action, times: 9 });
    await expect(client.send(text('+15125550101'))).rejects.toBeInstanceOf(error);
    expect(sim.listener.requests()).toHaveLength(1);
  });

  test('is refused without an account', async () => {
    const none = openTexts({ account: null, clock: systemClock, log });
    expect(none.missing).toBe('TWILIO_ACCOUNT_SID is not set');
    await expect(none.send(text('+15125550100'))).rejects.toBeInstanceOf(TextDeferred);
    expect(none.isAuthentic({ url: 'http://x.test/', signature: '', body: Buffer.from('') })).toBe(false);
  });
});

describe('a lookup', () => {
  test('finds exactly the messages with this number and body', async () => {
    const to = '+15125550102';
    const first = await texts.send(text(to, 'One'));
    await texts.send(text(to, 'Two'));
    await texts.send(text('+15125550103', 'One'));
    expect(await texts.find({ to, body: 'One', since })).toMatchObject([{ providerId: first.providerId }]);
    expect(await texts.find({ to, body: 'Three', since })).toEqual([]);
    expect(await texts.find({ to, body: 'One', since: asInstant('2090-01-01T00:00:00Z') })).toEqual([]);
  });

  test('that fails says so', async () => {
    const client = textsOf(sim.authToken);
    sim.listener.faults.add({ action: { kind: 'status', code: 500 }, times: 9 });
    await expect(client.find({ ...text('+15125550102'), since })).rejects.toBeInstanceOf(TextDeferred);
  });
});

describe('signatures', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const body =
    'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212';
  const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';
  const isValid = (changes: Partial<{ url: string; body: string; signature: string }>) => {
    const call = { url, body, signature, ...changes };
    return isSignedByTwilio('12345', { ...call, body: Buffer.from(call.body) });
  };

  test('the published example is valid, with and without the port', () => {
    expect(isValid({})).toBe(true);
    expect(isValid({ url: url.replace('.com/', '.com:443/') })).toBe(true);
    const withPort = twilioSignature('12345', url.replace('.com/', '.com:443/'), new URLSearchParams(body));
    expect(isValid({ signature: withPort })).toBe(true);
  });

  test.each([
    ['body', { body: body.replace('1234&', '1235&') }],
    ['address', { url: url.replace('foo=1', 'foo=2') }],
    ['host', { url: url.replace('mycompany', 'evil') }],
    ['signature', { signature: signature.replace('R', 'S') }],
    ['signature, which is missing', { signature: '' }],
    ['order of the query', { url: 'https://mycompany.com/myapp.php?bar=2&foo=1' }],
  ])('one change in the %s is noticed', (_, changes) => {
    expect(isValid(changes)).toBe(false);
  });

  test('repeated fields count once per value', () => {
    const once = twilioSignature('t', url, new URLSearchParams('a=2&a=1'));
    expect(twilioSignature('t', url, new URLSearchParams('a=1&a=2&a=1'))).toBe(once);
  });

  test('a JSON body is verified over its bytes', () => {
    const bytes = '{"a" : 1.0}';
    const address = `https://x.example/hook?bodySHA256=${sha256Hex(bytes)}`;
    const signed = twilioSignature('12345', address, new URLSearchParams());
    expect(isValid({ url: address, body: bytes, signature: signed })).toBe(true);
    expect(isValid({ url: address, body: '{"a" : 1.0} ', signature: signed })).toBe(false);
    expect(isValid({ url: address.replace(/=./, '=0'), body: bytes, signature: signed })).toBe(false);
  });
});

test.each([
  `${'['.repeat(68)}😘`,
  `${'['.repeat(69)}😘`,
  '😎'.repeat(35),
  '😎'.repeat(36),
  `${'a'.repeat(152)}€${'a'.repeat(152)}`,
  'ÄÖÜß€ñà @£¤¿ΔΦΓΛΩΠΨΣΘΞ_'.repeat(7),
  'ç'.repeat(71),
  'é\n'.repeat(90),
])('the app counts %j as the provider does', async (body) => {
  const sent = await texts.send(text('+15125550104', body));
  expect(countSegments(body).segments).toBe(sent.segments);
});
