// Clients pay on our pages with every gateway except Stripe: a declined card, then another; and on the gateways' hosted
// pages.
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { testGatewayKeys } from '../../src/features/payments/attempts/gateway-cards-for-tests.ts';
import { type Api, logIn } from '../support/api.ts';
import { test } from '../support/fixtures.ts';

interface Payable {
  appointment: string;
  /** '/create-payment/…?p=…' */
  path: string;
  outstanding: number;
}
type Style = 'embedded' | 'redirect';
/** One for each test of this file. */
const count = 6;

let request: APIRequestContext;
let office: Api;
const invoices: Payable[] = [];

test.beforeAll(async ({ playwright, baseURL }) => {
  request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  office = await logIn(request);
  const list = await office.ask<{ pageData: { id: string; public_id: string; status: string }[] }>(
    'GET',
    '/v2/appointments?perPage=40',
  );
  for (const { id, public_id, status } of list.pageData) {
    // The request of another test offers neither signing nor paying before the office accepts it.
    if (status === 'requested') continue;
    if (invoices.length === count) break;
    const one = await office.ask<{ outstanding: number; is_canceled: boolean; online: object | null }>(
      'GET',
      `/v2/appointments/${id}/invoice`,
    );
    // The Fortis simulator uses cents to force outcomes.
    if (!one.online || one.is_canceled || one.outstanding <= 0 || one.outstanding % 1 !== 0) continue;
    const found = await office.ask<{ people: { role: string; link: string | null }[] }>(
      'POST',
      '/inspections/get-by-id',
      { data: { inspection_id: id } },
    );
    const link = found.people.find((person) => person.role === 'client')?.link;
    if (!link) continue;
    const path = `/create-payment/${public_id}${new URL(link).search}`;
    invoices.push({ appointment: id, path, outstanding: one.outstanding });
  }
  expect(invoices, 'invoices of the demo that can be paid online').toHaveLength(count);
});

// Other tests of this installation pay with the demo's default gateway.
test.afterAll(async () => {
  await setGateway(5, 'embedded');
  await request.dispose();
});

async function setGateway(gateway: 3 | 4 | 5 | 6 | 7, style: Style) {
  const { ask, company } = office;
  const put = await ask<object>('PUT', `/v2/company/${company}/payment-gateway`, {
    data: { payment_type: gateway, credentials: testGatewayKeys[gateway], sandbox: true },
  });
  expect(put).toMatchObject({ connection: { status: 'ok' } });
  await ask('PATCH', `/v2/company/${company}/settings`, { data: { checkout_style: style } });
}

/** Opens the payment page of the next open invoice; returns it with all browser errors. */
async function opened(page: Page, gateway: 3 | 4 | 6 | 7, style: Style = 'embedded') {
  await setGateway(gateway, style);
  const invoice = invoices.pop();
  if (!invoice) throw new Error('no open invoice left');
  const complaints: string[] = [];
  await page.goto(invoice.path);
  // Only of our pages: those of the simulators have no icon.
  const { origin } = new URL(page.url());
  page.on('console', (line) => {
    const isOurs = line.location().url.startsWith(origin);
    if (line.type() === 'error' && isOurs) complaints.push(line.text());
  });
  return { invoice, complaints };
}

async function expectPaid(
  page: Page,
  { invoice, complaints }: Awaited<ReturnType<typeof opened>>,
  gateway: number,
) {
  await expect(page.getByText('received. Thank you!')).toBeVisible();
  expect(complaints).toEqual([]);
  const after = await office.ask<{ outstanding: number; records: object[]; attempts: object[] }>(
    'GET',
    `/v2/appointments/${invoice.appointment}/invoice`,
  );
  expect(after).toMatchObject({ outstanding: 0, records: [{ amount: invoice.outstanding, gateway }] });
  return after;
}

const declined = (page: Page) => page.getByText('The payment was declined');
const card = (page: Page, name: string | RegExp) =>
  page.frameLocator('iframe[title="Card details (simulator)"]').getByRole('button', { name, exact: true });
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

test('Authorize.Net: its lightbox opens again after a declined card', async ({ page }) => {
  const visit = await opened(page, 3);
  await payButton(page).click();
  await card(page, 'Declined (ZIP 46282)').click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(declined(page)).toBeVisible();
  await payButton(page).click();
  await card(page, 'Visa, succeeds').click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  expect((await expectPaid(page, visit, 3)).attempts).toMatchObject([{ state: 'failed', code: 'declined' }]);
});

test('Authorize.Net hosted page: the payer returns and sees the result', async ({ page }) => {
  const visit = await opened(page, 3, 'redirect');
  await payButton(page).first().click();
  await expect(page.getByText('SIMULATOR – use test cards')).toBeVisible();
  await page.getByRole('button', { name: 'Visa, succeeds' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expectPaid(page, visit, 3);
  expect(new URL(page.url()).searchParams.has('attempt')).toBe(false);
});

test('Fortis hosted page: a declined card, then another, and back', async ({ page }) => {
  const visit = await opened(page, 7, 'redirect');
  await payButton(page).first().click();
  await expect(page.getByText('SIMULATOR – use test cards')).toBeVisible();
  await page.getByRole('button', { name: 'Declined' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('The card was declined.')).toBeVisible();
  await page.getByRole('button', { name: /^Succeeds/ }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expectPaid(page, visit, 7);
  expect(new URL(page.url()).searchParams.has('attempt')).toBe(false);
});

for (const [gateway, name, good] of [
  [4, 'Square', 'Succeeds'],
  [7, 'Fortis', /^Succeeds/],
] as const) {
  test(`${name}: a declined card, then another`, async ({ page }) => {
    const visit = await opened(page, gateway);
    const refused = await page.locator('iframe[title="Card details (simulator)"]').elementHandle();
    await card(page, 'Declined').click();
    await payButton(page).click();
    await expect(declined(page)).toBeVisible();
    // The next attempt loads a new form.
    await refused?.waitForElementState('hidden');
    await card(page, good).click();
    await payButton(page).click();
    expect((await expectPaid(page, visit, gateway)).attempts).toMatchObject([
      { state: 'failed', code: 'declined' },
    ]);
  });
}

test('PayPal: declined because of its funding source, then approved', async ({ page }) => {
  const visit = await opened(page, 6);
  const approves = (choice: string) =>
    page.frameLocator('iframe[title="Confirm (simulator)"]').getByRole('button', { name: choice }).click();
  const button = page.getByRole('button', { name: 'PayPal (simulator)' });
  await button.click();
  await approves('Wrong funding source');
  await expect(declined(page)).toBeVisible();
  await button.click();
  await approves('Approve');
  await expectPaid(page, visit, 6);
});
