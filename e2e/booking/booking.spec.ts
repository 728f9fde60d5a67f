// Visitors book without an account: on the pages of the company and inside another site.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Request } from '@playwright/test';
import { type Api, logIn } from '../support/api.ts';
import {
  chooseService,
  chooseTime,
  fillPerson,
  fillProperty,
  fillToReview,
  heading,
  next,
  received,
  send,
  visitor,
} from '../support/booking-steps.ts';
import { expectAccessible, waitUntilLoaded } from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';

let office: Api;
let requestId = '';
test.beforeAll(async ({ playwright, baseURL }) => {
  office = await logIn(await playwright.request.newContext({ baseURL: baseURL ?? '' }));
  const settings = await office.ask<{ request_id: string }>('GET', `/v2/company/${office.company}/settings`);
  requestId = settings.request_id;
});

const set = (data: object) => office.ask('PATCH', `/v2/company/${office.company}/settings`, { data });
/** How many appointments have this address. */
async function countAt(address: string): Promise<number> {
  const path = `/v2/appointments?tab=all&text=${encodeURIComponent(address)}`;
  return (await office.ask<{ pageInfo: { total: number } }>('GET', path)).pageInfo.total;
}

test(
  'a visitor books from a phone, and the office sees it without a reload',
  main,
  async ({ browser, page }) => {
    const address = '12 Phone Street';
    await logIn(page.request);
    await page.goto('/appointments?tab=requested');
    await waitUntilLoaded(page);
    const client = await visitor(browser);
    await client.goto('/public-profile/whitfield-home-inspections');
    await client.getByRole('link', { name: 'Book an inspection' }).click();
    await next(client);
    await expect(client.getByText('Enter the street and number')).toBeVisible();
    await expect(client.getByLabel('Street and number')).toBeFocused();
    await expectAccessible(client, 'the property step with errors');
    await fillProperty(client, address);
    await client.getByRole('checkbox').first().check();
    await expect(client.getByText('Total')).toBeVisible();
    await expectAccessible(client, 'the services step');
    await next(client);
    await expect(heading(client, 'Date & time')).toBeVisible();
    await waitUntilLoaded(client);
    await expectAccessible(client, 'the time step');
    await chooseTime(client);
    await fillPerson(client, 'Phone');
    await expect(heading(client, 'Review')).toBeVisible();
    await send(client).click();
    await expect(client.getByText('Accept the terms to continue')).toBeVisible();
    await expectAccessible(client, 'the review step');
    await client.getByLabel(/I accept the/).check();
    await send(client).click();
    await expect(received(client)).toBeFocused();
    await expectAccessible(client, 'the result');
    await expect(page.getByText(address).first()).toBeVisible({ timeout: 10_000 });
    await client.getByRole('link', { name: 'Open your appointment' }).click();
    await expect(client.getByText(address).first()).toBeVisible();
  },
);

test('a double tap, a lost answer and another attempt book once', async ({ browser }) => {
  const address = '34 Twice Street';
  const client = await visitor(browser);
  const sent: Request[] = [];
  await client.route('**/api/v2/public/companies/*/appointments', async (route) => {
    sent.push(route.request());
    await route.fetch();
    if (sent.length === 1) return route.abort();
    return route.fulfill({ response: await route.fetch() });
  });
  await client.goto(`/schedule/${requestId}`);
  await fillToReview(client, address, 'Twice');
  await send(client).dblclick();
  await expect(client.getByText('it is booked only once')).toBeVisible();
  expect(sent).toHaveLength(1);
  await send(client).click();
  await expect(received(client)).toBeVisible();
  expect(await countAt(address)).toBe(1);
  await client.goBack();
  await expect(received(client)).toBeVisible();
  expect(await countAt(address)).toBe(1);
});

test('the back button goes a step back, with everything that was entered', async ({ browser }) => {
  const client = await visitor(browser);
  await client.goto(`/schedule/${requestId}`);
  await fillToReview(client, '56 Back Street', 'Back');
  await client.goBack();
  await expect(client.getByLabel('Last name')).toHaveValue('Back');
  await client.getByRole('button', { name: 'Back' }).click();
  await expect(heading(client, 'Date & time')).toBeVisible();
  await expect(client.getByText('Reserved for you')).toBeVisible();
  await client.goBack();
  await client.goBack();
  await expect(client.getByLabel('Street and number')).toHaveValue('56 Back Street');
  // Another size is another duration: the held time is given back and chosen again.
  await client.getByLabel('Square feet').fill('5,000');
  await expect(client.getByText('Reserved for you')).toBeHidden();
  await next(client);
  await next(client);
  await expect(heading(client, 'Date & time')).toBeVisible();
  await next(client);
  await expect(client.getByText('Choose a time', { exact: true })).toBeVisible();
  expect(await countAt('56 Back Street')).toBe(0);
});

test('the form works inside another site without cookies or storage, at its own height', async ({
  browser,
  baseURL,
}) => {
  const client = await visitor(browser);
  await client.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
  });
  const site = `<!doctype html><iframe id="f" style="width:100%;border:0" src="${baseURL}/iframe-appointment/${requestId}"></iframe>
    <script>addEventListener('message', (event) => {
      if (event.data?.type === 'gable-height') document.querySelector('#f').style.height = event.data.height + 'px';
    });</script>`;
  // A real server: the browser blocks a frame of this machine in a page that has no address.
  const server = createServer((_req, res) => res.setHeader('content-type', 'text/html').end(site));
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  await client.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const frame = client.frameLocator('#f');
  await fillToReview(frame, '78 Embed Street', 'Embed');
  const height = () => client.locator('#f').evaluate((one) => one.getBoundingClientRect().height);
  await client.waitForTimeout(1000);
  const before = await height();
  expect(before).toBeGreaterThan(400);
  await client.waitForTimeout(1500);
  expect(Math.abs((await height()) - before)).toBeLessThanOrEqual(2);
  await send(frame).click();
  await expect(received(frame)).toBeVisible();
  expect(await countAt('78 Embed Street')).toBe(1);
  server.close();
});

test('without online scheduling the form takes a request, and an unknown company has a clear page', async ({
  browser,
  page,
}) => {
  await logIn(page.request);
  await page.goto('/appointments?tab=requested');
  await waitUntilLoaded(page);
  await set({ enable_online_scheduling: false });
  try {
    const client = await visitor(browser);
    await client.goto(`/schedule/${requestId}`);
    await expect(client).toHaveURL(new RegExp(`/appointment-request/${requestId}$`));
    await fillProperty(client, '90 Request Street');
    await chooseService(client);
    await next(client);
    await expect(client.getByText('Choose a date', { exact: true })).toBeVisible();
    await client.getByLabel('Preferred day').fill('3026-01-12');
    await next(client);
    await expect(client.getByText('Choose a date within the next two years')).toBeVisible();
    const day = await client.getByLabel('Preferred day').getAttribute('min');
    const later = new Date(Date.parse(day ?? '') + 9 * 86_400_000).toISOString().slice(0, 10);
    await client.getByLabel('Preferred day').fill(later);
    await next(client);
    await fillPerson(client, 'Request');
    await client.getByLabel(/I accept the/).check();
    await send(client).click();
    await expect(received(client)).toBeVisible();
    // The office sees it without a reload.
    const request = page.getByRole('link', { name: /90 Request Street/ });
    await expect(request.first()).toBeVisible({ timeout: 10_000 });
    await client.goto('/schedule/no-such-company');
    await expect(client.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  } finally {
    await set({ enable_online_scheduling: true });
  }
});
