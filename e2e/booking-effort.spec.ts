import { expect, type Locator, type Page } from '@playwright/test';
import { demoLogins } from './api.ts';
import { main, test } from './fixtures.ts';
import { signIn } from './support.ts';

// What booking an appointment for an existing client costs. Text is typed into the search fields, and Enter takes the
// first result: that is part of typing. Everything else is counted.
const mostClicks = 7;
const mostKeys = 25;

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'New Appointment' });
const slots = (page: Page) => page.getByRole('group', { name: /^Available times,/ }).getByRole('button');

/** Searches by typing; returns once the first result is highlighted. */
async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  const first = page.getByRole('option', { name: new RegExp(text) }).first();
  await expect(first).toHaveAttribute('data-combobox-selected', 'true');
}

async function expectBooked(page: Page): Promise<void> {
  await expect(page.getByText('Appointment has been added successfully!')).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
}

test('books for an existing client with at most 7 clicks', main, async ({ page }) => {
  await signIn(page, demoLogins.owner);
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const dialog = dialogOf(page);
  const next = dialog.getByRole('button', { name: 'Next' });
  await click(page.getByRole('button', { name: 'New Appointment' }).first());
  await expect(dialog.getByRole('combobox', { name: 'Address' })).toBeFocused();
  await search(page, '21 Elm');
  await page.keyboard.press('Enter');
  await click(next);
  await click(dialog.getByRole('checkbox', { name: /^Condo/ }));
  await click(next);
  await click(slots(page).first());
  await click(
    dialog
      .getByRole('region', { name: /\d{4} · / })
      .getByRole('button')
      .first(),
  );
  await expect(dialog.getByRole('combobox', { name: /Clients/ })).toBeFocused();
  await search(page, 'Carlisle');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('tab', { name: /People added/ })).toBeVisible();
  await click(dialog.getByRole('button', { name: 'Submit' }));
  await expectBooked(page);
  expect(clicks).toBeLessThanOrEqual(mostClicks);
});

test('books for an existing client by keyboard alone with at most 25 keys', main, async ({ page }) => {
  await signIn(page, demoLogins.owner);
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const dialog = dialogOf(page);
  const isOn = (name: RegExp) =>
    expect(dialog.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  await press('ControlOrMeta+k');
  await page.keyboard.type('New appointment');
  await expect(page.getByRole('dialog').getByText('New Appointment').first()).toBeVisible();
  await press('Enter');

  await expect(dialog.getByRole('combobox', { name: 'Address' })).toBeFocused();
  await search(page, '23 Elm');
  await press('Enter');
  await press('Enter');
  await isOn(/Services/);
  await expect(dialog.getByRole('checkbox').first()).toBeFocused();
  await press('Space');
  await press('Enter');
  await isOn(/Date & Time/);
  await expect(slots(page).first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Set a custom time' })).toBeFocused();
  const isOnSlot = () => slots(page).evaluateAll((all) => all.some((one) => one === document.activeElement));
  while (!(await isOnSlot()) && keys < mostKeys) await press('Tab');
  await press('Enter');
  await expect(
    dialog
      .getByRole('region', { name: /\d{4} · / })
      .getByRole('button')
      .first(),
  ).toBeFocused();
  await press('Enter');
  await expect(dialog.getByRole('combobox', { name: /Clients/ })).toBeFocused();
  await search(page, 'Carlisle');
  await press('Enter');
  await expect(dialog.getByRole('tab', { name: /People added/ })).toBeVisible();
  // The first closes the list, the second moves on.
  await press('Enter');
  await press('Enter');
  const book = dialog.getByRole('button', { name: 'Book appointment' });
  await expect(book).toBeFocused();
  // Later than a second press meant for Next.
  await page.waitForTimeout(700);
  await press('Enter');
  await expectBooked(page);
  expect(keys).toBeLessThanOrEqual(mostKeys);
});
