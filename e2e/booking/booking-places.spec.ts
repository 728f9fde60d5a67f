// Visitors choose the address of the property from suggestions, by keys, and learn at once where the company does not work.
import { expect } from '@playwright/test';
import { type Api, logIn } from '../support/api.ts';
import { heading, next, visitor } from '../support/booking-steps.ts';
import { expectAccessible } from '../support/browser-steps.ts';
import { test } from '../support/fixtures.ts';

let office: Api;
let requestId = '';
test.beforeAll(async ({ playwright, baseURL }) => {
  office = await logIn(await playwright.request.newContext({ baseURL: baseURL ?? '' }));
  const settings = await office.ask<{ request_id: string }>('GET', `/v2/company/${office.company}/settings`);
  requestId = settings.request_id;
});

test('a visitor chooses a suggested address by keys', async ({ browser }) => {
  const client = await visitor(browser);
  await client.goto(`/schedule/${requestId}`);
  const street = client.getByRole('combobox', { name: 'Street and number' });
  // The prerendered field is disabled until the script runs. Clicking waits for that, typing does not.
  await street.click();
  await street.pressSequentially('40 Linden Ave, Hoboken');
  const options = client.getByRole('listbox', { name: 'Suggested addresses' }).getByRole('option');
  await expect(options.first()).toBeVisible();
  await expectAccessible(client, 'the property step with suggestions');
  await street.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  const located = client.waitForResponse((one) => one.url().includes('/property-places'));
  await street.press('Enter');
  await expect(client.getByRole('listbox', { name: 'Suggested addresses' })).toBeHidden();
  await expect(street).toHaveValue('40 Linden Ave');
  await expect(client.getByLabel('City')).toHaveValue('Hoboken');
  await expect(client.getByLabel('State')).toHaveValue('NJ');
  await expect(client.getByLabel('ZIP code')).toHaveValue('07030');
  expect((await located).status()).toBe(200);
  await client.getByLabel('Square feet').fill('2000');
  await next(client);
  await expect(heading(client, 'Services')).toBeVisible();
});

test('an address outside the service areas is named while it is typed, and what was typed stays', async ({
  browser,
}) => {
  const client = await visitor(browser);
  // The demo company has no service areas: the answer of a company that has.
  await client.route('**/property-places', (route) =>
    route.fulfill({ json: { success: true, data: { place: '', is_served: false }, error: null } }),
  );
  await client.goto(`/schedule/${requestId}`);
  await client.getByLabel('Street and number').fill('1 Far Away Rd');
  await client.getByLabel('State').fill('CO');
  await client.getByLabel('ZIP code').fill('80301');
  await expect(client.getByText('This address is outside our service area')).toBeVisible();
  await expectAccessible(client, 'the property step with an address outside the area');
  await client.getByLabel('Square feet').fill('2000');
  await next(client);
  await expect(heading(client, 'Property')).toBeVisible();
  await expect(client.getByLabel('Street and number')).toHaveValue('1 Far Away Rd');
  await expect(client.getByRole('button', { name: 'Send a request instead' })).toBeVisible();
});
