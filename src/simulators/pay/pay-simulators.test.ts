import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { durationMs } from './kit/clock.ts';
import { type PaySimulators, startPaySimulators } from './pay-simulators.ts';

let sims: PaySimulators;
beforeAll(async () => {
  sims = await startPaySimulators();
});
afterAll(() => sims.stop());
beforeEach(() => control('reset', {}));

const control = (path: string, body: unknown) =>
  fetch(`${sims.publicUrl}/__sim/api/${path}`, { method: 'POST', body: JSON.stringify(body) });
const ask = async (path: string) => (await fetch(`${sims.publicUrl}${path}`)).text();

test('every provider has a script, a frame and a separate port', async () => {
  const urls = [sims.stripe, sims.square, sims.authorizeNet, sims.paypal, sims.fortis].map((sim) => sim.url);
  expect(new Set([...urls, sims.publicUrl]).size).toBe(6);
  const globals = {
    stripe: 'window.Stripe',
    square: 'window.Square',
    'authorize-net': 'AcceptUI',
    paypal: 'window.paypal',
    fortis: 'window.Commerce',
  };
  for (const [provider, global] of Object.entries(globals)) {
    const script = await ask(`/sdk/${provider}.js`);
    expect(script).toContain(global);
    // It parses.
    expect(() => new Function(script)).not.toThrow();
    expect(await ask(`/frames/${provider}?sid=1`)).toContain('SIMULATOR – use test cards');
  }
  expect((await fetch(`${sims.publicUrl}/sdk/other.js`)).status).toBe(404);
});

const answersAt = (host: string, url: string) =>
  fetch(`http://${host}:${new URL(url).port}/`).then(
    () => true,
    () => false,
  );

test('by default only this address is served', async () => {
  expect(sims.publicUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await answersAt('127.0.0.1', sims.publicUrl)).toBe(true);
  expect(await answersAt('127.0.0.2', sims.publicUrl)).toBe(false);
});

test('where the app is reached from everywhere, so are the pages, but no API', async () => {
  const wide = await startPaySimulators({ place: { host: '0.0.0.0', name: 'gable.example' } });
  try {
    expect(wide.publicUrl).toMatch(/^http:\/\/gable\.example:\d+$/);
    expect(await answersAt('127.0.0.2', wide.publicUrl)).toBe(true);
    for (const sim of [wide.stripe, wide.square, wide.authorizeNet, wide.paypal, wide.fortis])
      expect(await answersAt('127.0.0.2', sim.url)).toBe(false);
  } finally {
    await wide.stop();
  }
});

test('a frame without an origin may tokenize, and the card number is removed from the record', async () => {
  const preflight = await fetch(`${sims.publicUrl}/frames/square/tokenize`, { method: 'OPTIONS' });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  const card = { number: '4111 1111 1111 1111', expiry: '12/34', cvc: '111', postal_code: '78701' };
  const answer = await fetch(`${sims.publicUrl}/frames/square/tokenize`, {
    method: 'POST',
    headers: { origin: 'null', 'content-type': 'application/json' },
    body: JSON.stringify({ card, context: { has_details: '1' } }),
  });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answer.json()).toMatchObject({ status: 'OK', token: expect.stringMatching(/^cnon:/) });
  const bad = await fetch(`${sims.publicUrl}/frames/stripe/tokenize`, {
    method: 'POST',
    body: JSON.stringify({ card: { ...card, number: '4111 1111 1111 1112' }, context: {} }),
  });
  expect(await bad.json()).toMatchObject({ error: { type: 'validation_error' } });
});

test('the control API sets faults, advances clocks and lists payments', async () => {
  await control('faults', { provider: 'square', action: { kind: 'status', code: 418 }, times: 1 });
  const headers = { authorization: 'Bearer t' };
  expect((await fetch(`${sims.square.url}/v2/locations`, { headers })).status).toBe(418);
  expect((await fetch(`${sims.square.url}/v2/locations`, { headers })).status).toBe(200);
  const before = sims.fortis.clock.ms();
  await control('clock', { provider: 'fortis', advance: 'P1D' });
  expect(sims.fortis.clock.ms() - before).toBeGreaterThanOrEqual(86_400_000);
  expect((await control('clock', { advance: 'tomorrow' })).status).toBe(400);
  expect(JSON.parse(await ask('/__sim/api/requests?provider=square'))).toHaveLength(2);
  expect(JSON.parse(await ask('/__sim/api/payments'))).toEqual([]);
  const outside = await fetch(`${sims.publicUrl}/__sim/api/payments`, {
    headers: { 'x-forwarded-for': '1.2.3.4' },
  });
  expect(outside.status).toBe(403);
});

test('webhooks are held, shuffled, repeated and dropped as configured', async () => {
  const { createServer } = await import('node:http');
  const types: string[] = [];
  const hook = createServer((request, response) => {
    request.resume();
    types.push(String(request.headers['x-square-hmacsha256-signature'] ?? ''));
    response.end();
  });
  await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done));
  const address = hook.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
  const post = (path: string, body: unknown) =>
    fetch(`${sims.square.url}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer t' },
      body: JSON.stringify(body),
    });
  await post('/v2/webhooks/subscriptions', {
    idempotency_key: 'k',
    subscription: { notification_url: url, event_types: ['payment.created', 'payment.updated'] },
  });
  const pay = (key: string) =>
    post('/v2/payments', {
      source_id: 'cnon:card-nonce-ok',
      idempotency_key: key,
      amount_money: { amount: 100, currency: 'USD' },
    });
  await control('webhooks', { provider: 'square', mode: { kind: 'hold' } });
  await pay('a');
  await sims.square.webhooks.idle();
  expect(types).toHaveLength(0);
  const ids = sims.square.webhooks.events().map((event) => event.id);
  await control('webhooks/release', { provider: 'square', order: [...ids].reverse() });
  expect(sims.square.webhooks.deliveries().map((one) => one.eventId)).toEqual([...ids].reverse());
  await control('webhooks', { provider: 'square', mode: { kind: 'duplicate', n: 3 } });
  types.length = 0;
  await pay('b');
  await sims.square.webhooks.idle();
  expect(types).toHaveLength(12);
  await control('webhooks', { provider: 'square', mode: { kind: 'drop', rate: 1 } });
  types.length = 0;
  await pay('c');
  await sims.square.webhooks.idle();
  expect(types).toHaveLength(0);
  await control(`webhooks/${ids[0]}/replay`, { provider: 'square' });
  expect(types).toHaveLength(1);
  await new Promise((done) => hook.close(done));
});

test('the same seed gives the same ids', async () => {
  const link = async () => {
    await control('reset', {});
    await control('seed', { provider: 'square', seed: 42 });
    const answer = await fetch(`${sims.square.url}/v2/payments`, {
      method: 'POST',
      headers: { authorization: 'Bearer t' },
      body: JSON.stringify({
        source_id: 'cnon:card-nonce-ok',
        idempotency_key: 'x',
        amount_money: { amount: 100, currency: 'USD' },
      }),
    });
    return ((await answer.json()) as { payment: { id: string } }).payment.id;
  };
  expect(await link()).toBe(await link());
});

test('parses durations', () => {
  expect(durationMs('PT16M')).toBe(960_000);
  expect(durationMs('P1M')).toBe(30 * 86_400_000);
  expect(durationMs('P')).toBeNaN();
});
