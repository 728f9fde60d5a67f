import { expect, type Page } from '@playwright/test';
import { demoIds, demoLogins, logIn } from './support/api.ts';
import { desktop, phone, waitUntilLoaded } from './support/browser-steps.ts';
import { test } from './support/fixtures.ts';
import { checkBothColorSchemes, checkPage, openPage } from './support/page-checks.ts';

const visitorPages = [
  '/auth/login',
  '/auth/register',
  '/auth/verify',
  '/auth/verify?token=unknown',
  '/auth/forgot-password',
  '/auth/reset-password/abc?email=ann@example.com',
  '/auth/account-verified/true',
  '/auth/account-verified/false',
  '/force-reset-password',
  '/public/privacy-policy',
  '/public/terms-of-use',
  '/check-document',
  '/s/unknown',
  '/404',
  '/500',
  '/api/docs',
  '/dev/outbox',
];

const memberPages = [
  '/dashboard',
  '/appointments',
  '/appointments?tab=canceled',
  '/people',
  '/templates/store',
  '/templates/library',
  '/payments',
  '/availability',
  '/communication',
  '/coming-soon',
  '/maintenance',
  '/no-such-page',
];

// Several hundred axe checks take their time on a busy machine.
test.describe.configure({ timeout: 300_000 });

test('pages for visitors and clients are accessible on desktop and phone, light and dark', async ({
  browser,
  page: other,
}) => {
  // Looks up ids in a separate browser, whose login must not be shared.
  const ids = await demoIds(other);
  const page = await openPage(browser);
  await checkPages(page, [
    ...visitorPages,
    ids.openClientPage,
    ids.clientPage,
    ids.agreementPage,
    ids.invoice,
    `/view-report2/${ids.reportPublic}`,
  ]);
});

test('pages for members are accessible on desktop and phone, light and dark', async ({
  browser,
  page: other,
}) => {
  // Looks up ids in a separate browser, whose login must not be shared.
  const ids = await demoIds(other);
  const page = await openPage(browser);
  await logIn(page.request);
  await checkPages(page, [
    ...memberPages,
    `/appointments/details/${ids.appointment}`,
    `/edit-report/${ids.report}`,
    ids.invoice,
  ]);
});

test('dialogs are accessible on desktop and phone, light and dark', async ({ browser }) => {
  const page = await openPage(browser);
  await logIn(page.request);
  for (const [size, name] of [
    [desktop, 'on desktop'],
    [phone, 'on a phone'],
  ] as const) {
    await page.setViewportSize(size);
    await page.goto('/people');
    await page.getByRole('button', { name: 'Add client' }).click();
    await expect(page.getByRole('dialog', { name: 'New Client' }).getByLabel('First name')).toBeFocused();
    await checkBothColorSchemes(page, `the client form ${name}`);
    await page.goto('/appointments');
    await page.getByRole('button', { name: 'New Appointment' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New Appointment' });
    for (const tab of await dialog.getByRole('tab').all()) {
      await tab.click();
      await waitUntilLoaded(page);
      await checkBothColorSchemes(page, `the booking dialog ${name}: ${await tab.textContent()}`);
    }
  }
});

test('administrator pages are accessible on desktop and phone, light and dark', async ({ browser }) => {
  const page = await openPage(browser);
  await logIn(page.request, demoLogins.admin);
  await checkPages(page, [
    '/admin/dashboard',
    '/admin/subscribers',
    '/admin/settings',
    '/admin/sending-limits',
    '/admin/template-store',
  ]);
});

/** Opens and checks each page in both widths and color schemes; expects no errors and no policy violations. */
async function checkPages(page: Page, paths: readonly string[]): Promise<void> {
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(`${page.url()}: ${error.message}`));
  page.on('console', (line) => {
    if (/Content.Security.Policy|React error|hydrat/i.test(line.text()))
      said.push(`${page.url()}: ${line.text()}`);
  });
  for (const path of paths) await checkPage(page, path);
  expect(said).toEqual([]);
}
