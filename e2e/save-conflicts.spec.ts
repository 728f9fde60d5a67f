import { type BrowserContext, expect, type Page } from '@playwright/test';
import { demoLogins, logIn, password } from './support/api.ts';
import { openSecondWindow, waitUntilLoaded } from './support/browser-steps.ts';
import { test } from './support/fixtures.ts';

/** Rejects every call of the window as if the session had ended elsewhere. Returns a function that stops this. */
async function endSession(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  await context.clearCookies();
  const body = { success: false, data: null, error: { type: 'UNAUTHENTICATED', message: 'Please sign in' } };
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: body }));
  return () => page.unroute('**/api/**');
}

async function signInAgain(page: Page, over: () => Promise<void>, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/auth\/login/);
  await over();
  // The open dialog closes only when the login appears.
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign in' }).click();
}

test('a session that ends while a user types loses no input', async ({ page, context }) => {
  await logIn(page.request);

  await test.step('a person who is being added', async () => {
    await page.goto('/people?tab=agents');
    await page.getByRole('button', { name: 'Add agent' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New Agent' });
    await dialog.getByLabel('First name').fill('Typed');
    await dialog.getByLabel('Phone').fill('5125550190');
    await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill('typed@words.example');
    const over = await endSession(context, page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await signInAgain(page, over, demoLogins.owner);
    await expect(page).toHaveURL(/\/people\?tab=agents/);
    await expect(dialog.getByLabel('First name')).toHaveValue('Typed');
    await expect(dialog.getByLabel('Phone')).toHaveValue('(512) 555-0190');
    await expect(dialog.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(
      'typed@words.example',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('settings that are being changed', async () => {
    await page.goto('/settings?tab=email');
    await page.getByLabel('BCC').fill('copies@words.example');
    const over = await endSession(context, page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await signInAgain(page, over, demoLogins.owner);
    await expect(page).toHaveURL(/tab=email/);
    await expect(page.getByLabel('BCC')).toHaveValue('copies@words.example');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('other users cannot see it', async () => {
    await page.goto('/people?tab=clients');
    await page.getByRole('button', { name: 'Add client' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New Client' });
    await dialog.getByLabel('First name').fill('Private');
    const over = await endSession(context, page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await signInAgain(page, over, demoLogins.staff);
    await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
    await page.goto('/people');
    await waitUntilLoaded(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('two windows: the slower one is asked and loses nothing; clicked twice, saved once', async ({
  page,
}) => {
  await (await logIn(page.request)).confirmIdentity();
  const other = await openSecondWindow(page);

  await test.step('settings', async () => {
    for (const window of [page, other]) {
      await window.goto('/settings?tab=payments');
      await expect(window.getByLabel('Payment instructions')).toBeVisible();
    }
    const before = await page.getByLabel('Payment instructions').inputValue();
    await other.getByLabel('Payment instructions').fill('By check, please.');
    await page.getByLabel('External payment link').fill('https://pay.example/here');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('You have unsaved changes')).toBeHidden();
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(other.getByText('Someone else saved changes in the meantime')).toBeVisible();
    await expect(other.getByLabel('Payment instructions')).toHaveValue('By check, please.');
    await other.getByRole('button', { name: 'Save mine' }).click();
    await expect(other.getByText('You have unsaved changes')).toBeHidden();
    // The value saved by the first window is shown next to it.
    await other.reload();
    await expect(other.getByLabel('External payment link')).toHaveValue('https://pay.example/here');
    await expect(other.getByLabel('Payment instructions')).toHaveValue('By check, please.');
    await other.getByLabel('External payment link').fill('');
    await other.getByLabel('Payment instructions').fill(before);
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(other.getByText('You have unsaved changes')).toBeHidden();
  });

  await test.step('a person', async () => {
    for (const window of [page, other]) {
      await window.goto('/people?tab=agents');
      await window.getByRole('button', { name: 'Actions for Ruth Kessler' }).click();
      await window.getByRole('menuitem', { name: 'Edit' }).click();
      await expect(
        window.getByRole('dialog').getByRole('textbox', { name: 'Email', exact: true }),
      ).toHaveValue(/@/);
    }
    await page.getByRole('dialog').getByLabel('City').fill('Rye');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await other.getByRole('dialog').getByLabel('Address').fill('1 Purchase St');
    await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(other.getByRole('dialog').getByText('This was changed by someone else')).toBeVisible();
    await expect(other.getByRole('dialog').getByLabel('Address')).toHaveValue('1 Purchase St');
    await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('twice', async () => {
    const last = `Twice${Date.now() % 100_000}`;
    await page.goto('/people?tab=contractors');
    await page.getByRole('button', { name: 'Add contractor' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New Contractor' });
    await dialog.getByLabel('First name').fill('Theo');
    await dialog.getByLabel('Last name').fill(last);
    await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill(`${last}@example.com`);
    await dialog.getByRole('button', { name: 'Save' }).dblclick();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('searchbox', { name: 'Search contractors' }).fill(last);
    await expect(page.getByText('1 of 1 shown')).toBeVisible();
  });
});

test('several team members are deactivated at once, and activated again', async ({ page }) => {
  await logIn(page.request);
  await page.goto('/people?tab=technicians');
  for (const name of ['Mei Sandoval', 'Dana Whitfield'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  // The owner among them stays active, with a message.
  await expect(page.getByText('You can’t deactivate yourself or the company owner')).toBeVisible();
  await expect(page.getByText('1 person deactivated')).toBeVisible();
  const mei = page.getByRole('row', { name: /Mei Sandoval/ });
  await expect(mei.getByText('Inactive')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(mei.getByText('Active', { exact: true })).toBeVisible();
});
