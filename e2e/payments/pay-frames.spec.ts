// The simulated gateways' scripts in a real browser: a page with a strict policy gets tokens and never sees a card
// number.
import { createServer } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { contentSecurityPolicy } from '../../src/server/http/pages.ts';
import {
  checkoutPageSources,
  type GatewayContext,
} from '../../src/server/outside/pay/kit/gateway-context.ts';
import { type PaySimulators, startPaySimulators } from '../../src/simulators/pay/pay-simulators.ts';
import { test } from '../support/fixtures.ts';

let sims: PaySimulators;
let shop = '';
/** Everything that reached the page's own origin. */
const received: string[] = [];
const noAddress = () => '';
const theirs = checkoutPageSources(
  { simPublicUrl: noAddress, base: noAddress } as unknown as GatewayContext,
  'authorize_net',
  'test',
);
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
  const provider = new URL(request.url ?? '/', 'http://shop').searchParams.get('gateway') ?? '';
  const isProviderHost = provider === 'their-hosts';
  const own = { script: [sims.publicUrl], frame: [sims.publicUrl], connect: [], insertsStyles: true };
  const hosts = isProviderHost ? theirs.csp : own;
  const policy = contentSecurityPolicy('n', false, hosts);
  response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
  response.end(`<!doctype html><title>Pay</title><div id="card"></div>
<button class="AcceptUI" data-apiLoginID="l" data-clientKey="k" data-responseHandler="onAccept" data-acceptUIFormBtnTxt="Pay now">Card</button>
<script nonce="n">window.onAccept = function (reply) { window.accepted = reply; };</script>
<script src="${isProviderHost ? theirs.script : `${sims.publicUrl}/sdk/${provider}.js`}"></script>`);
});

test.beforeAll(async () => {
  sims = await startPaySimulators();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  shop = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
test.afterAll(async () => {
  await sims.stop();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});
test.beforeEach(() => {
  received.length = 0;
});

async function opened(page: Page, gateway: string): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${shop}/?gateway=${gateway}`);
  return complaints;
}

const pick = (page: Page, name: string) =>
  page.frameLocator('iframe').first().getByRole('button', { name, exact: true }).click();

/** Expects no card number at the shop, and no access to the frame. */
async function expectNoCard(page: Page): Promise<void> {
  expect(received.join('\n').replace(/[ -]/g, '')).not.toMatch(
    /4242424242424242|4111111111111111|4007000000027/,
  );
  const isClosed = await page.evaluate(() =>
    [...document.querySelectorAll('iframe')].every((frame) => frame.contentDocument === null),
  );
  expect(isClosed).toBe(true);
}

async function newIntent(): Promise<{ id: string; client_secret: string }> {
  const answer = await fetch(`${sims.stripe.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_x', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'amount=42500&currency=usd',
  });
  return (await answer.json()) as { id: string; client_secret: string };
}

const stripePage = (secret: string) => `(async () => {
  window.stripe = Stripe('pk_test_x');
  window.elements = stripe.elements({ clientSecret: ${JSON.stringify(secret)} });
  const element = elements.create('payment');
  const ready = new Promise((done) => element.on('ready', done));
  element.mount('#card');
  await ready;
})()`;
const confirm =
  "stripe.confirmPayment({ elements, confirmParams: { return_url: location.href }, redirect: 'if_required' })";

test('stripe: a card confirms, another is declined, 3-D Secure asks', async ({ page }) => {
  const complaints = await opened(page, 'stripe');
  await page.evaluate(stripePage((await newIntent()).client_secret));
  await pick(page, 'Declined');
  expect(await page.evaluate(confirm)).toMatchObject({ error: { decline_code: 'generic_decline' } });
  await pick(page, 'Needs 3-D Secure');
  const result = page.evaluate(confirm);
  await page
    .frameLocator('iframe[title="Confirm (simulator)"]')
    .getByRole('button', { name: 'Approve' })
    .click();
  expect(await result).toMatchObject({ paymentIntent: { status: 'succeeded' } });
  await expectNoCard(page);
  expect(complaints).toEqual([]);
});

test('square: a card becomes a token', async ({ page }) => {
  const complaints = await opened(page, 'square');
  await page.evaluate(`(async () => {
    window.card = await Square.payments('sandbox-sq0idb-x', 'L1').card();
    await card.attach('#card');
  })()`);
  expect(await page.evaluate('card.tokenize({})')).toMatchObject({ status: 'ERROR' });
  await pick(page, 'Succeeds');
  expect(await page.evaluate('card.tokenize({})')).toMatchObject({
    status: 'OK',
    token: expect.stringMatching(/^cnon:/),
    details: { card: { last4: '1111' } },
  });
  await expectNoCard(page);
  expect(complaints).toEqual([]);
});

test('square: the bank challenges the buyer, who approves, denies or closes', async ({ page }) => {
  const complaints = await opened(page, 'square');
  await page.evaluate(`(async () => {
    window.card = await Square.payments('sandbox-sq0idb-x', 'L1').card();
    await card.attach('#card');
  })()`);
  await pick(page, 'Needs verification');
  const answers = async (choice: string) => {
    const tokenizing = page.evaluate('card.tokenize({ intent: "CHARGE" })');
    const bank = page.frameLocator('iframe[title="Confirm (simulator)"]');
    await bank.getByRole('button', { name: choice }).click();
    const result = (await tokenizing) as { status: string; token?: string };
    return result.token ? charged(result.token) : result.status;
  };
  expect(await answers('Close')).toBe('ERROR');
  expect(await answers('Deny')).toBe('CARD_DECLINED_VERIFICATION_REQUIRED');
  expect(await answers('Approve')).toBe('COMPLETED');
  await expectNoCard(page);
  expect(complaints).toEqual([]);
});

/** Square's response to a charge with this token. */
async function charged(token: string): Promise<string | undefined> {
  const answer = await fetch(`${sims.square.url}/v2/payments`, {
    method: 'POST',
    headers: { authorization: 'Bearer EAAAx', 'content-type': 'application/json' },
    body: JSON.stringify({
      source_id: token,
      idempotency_key: token.slice(5, 40),
      amount_money: { amount: 42_500, currency: 'USD' },
    }),
  });
  const { payment, errors } = (await answer.json()) as {
    payment?: { status: string };
    errors?: { code: string }[];
  };
  return errors?.[0]?.code ?? payment?.status;
}

test('authorize.net: only the first button opens the lightbox, across all attempts', async ({ page }) => {
  const complaints = await opened(page, 'authorize-net');
  const nonces = new Set<string>();
  for (const card of ['Declined (ZIP 46282)', 'Visa, succeeds']) {
    await page.getByRole('button', { name: 'Card' }).click();
    await pick(page, card);
    await page.getByRole('button', { name: 'Pay now' }).click();
    const accepted = (name: string) => page.evaluate(`window.accepted && accepted.opaqueData.${name}`);
    await expect.poll(() => accepted('dataDescriptor')).toBe('COMMON.ACCEPT.INAPP.PAYMENT');
    nonces.add(String(await accepted('dataValue')));
    await page.evaluate('window.accepted = null');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  expect(nonces.size).toBe(2);
  await page.evaluate("document.querySelector('.AcceptUI').outerHTML += ''");
  await page.getByRole('button', { name: 'Card' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectNoCard(page);
  expect(complaints).toEqual([]);
});

test('authorize.net: the policy of its hosts allows its frame and its style', async ({ page }) => {
  // Stand-in responses of the provider's hosts; only the addresses are real.
  await page.route('https://jstest.authorize.net/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const path = pathname === '/v3/AcceptUI.js' ? '/sdk/authorize-net.js' : pathname + search;
    await route.fulfill({ response: await route.fetch({ url: sims.publicUrl + path }) });
  });
  const complaints = await opened(page, 'their-hosts');
  await page.getByRole('button', { name: 'Card' }).click();
  await pick(page, 'Visa, succeeds');
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect.poll(() => page.evaluate('Boolean(window.accepted && accepted.opaqueData)')).toBe(true);
  expect(complaints).toEqual([]);
});

test('paypal: the button leads through approval', async ({ page }) => {
  const complaints = await opened(page, 'paypal');
  const token = (await (
    await fetch(`${sims.paypal.url}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` },
      body: 'grant_type=client_credentials',
    })
  ).json()) as { access_token: string };
  const order = (await (
    await fetch(`${sims.paypal.url}/v2/checkout/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token.access_token}` },
      body: JSON.stringify({
        intent: 'CAPTURE',
        purchase_units: [{ amount: { currency_code: 'USD', value: '1.00' } }],
      }),
    })
  ).json()) as { id: string };
  await page.evaluate(`paypal.Buttons({
    createOrder: async () => ${JSON.stringify(order.id)},
    onApprove: async (data) => { window.approved = data.orderID; },
    onCancel: () => { window.canceled = true; },
  }).render('#card')`);
  await page.getByRole('button', { name: 'PayPal (simulator)' }).click();
  await page.frameLocator('iframe').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.evaluate('window.canceled')).toBe(true);
  await page.getByRole('button', { name: 'PayPal (simulator)' }).click();
  await page.frameLocator('iframe').getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => page.evaluate('window.approved')).toBe(order.id);
  expect(complaints).toEqual([]);
});

test('fortis: a card becomes a ticket', async ({ page }) => {
  const complaints = await opened(page, 'fortis');
  const answer = await fetch(`${sims.fortis.url}/v1/elements/ticket/intention`, {
    method: 'POST',
    headers: { 'user-id': 'u', 'user-api-key': 'k', 'developer-id': 'd' },
    body: JSON.stringify({ location_id: '11e95f8ec39de8fbdb0a4f1a' }),
  });
  const { data } = (await answer.json()) as { data: { client_token: string } };
  await page.evaluate(`(async () => {
    window.elements = new Commerce.elements(${JSON.stringify(data.client_token)});
    const ready = new Promise((done) => elements.on('ready', done));
    elements.on('done', (reply) => { window.ticket = reply.data.id; });
    elements.create({ container: '#card', environment: 'sandbox' });
    await ready;
  })()`);
  await pick(page, 'Succeeds (cents of the amount may force an outcome)');
  await page.evaluate('elements.submit()');
  await expect.poll(() => page.evaluate('window.ticket')).toMatch(/^11e9/);
  await expectNoCard(page);
  expect(complaints).toEqual([]);
});
