// Companies measure visits of their booking pages with Google Analytics: only after the visitor's consent.
import { expect, type Page, type Request } from '@playwright/test';
import { type Api, logIn } from './support/api.ts';
import { chooseService, fillProperty, fillToReview, heading, visitor } from './support/booking-steps.ts';
import { expectAccessible } from './support/browser-steps.ts';
import { test } from './support/fixtures.ts';

let office: Api;
let path = '';
const set = (data: object) => office.ask('PATCH', `/v2/company/${office.company}/settings`, { data });
test.beforeAll(async ({ playwright, baseURL }) => {
  office = await logIn(await playwright.request.newContext({ baseURL: baseURL ?? '' }));
  const settings = await office.ask<{ request_id: string }>('GET', `/v2/company/${office.company}/settings`);
  path = `/schedule/${settings.request_id}`;
  await set({ google_analytics_number: 'G-AB12CD34' });
});
test.afterAll(() => set({ google_analytics_number: null, require_confirmation: true }));

/** Replaces Google's script: sends the events it is given, and understands the same commands and no others. */
function googleScript(): void {
  const { dataLayer } = window as unknown as { dataLayer: ArrayLike<unknown>[] };
  const handle = (command: ArrayLike<unknown>) => {
    if (Object.prototype.toString.call(command) !== '[object Arguments]') return;
    const name = command[0] === 'config' ? 'page_view' : command[1];
    if (command[0] !== 'config' && command[0] !== 'event') return;
    const query = new URLSearchParams({ en: String(name), data: JSON.stringify(command[2]) });
    void fetch(`https://region1.google-analytics.com/g/collect?${query}`, { mode: 'no-cors' });
  };
  for (const command of dataLayer) handle(command);
  dataLayer.push = (...commands) => {
    for (const command of commands) handle(command);
    return 0;
  };
}

/** Answers for Google, and returns what was requested from it. */
async function watchGoogle(page: Page): Promise<{ sent: Request[]; events: () => string[] }> {
  const sent: Request[] = [];
  await page.route(/google|doubleclick/, async (route) => {
    sent.push(route.request());
    const isScript = route.request().url().includes('/gtag/js');
    return route.fulfill({
      contentType: isScript ? 'text/javascript' : 'text/plain',
      headers: { 'access-control-allow-origin': '*' },
      body: isScript ? `(${googleScript.toString()})()` : '',
    });
  });
  const events = () => sent.flatMap((one) => new URL(one.url()).searchParams.get('en') ?? []);
  return { sent, events };
}

const ask = (page: Page) => page.getByRole('region', { name: 'Statistics' });

test('without consent nothing is requested from Google, and a refusal is remembered', async ({ browser }) => {
  const page = await visitor(browser);
  const google = await watchGoogle(page);
  await page.goto(path);
  await expect(ask(page)).toBeVisible();
  await expectAccessible(page, 'the question for consent');
  await fillProperty(page, '1 Quiet Street');
  await expect(heading(page, 'Services')).toBeVisible();
  await ask(page).getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('button', { name: 'Visit statistics: declined' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Visit statistics: declined' })).toBeVisible();
  await expect(ask(page)).toHaveCount(0);
  expect(google.sent).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test('a refusal applies to the visit where storage is blocked', async ({ browser }) => {
  const page = await visitor(browser);
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse });
  });
  const google = await watchGoogle(page);
  await page.goto(path);
  await ask(page).getByRole('button', { name: 'Decline' }).click();
  await fillProperty(page, '2 Quiet Street');
  await chooseService(page);
  await expect(heading(page, 'Date & time')).toBeVisible();
  await expect(ask(page)).toHaveCount(0);
  expect(google.sent).toEqual([]);
});

test('after consent a visit, its steps and one booking with its value are counted, nothing personal', async ({
  browser,
}) => {
  await set({ require_confirmation: false });
  const page = await visitor(browser);
  const google = await watchGoogle(page);
  const blocked: string[] = [];
  page.on('console', (line) => line.text().includes('Content Security Policy') && blocked.push(line.text()));
  await page.goto(`${path}?utm_source=mail`);
  await ask(page).getByRole('button', { name: 'Allow' }).click();
  await expect.poll(google.events).toEqual(['page_view', 'booking_step']);
  await fillToReview(page, '3 Counted Street', 'Counted');
  await page.getByRole('button', { name: 'Book appointment' }).dblclick();
  await expect(heading(page, 'Your appointment is booked')).toBeVisible();
  const steps = Array.from({ length: 5 }, () => 'booking_step');
  await expect.poll(google.events).toEqual(['page_view', ...steps, 'purchase']);
  const urls = google.sent.map((one) => decodeURIComponent(one.url()));
  expect(urls.at(-1)).toMatch(/"transaction_id":"[\w-]+","value":\d+(\.\d+)?,"currency":"USD"/);
  const opened = await page.getByRole('link', { name: 'Open your appointment' }).getAttribute('href');
  const publicId = /client-view\/([\w-]+)/.exec(opened ?? '')?.[1] ?? '';
  expect(publicId).not.toBe('');
  for (const url of urls)
    expect(url).not.toMatch(new RegExp(`${publicId}|visitor.example|Counted|utm_source`));
  expect(blocked).toEqual([]);

  await page.goto(path);
  await expect.poll(() => google.events().filter((one) => one === 'page_view').length).toBe(2);
  await page.getByRole('button', { name: 'Visit statistics: allowed' }).click();
  await ask(page).getByRole('button', { name: 'Decline' }).click();
  expect(
    await page.evaluate(() => (window as unknown as Record<string, unknown>)['ga-disable-G-AB12CD34']),
  ).toBe(true);
});

test('only booking pages of a company with an ID allow Google’s hosts', async ({ request }) => {
  const policyOf = async (address: string) =>
    (await request.get(address)).headers()['content-security-policy'] ?? '';
  expect(await policyOf(path)).toContain('https://www.googletagmanager.com');
  expect(await policyOf(path.replace('schedule', 'iframe-appointment'))).toContain('google');
  expect(await policyOf(path.replace('schedule', 'public-profile'))).not.toContain('google');
  await set({ google_analytics_number: null });
  expect(await policyOf(path)).not.toContain('google');
  expect(await (await request.get(path)).text()).not.toContain('G-AB12CD34');
  await set({ google_analytics_number: 'G-AB12CD34' });
});
