import { expect, type Page } from '@playwright/test';
import { demoIds, demoLogins, logIn } from './support/api.ts';
import { linkFromMail, mailTo, signIn } from './support/browser-steps.ts';
import { countRequests } from './support/count-requests.ts';
import { main, test } from './support/fixtures.ts';

/** Requests that wait for one another, and script files, until the rows show. */
const most = { coldTrips: 5, warmTrips: 2, scripts: 21 };

const pages: [name: string, path: (page: Page) => Promise<string>, rows: string][] = [
  ['appointments', async () => '/appointments', 'tbody tr a'],
  ['people', async () => '/people', 'tbody tr td'],
  ['calendar', async () => '/calendar', '[data-state="loaded"]'],
  ['dashboard', async () => '/dashboard', 'main h2'],
  ['details', async (page) => `/appointments/details/${(await demoIds(page)).appointment}`, 'main h1'],
];

for (const [name, pathOf, rows] of pages) {
  test(`${name}: few requests wait for one another, in few files`, main, async ({ page }) => {
    const path = await pathOf(page);
    await logIn(page.request);
    const cold = await countRequests(page, path, rows);
    expect(cold.trips).toBeLessThanOrEqual(most.coldTrips);
    expect(cold.scripts).toBeLessThanOrEqual(most.scripts);
    await page.goto('about:blank');
    const warm = await countRequests(page, path, rows);
    expect(warm.trips).toBeLessThanOrEqual(most.warmTrips);
  });
}

test(
  'the first screen of a report is in its document, at each of its addresses',
  main,
  async ({ page, browser }) => {
    const ids = await demoIds(page);
    const { ask } = await logIn(page.request);
    const to = `loading${Date.now()}@bank.example`;
    await ask('POST', `/v2/reports/${ids.report}/share`, {
      data: { recipients: [to], sendFullReport: true },
    });
    const personal = linkFromMail(await mailTo(page, to, /./));
    for (const path of [`/view-report2/${ids.reportPublic}`, personal, `/view-report/${ids.reportPublic}`]) {
      const context = await browser.newContext({ locale: 'en-US' });
      const { trips } = await countRequests(await context.newPage(), path, 'main h1');
      expect.soft(trips, path).toBe(1);
      await context.close();
    }
  },
);

/** As after a deployment: files of the version that is open are gone, that of one part and the one it started with. */
async function deployNewVersion(page: Page, part: string): Promise<void> {
  await page.route('**/assets/**', (route) => {
    const request = route.request();
    const isGone = request.method() === 'HEAD' || request.url().includes(`/assets/${part}-`);
    return isGone ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue();
  });
}

const offer = (page: Page) => page.getByText('A new version of Gable is available');

test('a part whose code is gone after a deployment offers to reload and loses no typed input', async ({
  page,
}) => {
  await signIn(page, demoLogins.owner);
  await page.goto('/appointments');
  const search = page.getByRole('searchbox').first();
  await search.fill('Main');
  await deployNewVersion(page, 'filter-dialog');
  await page.getByRole('button', { name: 'More filters' }).click();
  await expect(offer(page)).toBeVisible();
  await expect(search).toHaveValue('Main');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(offer(page)).toBeHidden();
  await page.getByRole('button', { name: 'More filters' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a page whose code is gone after a deployment is reloaded once, not again and again', async ({
  page,
}) => {
  await signIn(page, demoLogins.owner);
  await deployNewVersion(page, 'services-page');
  const documents: string[] = [];
  page.on('request', (one) => one.isNavigationRequest() && documents.push(new URL(one.url()).pathname));
  await page.getByRole('link', { name: 'Services' }).click();
  await expect.poll(() => documents).toEqual(['/services']);
  await expect(page.getByText('Your data is safe. Reload the page to continue.')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(documents).toEqual(['/services']);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).last().click();
  await expect(page.getByRole('heading', { name: 'Services', level: 1 })).toBeVisible();
});
