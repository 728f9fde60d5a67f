import { expect } from '@playwright/test';
import { demoLogins } from './support/api.ts';
import { expectAccessible, phone, signIn } from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';

test('everything is found and opened by keyboard alone', main, async ({ page }) => {
  await signIn(page, demoLogins.owner);
  const field = page.getByRole('combobox', { name: 'Search' });

  // An order id, typed without waiting.
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('1022');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/appointments\/details\//);
  await expect(page.getByText('#1022')).toBeVisible();

  // A person, second in the list; what was opened before comes first.
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expect(page.getByRole('option').first()).toContainText('#1022');
  await page.keyboard.type('fontaine');
  const person = page.getByRole('group', { name: 'People' }).getByRole('option').first();
  await expect(person).toContainText('Nadia Fontaine');
  await expectAccessible(page, 'search results');
  while ((await person.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/people\/agents\//);

  // A page and an action.
  await page.keyboard.press('/');
  await page.keyboard.type('new cli');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('First name')).toBeFocused();
  // A sign typed into a field is text.
  await page.keyboard.type('/?');
  await expect(form.getByLabel('First name')).toHaveValue('/?');
  await page.goto('/calendar');
  await page.getByRole('heading', { name: 'Calendar' }).waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByRole('region', { name: 'Calendar' })).toContainText('Today');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('on a phone the search opens from the top bar and closes with its button', async ({ page }) => {
  await page.setViewportSize(phone);
  await signIn(page, demoLogins.technician);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('zzzz');
  await expect(page.getByText('No results for “zzzz”')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeHidden();
});
