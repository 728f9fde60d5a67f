import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { type PaySimulators, startPaySimulators } from '#simulators/pay/pay-simulators.ts';
import { testClock } from '../../clock.ts';
import { readConfig } from '../../config/config.ts';
import { type GatewaysOptions, openGateways } from './gateways.ts';
import { decimalToMinor, minorToDecimal } from './kit/amounts.ts';
import { type Creds, type CredsOf, modeProblems } from './kit/credentials.ts';
import { makeAttempt } from './kit/gateway-bench-for-tests.ts';
import { maskCardNumbers, redact } from './kit/redact.ts';

let sims: PaySimulators;
beforeAll(async () => {
  sims = await startPaySimulators();
});
afterAll(() => sims.stop());

const optionsWith = (changes: Partial<GatewaysOptions> = {}): GatewaysOptions => ({
  config: readConfig({ SECRET_KEY: 'x'.repeat(32) }).gateways,
  production: false,
  clock: testClock(asInstant('2026-11-21T20:00:00.000Z')),
  log: { info() {}, warn() {} },
  simulators: {
    apis: {
      stripe: sims.stripe.url,
      square: sims.square.url,
      authorize_net: sims.authorizeNet.url,
      paypal: sims.paypal.url,
      fortis: sims.fortis.url,
    },
    publicUrl: sims.publicUrl,
  },
  kit: { sleep: async () => {} },
  ...changes,
});
const stripe: CredsOf<5> = {
  type: 5,
  mode: 'simulator',
  connection: 'a',
  publishable_key: 'pk_test_1',
  secret_key: 'sk_test_1',
};
const all: Creds[] = [
  { type: 3, mode: 'simulator', connection: 'b', api_login_id: 'l', transaction_key: 't' },
  {
    type: 4,
    mode: 'simulator',
    connection: 'c',
    application_id: 'sandbox-sq0idb-1',
    location_id: 'L88917AVBK2S5',
    access_token: 'E',
  },
  stripe,
  { type: 6, mode: 'simulator', connection: 'd', client_id: 'A', client_secret: 'E' },
  {
    type: 7,
    mode: 'simulator',
    connection: 'e',
    user_id: 'u',
    user_api_key: 'k',
    location_id: '11e95f8ec39de8fbdb0a4f1a',
    product_transaction_id: 'p',
    developer_id: 'gable',
  },
];

describe('the gateways', () => {
  test.each(all)('of type $type call their simulator and load its script', async (creds) => {
    const gateway = openGateways(optionsWith()).of(creds);
    expect(gateway.type).toBe(creds.type);
    expect(await gateway.checkCredentials(creds)).toMatchObject({ ok: true });
    const session = await gateway.begin(creds, makeAttempt());
    const origin = new URL(sims.publicUrl).origin;
    expect(session.scriptUrl).toMatch(new RegExp(`^${origin}/sdk/`));
    // Only Authorize.Net's script inserts a style, and only its own page is reached by a form.
    const more = creds.type === 3 ? { form: [origin], insertsStyles: true } : {};
    expect(session.csp).toEqual({ script: [origin], frame: [origin], connect: [], ...more });
    expect((await fetch(session.scriptUrl ?? '')).status).toBe(200);
    if (creds.type === 6) return;
    expect(session.redirect).toBeUndefined();
  });

  test.each([
    ['test', 'https://jstest.authorize.net', 'https://test.authorize.net'],
    ['live', 'https://js.authorize.net', 'https://accept.authorize.net'],
  ] as const)("allow the host of Authorize.Net's script for its lightbox (%s)", (mode, js, hosted) => {
    const csp = openGateways(optionsWith()).hostsOf({ type: 3, mode });
    expect(csp).toMatchObject({ script: [js], frame: [js], form: [hosted], insertsStyles: true });
  });

  test('reject the keys of another gateway', async () => {
    const gateways = openGateways(optionsWith());
    await expect(gateways.of({ type: 4 }).begin(stripe, makeAttempt())).rejects.toThrow('keys of gateway 5');
  });

  test('reject simulator keys without simulators and live keys outside production', async () => {
    const alone = openGateways(optionsWith({ simulators: null })).of(stripe);
    await expect(alone.begin(stripe, makeAttempt())).rejects.toMatchObject({ code: 'merchant_setup' });
    const live = { ...stripe, mode: 'live' as const, secret_key: 'sk_live_1', publishable_key: 'pk_live_1' };
    await expect(openGateways(optionsWith()).of(live).begin(live, makeAttempt())).rejects.toMatchObject({
      code: 'merchant_setup',
      message: 'live payments need NODE_ENV=production',
    });
  });

  test('require keys whose format matches the mode', () => {
    expect(modeProblems(stripe)).toEqual({});
    expect(modeProblems({ ...stripe, mode: 'live' })).toHaveProperty('secret_key');
    expect(modeProblems({ ...stripe, secret_key: 'rk_live_1' })).toHaveProperty('secret_key');
    expect(modeProblems({ ...stripe, secret_key: 'rk_test_1' })).toEqual({});
    expect(modeProblems({ ...stripe, publishable_key: 'hello' })).toHaveProperty('publishable_key');
  });
});

test('converts decimal amounts exactly in both directions', () => {
  for (const minor of [0, 1, 9, 10, 99, 100, 42500, 123456789])
    expect(decimalToMinor(minorToDecimal(minor))).toBe(minor);
  expect(decimalToMinor(10)).toBe(1000);
  expect(decimalToMinor('4.5')).toBe(450);
  expect(decimalToMinor('4.505')).toBeNull();
  expect(decimalToMinor('-1.00')).toBeNull();
  expect(() => minorToDecimal(1.5)).toThrow(RangeError);
});

test('removes names and card numbers from a response before it is stored', () => {
  const raw = {
    id: 'pi_1',
    client_secret: 'x',
    billing_details: { name: 'Jane' },
    amount: 42500,
    note: 'card 4111 1111 1111 1111 used',
    list: [{ payer: { email_address: 'a@b.c' }, status: 'ok' }],
  };
  expect(redact(raw)).toEqual({
    id: 'pi_1',
    client_secret: '[redacted]',
    billing_details: '[redacted]',
    amount: 42500,
    note: 'card [redacted] used',
    list: [{ payer: '[redacted]', status: 'ok' }],
  });
  expect(maskCardNumbers('order 4111111111111112')).toContain('4111111111111112');
});

test('the operator can set time limits that gateways do not document', async () => {
  const { gateways } = readConfig({
    SECRET_KEY: 'x'.repeat(32),
    ANET_PAGE_MINUTES: '20',
    FORTIS_LOOKUP_MINUTES: '45',
  });
  const pay = openGateways(optionsWith({ config: gateways }));
  const anet = all.find((one) => one.type === 3) as CredsOf<3>;
  const session = await pay.of(anet).begin(anet, makeAttempt({ checkoutStyle: 'redirect' }));
  expect(session.page?.livesMinutes).toBe(20);
  expect(pay.of({ type: 7 }).lookupIsFinalAfterMinutes).toBe(45);
  expect(readConfig({ SECRET_KEY: 'x'.repeat(32) }).gateways.minutes).toEqual({
    anetPage: 15,
    fortisLookup: 15,
  });
});
