// The booking form inside the sites of companies, by the script of its snippet.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, expect, type Page } from '@playwright/test';
import { logIn } from '../support/api.ts';
import {
  chooseService,
  fillProperty,
  fillToReview,
  heading,
  next,
  openOffice,
  received,
  send,
  visitor,
} from '../support/booking-steps.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  waitUntilLoaded,
} from '../support/browser-steps.ts';
import { test } from '../support/fixtures.ts';

let requestId = '';
let origin = '';
test.beforeAll(async ({ playwright, baseURL }) => {
  origin = baseURL ?? '';
  ({ requestId } = await openOffice(playwright, baseURL));
});

const open: Server[] = [];
test.afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

const link = (form: string, query = '') =>
  `<a href="${origin}/${form}/${requestId}${query}" data-gable-embed>Book with us</a>`;

/** Serves a company's own site, whose strict policy names only our script and frames; returns its address. */
async function serveSite(body: string): Promise<string> {
  const server = createServer((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${origin}; frame-src ${origin}; require-trusted-types-for 'script'`,
    );
    res.end(`<!doctype html><title>A site</title><h1>Our site</h1>${body}<p id="end">End</p>`);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  open.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const script = () => `<script src="${origin}/embed.js" async></script>`;

async function openSite(browser: Browser, body: string, size = phone): Promise<Page> {
  const page = await visitor(browser, { viewport: size });
  await page.goto(await serveSite(body));
  return page;
}

const heights = (page: Page) =>
  page.locator('iframe').evaluateAll((frames) => frames.map((one) => one.getBoundingClientRect().height));

/** Expects that no frame changes its height by more than 2 px within 10 seconds. */
async function expectStill(page: Page): Promise<void> {
  await page.waitForTimeout(1000);
  const first = await heights(page);
  const others: number[][] = [];
  for (let i = 0; i < 20; i += 1) {
    await page.waitForTimeout(500);
    others.push(await heights(page));
  }
  for (const [at, height] of first.entries()) {
    const seen = [height, ...others.map((one) => one[at] ?? 0)];
    expect(Math.max(...seen) - Math.min(...seen), `${seen}`).toBeLessThanOrEqual(2);
  }
}

for (const width of [360, 1200]) {
  test(`two forms at ${width} px have their own, still heights and ignore other messages (B9)`, async ({
    browser,
  }) => {
    const page = await openSite(
      browser,
      `${link('schedule')}${link('appointment-request', '?lang=de')}${script()}<iframe src="${origin}/iframe-appointment/${requestId}" title="Plain"></iframe>`,
      { width, height: 800 },
    );
    const frames = page.locator('iframe[data-gable-embed]');
    await expect(frames).toHaveCount(2);
    const [booking, request] = [0, 1].map((n) => frames.nth(n).contentFrame());
    if (!booking || !request) throw new Error('no frames');
    await expect(request.getByRole('heading', { level: 1, name: 'Inspektion anfragen' })).toBeVisible();
    await fillProperty(booking, '1 Still Street');
    await chooseService(booking);
    await expect(heading(booking, 'Date & time')).toBeVisible();
    await expect(booking.getByRole('group').filter({ hasText: /:\d\d/ })).toBeVisible();
    await expectStill(page);
    const before = await heights(page);
    expect(before[0]).not.toBe(before[1]);
    expect(before[2], 'a frame without the mark').toBe(150 + 4);
    for (const data of [
      { type: 'gable-height', path: '/', height: 5000 },
      { type: 'gable-height', height: '5000' },
      'gable-height',
      null,
    ]) {
      await page.evaluate((message) => window.postMessage(message, '*'), data);
    }
    // One of our frames may set its own height only, within bounds.
    const foreign = { type: 'gable-height', height: Number.POSITIVE_INFINITY };
    await request.locator('body').evaluate((_, message) => window.parent.postMessage(message, '*'), foreign);
    await expect.poll(async () => (await heights(page))[1]).toBe(12_000);
    const after = await heights(page);
    expect([after[0], after[2]]).toEqual([before[0], before[2]]);
    // Nothing in a frame scrolls by itself.
    const hidden = await booking
      .locator('html')
      .evaluate((html) => html.scrollHeight - document.documentElement.clientHeight);
    expect(hidden).toBeLessThanOrEqual(1);
  });
}

test('a form inserted later works, starts each step at its top and reports the booking', async ({
  browser,
}) => {
  const page = await openSite(browser, script());
  await page.evaluate(() => {
    const state = window as unknown as { booked: unknown[] };
    state.booked = [];
    document.addEventListener('gable-booked', (event) => state.booked.push((event as CustomEvent).detail));
  });
  await page.evaluate(
    ([href = '']) => {
      const inserted = document.createElement('a');
      inserted.href = href;
      inserted.textContent = 'Book with us';
      inserted.setAttribute('data-gable-embed', '');
      document.querySelector('#end')?.before(inserted);
    },
    [`${origin}/schedule/${requestId}`],
  );
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('title', 'Book with us');
  await expect(frame).toHaveAttribute('loading', 'lazy');
  const place = frame.contentFrame();
  await fillToReview(place, '2 Later Street', 'Later');
  const top = () => frame.evaluate((one) => one.getBoundingClientRect().top);
  await page.locator('#end').scrollIntoViewIfNeeded();
  expect(await top()).toBeLessThan(0);
  await place.getByRole('button', { name: 'Back' }).click();
  await next(place);
  await expect(heading(place, 'Review')).toBeFocused();
  await expect.poll(top).toBeGreaterThan(-1);
  await send(place).click();
  await expect(received(place)).toBeVisible();
  const posted = await page.evaluate(() => (window as unknown as { booked: unknown[] }).booked);
  expect(posted).toEqual([{ status: 'requested' }]);
});

test('the page around a form does not jump while it loads', async ({ browser }) => {
  for (const size of [phone, { width: 1200, height: 900 }]) {
    const page = await openSite(browser, link('schedule') + script(), size);
    const frame = page.locator('iframe');
    const reserved = await frame.evaluate((one) => Number.parseFloat(one.style.height));
    await expect(heading(frame.contentFrame(), 'Property')).toBeVisible();
    await page.waitForTimeout(1500);
    expect(Math.abs(((await heights(page))[0] ?? 0) - reserved), `${size.width} px`).toBeLessThanOrEqual(60);
  }
});

test('where scripts are blocked, the snippet is a link to the page of the company', async ({ browser }) => {
  const page = await visitor(browser, { javaScriptEnabled: false });
  await page.goto(await serveSite(link('schedule') + script()));
  await page.getByRole('link', { name: 'Book with us' }).click();
  await expect(page).toHaveURL(`${origin}/schedule/${requestId}`);
  await expect(heading(page, 'Property')).toBeVisible();
});

test('the settings show snippets for both forms that work as they are', async ({ page, browser }) => {
  await logIn(page.request);
  await page.goto('/settings?tab=scheduling');
  await waitUntilLoaded(page);
  const snippet = (name: string) =>
    page.getByRole('region', { name, exact: true }).locator('pre').textContent();
  const byScript = (await snippet('Form with automatic height')) ?? '';
  await page.getByRole('combobox', { name: 'Form' }).click();
  await page.getByRole('option', { name: 'Request a time' }).click();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Français' }).click();
  const plain = (await snippet('Form without a script')) ?? '';
  await expect(
    page
      .frameLocator('iframe[title="Preview"]')
      .getByRole('heading', { level: 1, name: 'Demander une inspection' }),
  ).toBeVisible();
  await expectAccessible(page, 'the snippets');
  await expectNoSidewaysScroll(page, 'the snippets');
  const site = await openSite(browser, byScript + plain);
  const frames = site.locator('iframe');
  await expect(frames).toHaveCount(2);
  await expect(
    frames.first().contentFrame().getByRole('heading', { level: 1, name: 'Book an inspection' }),
  ).toBeVisible();
  await expect(
    frames.last().contentFrame().getByRole('heading', { level: 1, name: 'Demander une inspection' }),
  ).toBeVisible();
});
