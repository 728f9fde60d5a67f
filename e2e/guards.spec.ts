import { expect } from '@playwright/test';
import { demoLogins } from './support/api.ts';
import {
  desktop,
  openSecondWindow,
  phone,
  signInThroughLoginPage,
  waitUntilLoaded,
} from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';

test('a visitor is redirected to the login and back to the requested page', main, async ({ page }) => {
  await page.goto('/appointments?tab=unpaid');
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.getByLabel('Email').fill(demoLogins.owner);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Incorrect email or password').first()).toBeVisible();
  await signInThroughLoginPage(page, demoLogins.owner);
  await page.goto('/auth/login');
  await expect(page).not.toHaveURL(/\/auth\/login/);
});

test(
  'a member stays in the company app, older paths redirect, unknown ones are not found',
  main,
  async ({ page }) => {
    await signInThroughLoginPage(page, demoLogins.owner);
    for (const [path, target] of [
      ['/admin/dashboard', '/dashboard'],
      ['/schedule', '/calendar'],
      ['/discounts', '/discount-codes'],
      ['/inspection-requested', '/appointments?status=requested'],
      ['/e-commerce/cart/7', '/coming-soon'],
      ['/', '/dashboard'],
    ] as const) {
      await page.goto(path);
      await expect(page).toHaveURL(target);
    }
    await page.goto('/no-such-page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link').first()).toBeVisible();
  },
);

test('the administrator stays in the platform app', async ({ page }) => {
  await signInThroughLoginPage(page, demoLogins.admin);
  await expect(page).toHaveURL('/admin/dashboard');
  await page.goto('/appointments');
  await expect(page).toHaveURL('/admin/dashboard');
});

test('a technician does not see other technicians’ records', async ({ page }) => {
  await signInThroughLoginPage(page, demoLogins.technician);
  await page.goto('/settings');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Business' })).toHaveCount(0);
});

test('reloading keeps the session; signing out in one tab signs out the other', async ({ page }) => {
  await signInThroughLoginPage(page, demoLogins.staff);
  await page.goto('/appointments');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Appointments' })).toBeVisible();
  const other = await openSecondWindow(page);
  await other.goto('/appointments');
  await expect(other.getByRole('heading', { name: 'Appointments' })).toBeVisible();
  const said: string[] = [];
  page.on('console', (line) => line.type() === 'error' && said.push(line.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(said).toEqual([]);
  await other.goto('/appointments');
  await expect(other).toHaveURL(/\/auth\/login/);
});

test('a toast never covers the buttons of a dialog', async ({ page }) => {
  await signInThroughLoginPage(page, demoLogins.owner);
  const refusal = {
    type: 'FORBIDDEN',
    message: 'You may not do that, and this takes two lines',
    details: null,
  };
  await page.route('**/api/v2/clients', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { success: false, data: null, error: refusal } })
      : route.continue(),
  );
  for (const size of [desktop, { width: 1000, height: 700 }, phone]) {
    await page.setViewportSize(size);
    await page.goto('/people');
    await page.getByRole('button', { name: 'Add client' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Client' });
    await dialog.getByLabel('First name').fill('Zoe');
    await dialog.getByLabel('Last name').fill('Quill');
    await dialog
      .getByRole('button', { name: /^(Save|Add|Create)/ })
      .last()
      .click();
    const notice = page.locator('[data-toast]');
    await expect(notice).toContainText(refusal.message);
    await expect
      .poll(async () => {
        const [a, b] = [await notice.boundingBox(), await dialog.boundingBox()];
        return a && b && (a.y + a.height <= b.y || a.x >= b.x + b.width);
      })
      .toBe(true);
  }
});

test('users do not see links to pages they lack permission for, and opening one by URL says so', async ({
  page,
}) => {
  await signInThroughLoginPage(page, demoLogins.technician);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  for (const path of ['/settings', '/create-merchant']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('You don’t have permission to open this page.')).toBeVisible();
  }
  // No link on the pages they see leads to a refusal.
  const seen = new Set<string>();
  const wanted = ['/dashboard', '/appointments', '/people'];
  for (const path of wanted) {
    await page.goto(path);
    await waitUntilLoaded(page);
    const links = await page
      .locator('main a[href^="/"]')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    for (const link of links) seen.add((link ?? '').replace(/[\da-f]{8}-[\da-f-]{27}/, '*'));
    const details = links.find((link) => link?.startsWith('/appointments/details/'));
    if (details && !wanted.includes(details)) wanted.push(details);
    if (wanted.length > 4) break;
  }
  for (const path of [...seen].filter((each) => !each.includes('*') && each !== '/')) {
    await page.goto(path);
    await waitUntilLoaded(page);
    await expect.soft(page, path).toHaveURL((url) => url.pathname === new URL(path, url).pathname);
  }
});
