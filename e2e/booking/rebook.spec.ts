// An agent books again by the personal link of an order: two typed lines, three taps, no login (B-14).
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { type Api, logIn } from '../support/api.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  waitUntilLoaded,
} from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';

let office: Api;
test.beforeAll(async ({ playwright, baseURL }) => {
  office = await logIn(await playwright.request.newContext({ baseURL: baseURL ?? '' }));
});

/** The path of the booking link of an agent with orders. */
async function linkOfAgent(): Promise<string> {
  const { pageData } = await office.ask<{ pageData: { id: string }[] }>('GET', '/v2/agents?perPage=50');
  for (const { id } of pageData) {
    const { link } = await office.ask<{ link: string | null }>('GET', `/v2/agents/${id}/rebook-link`);
    if (link) return new URL(link).pathname + new URL(link).search;
  }
  throw new Error('no agent of the demo has an order');
}

test('an agent books again on a phone with two lines and three taps', main, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-US', viewport: phone });
  const page = await context.newPage();
  await page.goto(await linkOfAgent());
  await waitUntilLoaded(page);
  await expect(page.getByRole('heading', { name: 'Book again' })).toBeVisible();
  await expectNoSidewaysScroll(page, 'booking again');
  await expectAccessible(page, 'booking again');
  const street = `${Math.floor(Math.random() * 9000) + 100} Rebook Way`;
  await page.getByLabel('Property address').fill(`${street}, New York, NY 10001`);
  await page.getByLabel('Client', { exact: true }).fill('Rita Repeat <rita@repeat.example>');
  let taps = 0;
  const tap = async (name: string | RegExp) => {
    taps += 1;
    await page.getByRole('button', { name }).first().click();
  };
  await tap(/^\d{1,2}:\d\d [AP]M$/);
  await expect(page.getByRole('timer')).toBeVisible();
  await tap(/^(Book appointment|Send request)$/);
  await expect(
    page.getByRole('heading', { name: /appointment is booked|received your request/ }),
  ).toBeVisible();
  expect(taps).toBeLessThanOrEqual(3);
  const list = await office.ask<{ pageData: { source?: string }[] }>(
    'GET',
    `/v2/appointments?tab=all&text=${encodeURIComponent(street)}`,
  );
  expect(list.pageData).toHaveLength(1);
  await context.close();
});

test('a forged link shows nothing', async ({ page }) => {
  const path = await linkOfAgent();
  const forged = `${path.split('?')[0]}?p=${randomUUID()}`;
  await page.goto(forged);
  await waitUntilLoaded(page);
  await expect(page.getByRole('heading', { name: 'Book again' })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(/link/i);
});
