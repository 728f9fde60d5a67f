import { expect } from '@playwright/test';
import { demoLogins, logIn, password } from '../support/api.ts';
import {
  itemsOf,
  longestReport,
  openPhone,
  openSection,
  rateItems,
  rowsOf,
  test,
  untilStored,
} from '../support/offline-phone.ts';

/** Sessions that end while a device is offline, and what they leave on it. */

test('a session revoked while offline loses nothing: the login says what waits, and the next one sends it', async ({
  browser,
  line,
  playwright,
}) => {
  const { context, api, page } = await openPhone(line, browser);
  const { id } = await longestReport(api);
  const section = await openSection(api, id);
  await page.goto('/appointments');
  await untilStored(page);
  const elsewhere = await playwright.request.newContext({
    baseURL: line.direct,
    storageState: await context.storageState(),
    extraHTTPHeaders: { origin: line.origin },
  });
  const office = await logIn(await playwright.request.newContext({ baseURL: line.direct }));
  await line.cut();
  await page.close();
  const cold = await context.newPage();
  await cold.goto(section);
  await expect(cold.locator('section[data-item]').first()).toBeVisible();
  const [rated] = await rateItems(cold, 1);
  await expect(cold.getByText(/^Saved on this device/)).toBeVisible();
  expect((await elsewhere.post('/api/v2/auth/logout')).ok()).toBe(true);
  await elsewhere.dispose();
  await line.restore();

  await expect(cold.getByText('1 report change on this device hasn’t been sent')).toBeVisible({
    timeout: 20_000,
  });
  await expect(cold.getByLabel('Password', { exact: true })).toBeVisible();
  await expect.poll(() => rowsOf(cold, 'gable-offline', 'parts')).toEqual([]);
  await cold.getByLabel('Email').fill(demoLogins.technician);
  await cold.getByLabel('Password', { exact: true }).fill(password);
  await cold.getByRole('button', { name: 'Sign in' }).click();
  await expect
    .poll(async () => (await itemsOf(office, id)).find((item) => item.id === rated?.id)?.rating, {
      timeout: 20_000,
    })
    .toBeTruthy();
});

test('signing out removes the stored jobs and reports, and another user gets only their own', async ({
  browser,
  line,
}) => {
  const { context, api, page } = await openPhone(line, browser);
  const { id } = await longestReport(api);
  await page.goto(`/edit-report/${id}`);
  await expect(page.locator('section[data-item]').first()).toBeVisible();
  await page.goto('/appointments');
  await untilStored(page);
  expect(await rowsOf(page, 'gable-reports-', 'reports')).not.toEqual([]);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect.poll(() => rowsOf(page, 'gable-offline', 'parts')).toEqual([]);
  await expect.poll(() => rowsOf(page, 'gable-reports-', 'reports')).toEqual([]);
  expect(await page.evaluate(() => caches.keys())).not.toContain('gable-job-photos');

  await line.cut();
  await page.goto('/appointments');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await line.restore();
  await logIn(context.request, demoLogins.staff);
  await page.goto('/dashboard');
  const keysOf = async () =>
    ((await rowsOf(page, 'gable-offline', 'parts')) as { key: string }[]).map(({ key }) => key);
  await expect.poll(keysOf, { timeout: 20_000 }).toEqual(['job-list', 'jobs', 'user']);
});
