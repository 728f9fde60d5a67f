import { expect, type Page } from '@playwright/test';
import { demoLogins } from '../support/api.ts';
import { signIn, waitUntilLoaded } from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';

// What booking an appointment for an existing client costs, apart from typing what is searched for.
const mostKeys = 25;

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'New Appointment' });

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

/** Counts every press of a mouse button on the page, whatever clicked, and every key that does not type. */
async function countEffort(page: Page): Promise<() => Promise<{ presses: number; keys: string[] }>> {
  await page.evaluate(() => {
    const effort = { presses: 0, keys: [] as string[] };
    Object.assign(window, { effort });
    window.addEventListener('mousedown', () => (effort.presses += 1), true);
    window.addEventListener('keydown', ({ key }) => key.length > 1 && effort.keys.push(key), true);
  });
  return () =>
    page.evaluate(() => (window as unknown as { effort: { presses: number; keys: string[] } }).effort);
}

const option = (page: Page, text: string) => page.getByRole('option', { name: new RegExp(text) }).first();

/** Fills the dialog by mouse up to the client: the address, the usual service, and the earliest time. */
async function fillByMouse(page: Page, address: string): Promise<void> {
  const dialog = dialogOf(page);
  const next = dialog.getByRole('button', { name: 'Next' });
  await expect(dialog.getByRole('combobox', { name: 'Address' })).toBeFocused();
  await expect(dialog.getByRole('tab', { name: /Add Services/ })).toBeVisible();
  await page.keyboard.type(address);
  await option(page, address).click();
  await next.click();
  const usual = dialog.getByRole('checkbox', { name: /^Residential home inspection/ });
  await expect(usual).toBeChecked();
  await expect(dialog.getByText('Added because most of your recent appointments include it')).toBeVisible();
  await next.click();
  await dialog.getByRole('button', { name: /^Earliest: / }).click();
  await expect(dialog.getByRole('tab', { name: /People/ })).toHaveAttribute('aria-selected', 'true');
  await expect(dialog.getByRole('timer')).toBeVisible();
}

test('books for an existing client by mouse alone with 7 clicks', main, async ({ page }) => {
  await signIn(page, demoLogins.owner);
  const effort = await countEffort(page);
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'New Appointment' }).first().click();
  await fillByMouse(page, '21 Elm');
  await expect(dialog.getByRole('combobox', { name: /Clients/ })).toBeFocused();
  await page.keyboard.type('Carlisle');
  await option(page, 'Carlisle').click();
  await expect(dialog.getByRole('tab', { name: /People added/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expectBooked(page);
  const { presses, keys } = await effort();
  expect(presses).toBe(7);
  expect(keys).toEqual([]);
});

test("books from the client's page by mouse alone with 6 clicks", async ({ page }) => {
  const { ask } = await signIn(page, demoLogins.owner);
  const { pageData } = await ask<{ pageData: { id: string }[] }>('GET', '/v2/clients?text=Carlisle');
  await page.goto(`/people/clients/${pageData[0]?.id}`);
  await waitUntilLoaded(page);
  const effort = await countEffort(page);
  await page.getByRole('main').getByRole('button', { name: 'New Appointment' }).click();
  await fillByMouse(page, '25 Elm');
  await expect(dialogOf(page).getByRole('tab', { name: /People added/ })).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'Submit' }).click();
  await expectBooked(page);
  const { presses, keys } = await effort();
  expect(presses).toBe(6);
  expect(keys).toEqual([]);
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
  await waitUntilLoaded(page);
  await press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('New appointment');
  await expect(page.getByRole('dialog').getByText('New Appointment').first()).toBeVisible();
  await press('Enter');

  await expect(dialog.getByRole('combobox', { name: 'Address' })).toBeFocused();
  await search(page, '23 Elm');
  await press('Enter');
  await press('Enter');
  await isOn(/Services/);
  await expect(dialog.getByRole('checkbox').first()).toBeFocused();
  await expect(dialog.getByRole('checkbox').first()).toBeChecked();
  await press('Enter');
  await isOn(/Date & Time/);
  const earliest = dialog.getByRole('button', { name: /^Earliest: / });
  await expect(earliest).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Set a custom time' })).toBeFocused();
  const isOnEarliest = () => earliest.evaluate((one) => one === document.activeElement);
  while (!(await isOnEarliest()) && keys < mostKeys) await press('Tab');
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
