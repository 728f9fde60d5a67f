import { expect } from '@playwright/test';
import { demoIds } from './api.ts';
import { main, test } from './fixtures.ts';

test('client pages are readable before any script runs', main, async ({ browser, page }) => {
  const ids = await demoIds(page);
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
  const plain = await context.newPage();
  await plain.goto(ids.clientPage);
  const address = plain.getByRole('heading', { level: 1 });
  await expect(address).toBeVisible();
  const shown = await address.textContent();
  await plain.getByRole('link', { name: 'View report' }).first().click();
  await expect(plain).toHaveURL(/\/view-report2\//);
  await expect(address).toContainText(shown ?? '');
  await expect(plain.getByRole('heading', { name: 'Summary' })).toBeVisible();
});

test(
  'the script takes over without requesting data that came with the page',
  main,
  async ({ browser, page }) => {
    const ids = await demoIds(page);
    const context = await browser.newContext({ locale: 'en-US' });
    const visitor = await context.newPage();
    const requested: string[] = [];
    const said: string[] = [];
    visitor.on('request', (one) => {
      if (one.resourceType() === 'fetch' && one.method() === 'GET')
        requested.push(new URL(one.url()).pathname);
    });
    visitor.on('console', (line) => line.type() === 'error' && said.push(line.text()));
    visitor.on('pageerror', (error) => said.push(error.message));
    for (const path of [ids.clientPage, `/view-report2/${ids.reportPublic}`]) {
      await visitor.goto(path);
      await expect(visitor.locator('.sight')).toHaveCount(0);
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(visitor.getByRole('link', { name: 'Privacy' })).toBeVisible();
    }
    expect(requested.filter((path) => path.startsWith('/api/'))).toEqual([]);
    expect(said).toEqual([]);
  },
);

test('a chosen language and a member’s layout replace the prerendered page', async ({ browser, page }) => {
  const ids = await demoIds(page);
  const context = await browser.newContext({ locale: 'en-US' });
  const visitor = await context.newPage();
  await visitor.goto(ids.clientPage);
  await visitor.getByLabel('Language').selectOption('de');
  await visitor.reload();
  await expect(visitor.getByLabel('Sprache')).toHaveValue('de');
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'de');
  // Looking up the ids has signed this browser in.
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
  await page.goto(ids.clientPage);
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
  await expect(page.locator('.sight')).toHaveCount(0);
});
