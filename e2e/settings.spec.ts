import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { demoLogins, logIn } from './support/api.ts';
import {
  enterPassword,
  expectAccessible,
  mailTo,
  makePhoto,
  signIn,
  verifyEmail,
} from './support/browser-steps.ts';
import { test } from './support/fixtures.ts';
import { checkPage, openPage } from './support/page-checks.ts';

const secret = 'correct-Horse1';
const done = 'Settings have been updated successfully!';
const tabs = [
  'General',
  'Payments',
  'Online scheduling',
  'Request form',
  'Agreements',
  'Reports & templates',
  'Advanced',
  'Email',
  'Notifications',
];

/** Creates a separate company, so that other tests find the demo unchanged. */
async function newCompany(page: Page): Promise<string> {
  const email = `ann${Date.now()}@settings.example`;
  const owner = {
    first_name: 'Ann',
    last_name: 'Archer',
    company_name: 'Archer Inspections',
    phone: '5125550188',
  };
  const answer = await page.request.post('/api/v2/auth/sign-up', {
    data: { ...owner, email, password: secret, terms_of_policy: true, timezone: 'America/Chicago' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await verifyEmail(page, email);
  await signIn(page, email, secret);
  return email;
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(done).first()).toBeVisible();
  await expect(page.getByText('You have unsaved changes')).toBeHidden();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
}

/** Books through the API, for a client with an address. */
async function book(request: APIRequestContext, email: string, client: string): Promise<void> {
  const { ask } = await logIn(request, email, secret);
  const defaults = await ask<{
    orderId: string;
    serviceOptions: { id: string }[];
    inspectorOptions: { id: string }[];
  }>('GET', '/v2/appointments/defaults');
  const made = await ask<{ id: string }>('POST', '/v2/clients', {
    multipart: { first_name: 'Cora', last_name: 'Client', email: client, phone: '5125550111' },
  });
  await ask('POST', '/inspections', {
    data: {
      address: '100 Congress Avenue',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      square_feet: 2400,
      year_built: 1990,
      foundation: 3,
      date_time: '2031-03-08T09:00',
      services: [{ id: defaults.serviceOptions[0]?.id, add_ons: [] }],
      clients: [made.id],
      inspectors: [defaults.inspectorOptions[0]?.id],
      order_id: defaults.orderId,
    },
  });
}

test('a company changes logo, date format, currency and email footer, and all of it shows', async ({
  page,
}) => {
  const email = await newCompany(page);

  await test.step('the profile menu links to the settings', async () => {
    await page.getByRole('button', { name: 'Profile menu' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link')).toHaveText(
      tabs,
    );
  });

  await test.step('an invalid value is reported under its field and nothing is lost', async () => {
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
    await page.getByLabel('Zip code').fill('123');
    await page.getByLabel('City').fill('Austin');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Zip code must have 5 digits')).toBeVisible();
    await expect(page.getByLabel('Zip code')).toBeFocused();
    await expect(page.getByLabel('City')).toHaveValue('Austin');
    await page.getByLabel('Zip code').fill('78701');
  });

  await test.step('formats', async () => {
    await page.getByRole('combobox', { name: 'Date format' }).click();
    await page.getByRole('option', { name: /^DD\.MM\.YYYY/ }).click();
    await page.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: /AUD/ }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('new york');
    await page.getByRole('option', { name: /America\/New York/ }).click();
    await save(page);
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/America\/New York/);
    await expect(page.getByLabel('Zip code')).toHaveValue('78701');
  });

  await test.step('a logo, at once', async () => {
    await page
      .getByRole('region', { name: 'Logo', exact: true })
      .locator('input[type=file]')
      .setInputFiles(await makePhoto(1));
    await expect(page.getByRole('img', { name: 'Logo', exact: true })).toBeVisible();
    await page
      .getByRole('region', { name: 'Header logo' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(page.getByText('File type not accepted')).toBeVisible();
  });

  await test.step('leaving asks first; staying keeps the input', async () => {
    await page.getByRole('link', { name: 'Email' }).click();
    await page.getByLabel('BCC').fill('archive@settings.example');
    await page
      .getByRole('navigation', { name: 'Settings sections' })
      .getByRole('link', { name: 'Payments' })
      .click();
    await page.getByRole('button', { name: 'Stay on page' }).click();
    await expect(page.getByLabel('BCC')).toHaveValue('archive@settings.example');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('button', { name: 'Stay on page' }).click();
    await expect(page).toHaveURL(/tab=email/);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('BCC')).toHaveValue('');
  });

  await test.step('a custom footer', async () => {
    await page.getByRole('combobox', { name: 'Footer' }).click();
    await page.getByRole('option', { name: 'Custom text' }).click();
    await page.getByRole('textbox', { name: 'Custom footer' }).fill('Licensed in New York');
    await save(page);
  });

  await test.step('the booking shows the currency, the list the date, the email the footer', async () => {
    await page.getByRole('button', { name: 'New Appointment' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New Appointment' });
    await dialog.getByRole('tab', { name: /Services/ }).click();
    await expect(dialog.getByText('A$375.00').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const client = `cora${Date.now()}@settings.example`;
    await book(page.request, email, client);
    const mail = await mailTo(page, client, /confirmed/);
    expect(mail.subject).toContain('08.03.2031');
    expect(mail.text).toMatch(/Licensed in New York\s*$/);
    await page.goto('/appointments');
    await expect(page.getByText('08.03.2031').first()).toBeVisible();
    await page
      .getByRole('row', { name: /08\.03\.2031/ })
      .first()
      .getByRole('link')
      .first()
      .click();
    await expect(page.getByText(/A\$/).first()).toBeVisible();
  });

  await test.step('secrets can be written but not read', async () => {
    await page.goto('/settings?tab=payments');
    await page.getByRole('combobox', { name: 'Payment type' }).click();
    await page.getByRole('option', { name: 'Stripe' }).click();
    await page.getByLabel('Publishable key', { exact: true }).fill('pk_test_123');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('This is required')).toBeVisible();
    await page.getByLabel('Secret key', { exact: true }).fill('sk_test_456');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await expect(question.getByLabel('Password', { exact: true })).toBeFocused();
    await expectAccessible(page, 'the question for the password');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(page.getByLabel('Secret key', { exact: true })).toHaveValue('sk_test_456');
    await expect(page.getByText('You have unsaved changes')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(question.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.type('wrong-Horse1');
    await page.keyboard.press('Enter');
    await expect(question.getByText('The password is incorrect')).toBeVisible();
    await enterPassword(page, secret);
    await expect(page.getByText(done).first()).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await page.getByLabel('External payment link').fill('https://pay.example/archer');
    await save(page);
    await expect(page.getByLabel('Secret key', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Replace Secret key' })).toBeVisible();
    expect(await page.content()).not.toContain('sk_test_456');
  });

  await test.step('the public profile, written with a preview', async () => {
    await page.goto('/company-profile');
    await page.getByRole('textbox', { name: 'About' }).fill('We look closely.');
    await expect(page.getByRole('region', { name: 'Preview' }).getByText('We look closely.')).toBeVisible();
    await save(page);
    const shown = await (await page.context().browser()?.newContext())?.newPage();
    if (!shown) throw new Error('no second window');
    await shown.goto((await page.getByRole('link', { name: 'Open page' }).getAttribute('href')) ?? '');
    await expect(shown.getByRole('heading', { name: 'Archer Inspections' })).toBeVisible();
    await expect(shown.getByText('We look closely.')).toBeVisible();
    await expect(shown.locator('main img')).toBeVisible();
    await shown.goto('/public-profile/nobody-at-all');
    await expect(shown.getByRole('heading', { name: 'Company not found' })).toBeVisible();
  });
});

test('a user without permission is redirected', async ({ page }) => {
  await logIn(page.request, demoLogins.technician);
  for (const path of ['/settings', '/company-profile']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard/);
  }
});

test('the settings are accessible on desktop and phone, light and dark', async ({ browser }) => {
  test.setTimeout(240_000);
  const page = await openPage(browser);
  await logIn(page.request);
  const paths = tabs.map((name, i) => (i === 0 ? '/settings' : `/settings?tab=${idOf(name)}`));
  for (const path of [...paths, '/company-profile', '/public-profile/whitfield-home-inspections']) {
    await checkPage(page, path);
  }
});

function idOf(name: string): string {
  const ids: Record<string, string> = { 'Reports & templates': 'reports', 'Online scheduling': 'scheduling' };
  return ids[name] ?? name.toLowerCase().replace(' ', '-');
}
