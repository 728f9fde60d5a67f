import { expect, type Locator, type Page } from '@playwright/test';
import { demoLogins, logIn } from './support/api.ts';
import {
  desktop,
  enterPassword,
  expectAccessible,
  mailTo,
  phone,
  signIn,
  waitUntilLoaded,
} from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';
import { checkBothColorSchemes, checkPage, openPage } from './support/page-checks.ts';

/** Moves with Tab to a field or button, as a keyboard user does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 60; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Opens a row's menu and presses one of its entries. */
async function press(page: Page, row: string, entry: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: entry });
  // A list that reloads at this moment may render its rows, including the menu, once more: then opens it again.
  await expect(async () => {
    if (!(await item.isVisible())) {
      await tabTo(page, page.getByRole('button', { name: `Actions for ${row}` }));
      await page.keyboard.press('Enter');
      await expect(item).toBeVisible({ timeout: 2000 });
    }
    if (await item.evaluate((one) => one !== document.activeElement, null, { timeout: 1000 }))
      await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused({ timeout: 200 });
  }).toPass({ intervals: [50], timeout: 20_000 });
  await page.keyboard.press('Enter');
  // The menu returns focus once it has faded out.
  await expect(page.getByRole('menu')).toHaveCount(0);
}

test(
  'by keyboard only: adds a client, edits it, changes its status and deletes it',
  main,
  async ({ page }) => {
    const last = `Quill${Date.now() % 100_000}`;
    const name = `Wilma ${last}`;
    await logIn(page.request);
    await page.goto('/people');

    await test.step('an empty form shows errors under its fields', async () => {
      await tabTo(page, page.getByRole('button', { name: 'Add client' }));
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New Client' });
      await expect(dialog.getByLabel('First name')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog.getByText('Email is required')).toBeVisible();
      await expect(dialog.getByLabel('First name')).toBeFocused();
    });

    await test.step('add', async () => {
      await page.keyboard.type('Wilma');
      await page.keyboard.press('Tab');
      await page.keyboard.type(last);
      await page.keyboard.press('Tab');
      await page.keyboard.type(`wilma.${last}@gmial.com`);
      await tabTo(page, page.getByRole('button', { name: `wilma.${last}@gmail.com`.toLowerCase() }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeFocused();
      await tabTo(page, page.getByLabel('Phone', { exact: true }));
      await page.keyboard.type('5125550199');
      await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(512) 555-0199');
      await page.keyboard.press('Enter');
      await expect(page.getByText(`The client "${name}" has been added successfully!`)).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('find', async () => {
      await tabTo(page, page.getByRole('searchbox', { name: 'Search clients' }));
      await page.keyboard.type(`${last.toLowerCase()} wil`);
      await expect(page.getByRole('link', { name })).toBeVisible();
      await expect(page.getByText('1 of 1 shown')).toBeVisible();
    });

    await test.step('edit', async () => {
      await press(page, name, 'Edit');
      const dialog = page.getByRole('dialog', { name: 'Edit Client' });
      await expect(dialog.getByLabel('First name')).toHaveValue('Wilma');
      await tabTo(page, dialog.getByLabel('City'));
      await page.keyboard.type('Austin');
      await page.keyboard.press('Enter');
      await expect(page.getByText(`The client "${name}" has been updated successfully!`)).toBeVisible();
      await expect(page.getByRole('cell', { name: 'Austin' })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('status', async () => {
      await press(page, name, 'Deactivate');
      await expect(page.getByRole('row', { name }).getByText('Inactive')).toBeVisible();
    });

    await test.step('the page of the person', async () => {
      await tabTo(page, page.getByRole('link', { name }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByText('No appointments yet')).toBeVisible();
      await tabTo(page, page.getByLabel('Notes', { exact: true }));
      await page.keyboard.type('Has a dog');
      await tabTo(page, page.getByRole('button', { name: 'Save' }));
      // The toast of an earlier change may still be visible, and leaving while this change is being saved asks first.
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await page.keyboard.press('Enter');
      expect((await saved).ok()).toBe(true);
      await waitUntilLoaded(page);
      await expect(
        page.getByText(`The client "${name}" has been updated successfully!`).first(),
      ).toBeVisible();
      await page.goBack();
      // The cached list shows at once; reloading may close a menu opened before it finishes.
      await expect(page.getByRole('row', { name })).toBeVisible();
      await waitUntilLoaded(page);
      await expect(page.getByText('1 of 1 shown')).toBeVisible();
    });

    await test.step('delete', async () => {
      await press(page, name, 'Delete');
      const question = page.getByRole('dialog', { name: `Delete ${name}?` });
      await tabTo(page, question.getByRole('button', { name: 'Delete' }));
      await page.keyboard.press('Enter');
      await expect(page.getByText('No results match your search')).toBeVisible();
    });
  },
);

test(
  'a technician is added with every permission, one is revoked, and the invitation is sent',
  main,
  async ({ page }) => {
    const last = `Vance${Date.now() % 100_000}`;
    const email = `tess.${last}@example.com`.toLowerCase();
    await logIn(page.request);
    await page.goto('/people?tab=technicians');
    await page.getByRole('button', { name: 'Add technician' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Technician' });
    await dialog.getByLabel('First name').fill('Tess');
    await dialog.getByLabel('Last name').fill(last);
    await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
    // Autofilled with the country code: the last ten digits stay.
    await dialog.getByLabel('Phone').fill('+1 (555) 123-4567');
    await expect(dialog.getByLabel('Phone')).toHaveValue('(555) 123-4567');
    for (const toggle of await dialog.getByRole('switch').all()) await expect(toggle).toBeChecked();
    await expect(dialog.getByRole('switch')).toHaveCount(6);
    await expect(dialog.getByText('Color')).toHaveCount(0);
    await dialog.getByRole('switch', { name: /Admin access/ }).focus();
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`The technician "Tess ${last}" has been added successfully!`)).toBeVisible();
    const row = page.getByRole('row', { name: new RegExp(last) });
    await expect(row.getByText('Invited')).toBeVisible();
    await expect(row.getByText('Limited access')).toBeVisible();
    await mailTo(page, email, /./);

    await page.getByRole('button', { name: `Actions for Tess ${last}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Technician' });
    await expect(edit.getByRole('radio', { name: 'Color 1', exact: true })).toBeChecked();
    await edit.getByRole('button', { name: 'Cancel' }).click();
  },
);

test('the booking dialog creates an unknown agent and adds them', async ({ page }) => {
  const last = `Fontaine${Date.now() % 100_000}`;
  await signIn(page, demoLogins.owner);
  await page.getByRole('button', { name: 'New Appointment' }).first().click();
  const booking = page.getByRole('dialog', { name: 'New Appointment' });
  await booking.getByRole('tab', { name: /People/ }).click();
  await booking.getByRole('combobox', { name: 'Agents', exact: true }).fill(`Nadia ${last}`);
  await expect(page.getByRole('option', { name: `Add “Nadia ${last}”` })).toBeVisible();
  await expect(page.getByRole('listbox', { name: 'Agents', exact: true })).toContainText('Nothing found');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'New Agent' });
  await expect(form.getByLabel('First name')).toHaveValue('Nadia');
  await expect(form.getByLabel('Last name')).toHaveValue(last);
  await form.getByRole('textbox', { name: 'Email', exact: true }).fill(`nadia.${last}@example.com`);
  await form.getByLabel('Agency name').fill('Hudson & Vale Realty');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(booking.getByRole('button', { name: `Remove Nadia ${last}` })).toBeVisible();
  await booking.getByRole('button', { name: 'Close' }).click();
});

test('a list can be exported only with permission, and other members can only read the team', async ({
  page,
}) => {
  await logIn(page.request);
  await page.goto('/people');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export list' }).click();
  await enterPassword(page);
  expect((await saving).suggestedFilename()).toMatch(/^clients-\d{4}-\d{2}-\d{2}\.csv$/);

  await page.context().clearCookies();
  await logIn(page.request, demoLogins.staff);
  await page.goto('/people?tab=technicians');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add technician' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0);
  await page.getByRole('tab', { name: /Clients/ }).click();
  await expect(page.getByRole('button', { name: 'Add client' })).toBeVisible();
  await page.goto('/people/duplicates');
  await expect(page.getByText('Only administrators can merge people')).toBeVisible();
});

test('two records of one person are found, merged, and separated again', async ({ page }) => {
  const last = `Okonkwo${Date.now() % 100_000}`;
  const phoneNumber = String(Date.now()).slice(-10).replace(/^0/, '7');
  await logIn(page.request);
  for (const first of ['Maximilian', 'Max']) {
    await page.goto('/people?tab=contractors');
    await page.getByRole('button', { name: 'Add contractor' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New Contractor' });
    await dialog.getByLabel('First name').fill(first);
    await dialog.getByLabel('Last name').fill(last);
    await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill(`${first}.${last}@example.com`);
    await dialog.getByLabel('Phone').fill(phoneNumber);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Find duplicates' }).click();
  const group = page.getByRole('region', { name: new RegExp(last) });
  await expect(group.getByText('Same phone')).toBeVisible();
  await group.getByRole('button', { name: /^Merge/ }).click();
  const merge = page.getByRole('dialog', { name: 'Merge two people' });
  await merge.getByRole('radio', { name: 'Maximilian', exact: true }).check();
  await expectAccessible(page, 'the merge dialog');
  await merge.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText(`Merged into Maximilian ${last}`, { exact: true })).toBeVisible();
  await expect(group).toHaveCount(0);
  // The toast offers it for ten seconds, the list of merges permanently.
  await page.getByRole('button', { name: new RegExp(`^Undo merging Max ${last}`) }).click();
  await expect(page.getByText('Merge undone')).toBeVisible();
  await expect(group.getByText(`Max ${last}`)).toBeVisible();
});

test('the people pages are accessible on desktop and phone, light and dark', async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await openPage(browser);
  await logIn(page.request);
  for (const tab of ['clients', 'agents', 'contractors', 'technicians', 'staffs'] as const) {
    await checkPage(page, `/people?tab=${tab}`);
  }
  await checkPage(page, '/people/duplicates');
  await page.setViewportSize(desktop);
  await page.goto('/people');
  await waitUntilLoaded(page);
  const path = await page.getByRole('row').nth(1).getByRole('link').getAttribute('href');
  await checkPage(page, path ?? '');
  for (const form of forms) await checkForm(page, form);
});

const forms = [
  ['clients', 'Add client', 'New Client'],
  ['agents', 'Add agent', 'New Agent'],
  ['contractors', 'Add contractor', 'New Contractor'],
  ['technicians', 'Add technician', 'New Technician'],
  ['staffs', 'Add staff', 'New Staff'],
] as const;

async function checkForm(page: Page, [tab, button, title]: (typeof forms)[number]): Promise<void> {
  await page.setViewportSize(desktop);
  await page.goto(`/people?tab=${tab}`);
  await page.getByRole('button', { name: button }).first().click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await checkBothColorSchemes(page, `${title} with its messages on a desk`);
  await page.setViewportSize(phone);
  await waitUntilLoaded(page);
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await checkBothColorSchemes(page, `${title} with its messages on a phone`);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}
