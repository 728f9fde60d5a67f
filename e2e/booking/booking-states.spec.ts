// A company that visitors can't book at the moment: each time a clear page, and nothing typed is lost.
import { type Browser, expect, type Page } from '@playwright/test';
import { type Api, logIn } from '../support/api.ts';
import { expectAccessible, phone, waitUntilLoaded } from '../support/browser-steps.ts';
import { test } from '../support/fixtures.ts';

let office: Api;
let requestId = '';
test.beforeAll(async ({ playwright, baseURL }) => {
  office = await logIn(await playwright.request.newContext({ baseURL: baseURL ?? '' }));
  requestId = (await office.ask<{ request_id: string }>('GET', settings())).request_id;
});

const settings = () => `/v2/company/${office.company}/settings`;
const set = (data: object) => office.ask('PATCH', settings(), { data });

async function visitor(browser: Browser, options: object = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', viewport: phone, ...options });
  return context.newPage();
}

const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

async function fillToTimes(page: Page, address: string) {
  await page.getByLabel('Street and number').fill(address);
  await page.getByLabel('State').fill('NY');
  await page.getByLabel('ZIP code').fill('10001');
  await page.getByLabel('Square feet').fill('2,400');
  await next(page);
  await page.getByRole('checkbox').first().check();
  await next(page);
  await expect(heading(page, 'Date & time')).toBeVisible();
  await waitUntilLoaded(page);
}

async function fillToReview(page: Page, address: string) {
  await fillToTimes(page, address);
  await page.getByRole('group').filter({ hasText: /:\d\d/ }).getByRole('button').first().click();
  await expect(page.getByText('Reserved for you')).toBeVisible();
  await next(page);
  await page.getByLabel('First name').fill('Vera');
  await page.getByLabel('Last name').fill('Visitor');
  await page.getByLabel('Email').fill('vera@states.example');
  await page.getByLabel('Phone').fill('(512) 555-0143');
  await next(page);
  await page.getByLabel(/I accept the/).check();
}

test('before its script the page names the company, and without scripts its services with prices and how to book', async ({
  browser,
}) => {
  const client = await visitor(browser, { javaScriptEnabled: false });
  const answer = await client.goto(`/schedule/${requestId}`);
  expect([answer?.status(), answer?.headers()['x-robots-tag']]).toEqual([200, 'noindex']);
  await expect(client.getByText('Whitfield').first()).toBeVisible();
  await expect(client.getByLabel('Street and number')).toBeDisabled();
  await expect(client.getByText('Questions?').getByRole('link')).toHaveCount(2);
  // The browser of the test never shows it, although it runs no script.
  const [, shown = ''] = /<noscript>(.*?)<\/noscript>/s.exec((await answer?.text()) ?? '') ?? [];
  for (const part of [/Booking online needs JavaScript/, /href="tel:/, /href="mailto:/, /from \$\d/])
    expect(shown).toMatch(part);
});

test('an unknown company has status 404 and a clear page, also without scripts', async ({ browser }) => {
  const pages = ['schedule', 'appointment-request', 'iframe-appointment', 'public-profile', 'sample-reports'];
  const malformed = ['schedule/ab', 'schedule/no.such', 'schedule/no-such-company/', 'sample-report/short'];
  for (const path of [...pages.map((page) => `${page}/no-such-company`), ...malformed]) {
    const client = await visitor(browser, { javaScriptEnabled: false });
    const answer = await client.goto(`/${path}`);
    expect([answer?.status(), answer?.headers()['x-robots-tag']]).toEqual([404, 'noindex']);
    const name = path.startsWith('public-profile') ? 'Company not found' : 'This link does not work';
    await expect(client.getByRole('heading', { name })).toBeVisible();
  }
  const client = await visitor(browser);
  await client.goto('/schedule/no-such-company');
  await expect(client.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
});

test('two weeks without a time lead to the next free day, days after the horizon back to it', async ({
  browser,
}) => {
  await set({ dont_allow_scheduling_within: 24 * 20, max_days_ahead: 40 });
  try {
    const client = await visitor(browser);
    await client.goto(`/schedule/${requestId}`);
    await fillToTimes(client, '10 Notice Street');
    await expect(client.getByText('No times in these two weeks')).toBeVisible();
    await expectAccessible(client, 'two weeks without a time');
    await client.getByRole('button', { name: 'Go to that day' }).click();
    await expect(client.getByRole('group').filter({ hasText: /:\d\d/ })).toBeVisible();
    const later = client.getByRole('button', { name: 'Two weeks later' });
    for (let weeks = 0; weeks < 4; weeks += 1) {
      await later.click();
      await waitUntilLoaded(client);
    }
    await expect(client.getByText('Nothing can be booked that far ahead')).toBeVisible();
    await client.getByRole('button', { name: 'Go to that day' }).click();
    await expect(client.getByRole('group').filter({ hasText: /:\d\d/ })).toBeVisible();
  } finally {
    await set({ dont_allow_scheduling_within: 24, max_days_ahead: 90 });
  }
});

test('scheduling switched off while the form is filled in: the same answers are sent as a request', async ({
  browser,
}) => {
  const client = await visitor(browser);
  await client.goto(`/schedule/${requestId}`);
  await fillToReview(client, '20 Stopped Street');
  await set({ enable_online_scheduling: false });
  try {
    await client.getByRole('button', { name: /Send request|Book appointment/ }).click();
    await expect(client.getByText('Times can’t be booked online at the moment')).toBeVisible();
    await expectAccessible(client, 'scheduling that was switched off');
    await client.getByRole('button', { name: 'Send a request instead' }).click();
    const day = client.getByLabel('Preferred day');
    const later = Date.parse((await day.getAttribute('min')) ?? '') + 9 * 86_400_000;
    await day.fill(new Date(later).toISOString().slice(0, 10));
    await next(client);
    await expect(client.getByLabel('Last name')).toHaveValue('Visitor');
    await next(client);
    await expect(client.getByLabel(/I accept the/)).toBeChecked();
    await client.getByRole('button', { name: 'Send request' }).click();
    await expect(heading(client, 'We have received your request')).toBeVisible();
  } finally {
    await set({ enable_online_scheduling: true });
  }
});

test('a company that disappears while the form is filled in: the form stays, with how to reach it', async ({
  browser,
}) => {
  const client = await visitor(browser);
  await client.goto(`/schedule/${requestId}`);
  await fillToReview(client, '30 Gone Street');
  await client.route('**/api/v2/public/companies/**', (route) =>
    route.fulfill({
      status: 404,
      json: {
        success: false,
        error: { type: 'NOT_FOUND', message: 'This link does not work', details: null },
      },
    }),
  );
  await client.getByRole('button', { name: /Send request|Book appointment/ }).click();
  await expect(client.getByText('can’t take bookings here at the moment')).toBeVisible();
  await expect(client.getByRole('alert').locator('a[href^="tel:"]')).toBeVisible();
  await client.goBack();
  await expect(client.getByLabel('Last name')).toHaveValue('Visitor');
});

test('a page that is reloaded books nothing and releases its time at once', async ({ browser }) => {
  const client = await visitor(browser);
  let slots = '';
  client.on('request', (asked) => {
    if (slots === '' && asked.url().includes('/slots?')) slots = asked.url();
  });
  /** How many technicians are free in these two weeks, over all times. */
  const free = async () => {
    const answer = await client.request.get(slots);
    const { data } = (await answer.json()) as {
      data: { days: { starts: { technicians: number[] }[] }[] };
    };
    return data.days.flatMap((day) => day.starts).reduce((sum, one) => sum + one.technicians.length, 0);
  };
  await client.goto(`/schedule/${requestId}`);
  await fillToTimes(client, '40 Reload Street');
  const before = await free();
  await client.getByRole('group').filter({ hasText: /:\d\d/ }).getByRole('button').first().click();
  await expect(client.getByText('Reserved for you')).toBeVisible();
  expect(await free()).toBeLessThan(before);
  await client.reload();
  await expect.poll(free).toBe(before);
  await expect(client.getByLabel('Street and number')).toHaveValue('');
  const path = '/v2/appointments?tab=all&text=40%20Reload%20Street';
  expect((await office.ask<{ pageInfo: { total: number } }>('GET', path)).pageInfo.total).toBe(0);
});

test('a reserved time counts down; once it is over, the answers stay and the time can be reserved again', async ({
  browser,
}) => {
  const client = await visitor(browser);
  await client.clock.install();
  await client.goto(`/schedule/${requestId}`);
  await fillToTimes(client, '5 Clock Ct');
  await client.getByRole('group').filter({ hasText: /:\d\d/ }).getByRole('button').first().click();
  await expect(client.getByRole('timer')).toContainText('9:');
  await client.clock.fastForward('04:00');
  await expect(client.getByRole('timer')).toContainText('5:');
  await client.clock.fastForward('06:30');
  await expect(client.getByText('Your reservation has expired')).toBeVisible();
  await client.getByRole('button', { name: 'Reserve again' }).click();
  await expect(client.getByRole('timer')).toContainText('9:');
  await client.goBack();
  await client.goBack();
  await expect(client.getByLabel('Street and number')).toHaveValue('5 Clock Ct');
});
