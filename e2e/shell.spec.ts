import { expect } from '@playwright/test';
import { demoLogins, logIn } from './support/api.ts';
import { phone, signIn } from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';

const widthOf = async (at: { boundingBox(): Promise<{ width: number } | null> }) =>
  (await at.boundingBox())?.width;

test('the sidebar is 230 px wide, 80 px when compact, and a drawer on a phone', main, async ({ page }) => {
  await signIn(page, demoLogins.owner);
  const side = page.locator('[data-sidebar]');
  await expect.poll(() => widthOf(side)).toBe(230);
  await expect(side.getByText('Appointments')).toBeVisible();
  // No color was chosen in this browser: it is orange.
  const colours = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    return ['primary-color', 'color-orange', 'color-teal'].map((name) => {
      probe.style.color = `var(--mantine-${name}-filled)`;
      return getComputedStyle(probe).color;
    });
  });
  expect(colours[0]).toBe(colours[1]);
  expect(colours[0]).not.toBe(colours[2]);

  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await expect.poll(() => widthOf(side)).toBe(80);
  await expect(side.getByText('Appointments')).toBeHidden();
  await page.getByRole('button', { name: 'Expand menu' }).click();
  await expect.poll(() => widthOf(side)).toBe(230);

  for (const width of [phone.width, 320]) {
    await page.setViewportSize({ width, height: phone.height });
    await expect(side).toHaveCount(0);
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await sideways()).toBeLessThanOrEqual(0);
    const profile = await page.getByRole('button', { name: 'Profile menu' }).boundingBox();
    expect((profile?.x ?? width) + (profile?.width ?? 0)).toBeLessThanOrEqual(width);
    await expect(page.getByRole('button', { name: 'Enter fullscreen' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('link', { name: 'Appointments' })).toBeVisible();
  expect(await widthOf(drawer)).toBe(280);
  await drawer.getByRole('link', { name: 'Appointments' }).click();
  await expect(page).toHaveURL('/appointments');
  await expect(drawer).toBeHidden();
});

test('the profile menu shows the email of a member, not of the administrator; a failed logout is reported', async ({
  page,
}) => {
  await signIn(page, demoLogins.owner);
  const menu = page.getByRole('menu');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await expect(menu.getByText(demoLogins.owner)).toBeVisible();
  await page.route('**/api/v2/auth/logout', (route) => route.abort());
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('Unable to logout', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await page.unroute('**/api/v2/auth/logout');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await signIn(page, demoLogins.admin);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expect(menu.getByText(demoLogins.admin)).toHaveCount(0);
});

test('while the session is being restored a loader shows, never the login', async ({ page }) => {
  await signIn(page, demoLogins.owner);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v2/auth/start', async (route) => {
    await held;
    await route.continue();
  });
  await page.addInitScript(() => {
    const seen = globalThis as unknown as { sawLogin: boolean };
    seen.sawLogin = false;
    new MutationObserver(() => {
      if (document.querySelector('input[type="password"]')) seen.sawLogin = true;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/appointments');
  await expect(page.getByRole('status', { name: 'Signing you in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Profile menu' })).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { name: 'Appointments' })).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { sawLogin: boolean }).sawLogin)).toBe(false);
  await expect(page).toHaveURL('/appointments');
});

test('with reduced motion nothing pulses while a page loads', async ({ page }) => {
  await logIn(page.request);
  await page.route('**/api/v2/payments?*', () => {});
  await page.goto('/payments');
  // While the page's code loads, a different skeleton is in its place.
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible();
  // Of the table: the totals above it may arrive in between.
  const waiting = page.getByRole('table').locator('.mantine-Skeleton-root').first();
  await expect(waiting).toBeVisible();
  const moving = () => waiting.evaluate((one) => getComputedStyle(one, '::after').animationName);
  expect(await moving()).toBe('none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await moving()).not.toMatch(/^(none)?$/);
});

test('without a server at start it says so, retries on request and by itself, and opens the requested page', async ({
  page,
  context,
}) => {
  // A device that knows no user; e2e/offline/offline.spec.ts starts one that does.
  await page.addInitScript(() => localStorage.removeItem('gable.on-device'));
  await signIn(page, demoLogins.owner);
  const refresh = /\/api\/v2\/auth\/(?:start|refresh-token)$/;
  await page.route(refresh, (route) => route.abort());
  await page.goto('/people');
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(page.getByText('Could not load this', { exact: true })).toBeVisible();
  const [again] = await Promise.all([page.waitForRequest(refresh), retry.click()]);
  await again.response();
  await expect(retry).toBeEnabled();
  await page.unroute(refresh);
  await retry.click();
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
  await expect(page).toHaveURL('/people');

  await page.route(refresh, (route) => route.abort());
  await page.reload();
  await expect(retry).toBeVisible();
  await page.unroute(refresh);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
});
