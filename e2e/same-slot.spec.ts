import { expect, type Locator, type Page } from '@playwright/test';
import { type Api, demoLogins } from './support/api.ts';
import { chooseOption, signIn } from './support/browser-steps.ts';
import { test } from './support/fixtures.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'New Appointment' });
const earliestOf = (page: Page) => dialogOf(page).getByRole('button', { name: /^Earliest: / });
const tab = (page: Page, name: RegExp) => dialogOf(page).getByRole('tab', { name });
const notes = (page: Page) => dialogOf(page).getByLabel('Inspection notes');

/** Fills in everything but the time: address, usual service, client and notes, and ends on Date & Time. */
async function fillAllButTime(page: Page, address: string): Promise<void> {
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'New Appointment' }).first().click();
  await chooseOption(page, dialog.getByRole('combobox', { name: 'Address' }), new RegExp(address), address);
  await tab(page, /Services/).click();
  await expect(tab(page, /Services added/)).toBeVisible();
  await tab(page, /People/).click();
  await chooseOption(page, dialog.getByRole('combobox', { name: /Clients/ }), /Carlisle/, 'Carlisle');
  await tab(page, /Information/).click();
  await notes(page).fill(`Key at the neighbor of ${address}`);
  await tab(page, /Date & Time/).click();
  await expect(earliestOf(page)).toBeVisible();
}

/** Expects that the dialog says what is wrong with the time, leads to it, and kept everything else. */
async function expectTimeTaken(page: Page, address: string): Promise<void> {
  const dialog = dialogOf(page);
  await expect(tab(page, /Date & Time/)).toHaveAttribute('aria-selected', 'true');
  await expect(dialog.getByText(/:\d\d [AP]M is no longer available\. Choose another time\./)).toBeVisible();
  await expect(tab(page, /Location/)).toContainText(address);
  await expect(tab(page, /Services added/)).toBeVisible();
  await expect(tab(page, /People added/)).toBeVisible();
  await tab(page, /Information/).click();
  await expect(notes(page)).toHaveValue(`Key at the neighbor of ${address}`);
  await tab(page, /Date & Time/).click();
}

async function expectBooked(page: Page, submit: Locator): Promise<void> {
  await submit.click();
  await expect(page.getByText('Appointment has been added successfully!')).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
}

const submitOf = (page: Page) => dialogOf(page).getByRole('button', { name: 'Submit', exact: true });

async function newUser(page: Page, email: string): Promise<Page> {
  const browser = page.context().browser();
  const context = await browser?.newContext({ baseURL: new URL(page.url()).origin });
  if (!context) throw new Error('no browser');
  const other = await context.newPage();
  await signIn(other, email);
  return other;
}

test('two users choose the same time: the second sees it at once, loses nothing and books the next', async ({
  page,
}) => {
  await signIn(page, demoLogins.owner);
  const other = await newUser(page, demoLogins.staff);
  await fillAllButTime(page, '31 Elm');
  await fillAllButTime(other, '33 Elm');
  const wanted = (await earliestOf(page).textContent()) ?? '';
  await expect(earliestOf(other)).toHaveText(wanted);
  await earliestOf(page).click();
  await expect(dialogOf(page).getByRole('timer')).toBeVisible();

  await earliestOf(other).click();
  await expectTimeTaken(other, '33 Elm');
  // What is offered instead is free.
  await expect(earliestOf(other)).not.toHaveText(wanted);
  await earliestOf(other).click();
  await expect(dialogOf(other).getByRole('timer')).toBeVisible();
  await expectBooked(other, submitOf(other));
  await expectBooked(page, submitOf(page));
});

test('a time that was booked without a hold is refused on submit, named, and can be changed', async ({
  page,
}) => {
  const api = await signIn(page, demoLogins.owner);
  // As if the connection was lost when the time was chosen.
  await page.route('**/v2/slot-holds', (route) => route.abort());
  await fillAllButTime(page, '35 Elm');
  const wanted = (await earliestOf(page).textContent()) ?? '';
  await earliestOf(page).click();
  await expect(tab(page, /People added/)).toBeVisible();
  await bookSame(api, wanted);
  await submitOf(page).click();
  await expect(dialogOf(page).getByText('This time is taken')).toBeVisible();
  await expectTimeTaken(page, '35 Elm');
  await page.unroute('**/v2/slot-holds');
  await expect(earliestOf(page)).not.toHaveText(wanted);
  await earliestOf(page).click();
  await expectBooked(page, submitOf(page));
});

/** Books the offered time through the API: `Earliest: Thu, 11/26/2026 · 8:00 AM · Tariq Osman`. */
async function bookSame({ ask }: Api, offer: string): Promise<void> {
  const [, month, day, year, hour, minute, half, name] =
    /(\d\d)\/(\d\d)\/(\d{4}) · (\d+):(\d\d) (AM|PM) · (.+)$/.exec(offer) ?? [];
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  type Person = { id: string; first_name: string; last_name: string };
  const defaults = await ask<{
    orderId: string;
    clientOptions: Person[];
    inspectorOptions: Person[];
    serviceOptions: { id: string }[];
  }>('GET', '/v2/appointments/defaults');
  const technician = defaults.inspectorOptions.find((one) => `${one.first_name} ${one.last_name}` === name);
  await ask('POST', '/inspections', {
    data: {
      orderId: defaults.orderId,
      order_id: defaults.orderId,
      address: '1 Faster Way',
      city: 'Hoboken',
      state: 'NJ',
      zip_code: '07030',
      date_time: `${year}-${month}-${day}T${String(hours).padStart(2, '0')}:${minute}`,
      clients: [defaults.clientOptions[0]?.id],
      inspectors: [technician?.id],
      services: [{ id: defaults.serviceOptions[0]?.id }],
    },
  });
}
