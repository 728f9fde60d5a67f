import { expect } from '@playwright/test';
import { demoLogins } from '../support/api.ts';
import {
  desktop,
  expectAccessible,
  signInThroughLoginPage,
  waitUntilLoaded,
} from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';

test(
  'a word is replaced in the comments of all templates, and comes back with Undo',
  main,
  async ({ page }) => {
    await page.setViewportSize(desktop);
    await signInThroughLoginPage(page, demoLogins.owner);
    await page.goto('/templates/library');
    await page.getByRole('searchbox', { name: 'Search comments' }).fill('carbon monoxide');
    await waitUntilLoaded(page);
    await page.getByRole('button', { name: 'Replace everywhere' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace everywhere' });
    await dialog.getByLabel('Find').fill('smoke');
    await dialog.getByLabel('Replace with').fill('fire');
    await dialog.getByRole('button', { name: 'Show what changes' }).click();
    await expect(dialog.locator('ins').first()).toContainText('fire');
    await expectAccessible(page, 'the dialog');
    await dialog.getByRole('button', { name: /^Replace in \d+ comments?$/ }).click();
    await expect(page.getByText(/comments? changed/)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search comments' }).fill('smoke');
    await expect(page.getByText('No results match your search')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('cell').first()).toBeVisible();
  },
);

test('comments of one name are compared, and one text is given to the others', main, async ({ page }) => {
  await page.setViewportSize(desktop);
  await signInThroughLoginPage(page, demoLogins.owner);
  await page.goto('/templates');
  await page.getByRole('button', { name: 'Actions for Residential' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of the template' })).toBeVisible();
  await page.goto('/templates/library?view=duplicates&text=attic');
  await page.getByRole('button', { name: 'Attic not accessible', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Comments named “Attic not accessible”' });
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('checkbox', { name: 'Costs' }).check();
  await expectAccessible(page, 'the dialog');
  await dialog.getByRole('button', { name: 'Change 1 other comment' }).click();
  await expect(page.getByText('1 comment changed')).toBeVisible();
});
