import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import {
  atRest,
  demoIds,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  people,
  phone,
  settled,
  signIn,
} from './support.ts';

const visitorPages = [
  '/auth/login',
  '/auth/register',
  '/auth/verify',
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
  '/availability',
  '/coming-soon',
  '/maintenance',
  '/no-such-page',
];

// Some hundred looks by axe: on a busy machine they take their time.
test.describe.configure({ timeout: 300_000 });

test('pages for visitors and clients are accessible, wide and narrow, light and dark', async ({
  browser,
  page: other,
}) => {
  // Looked up in another browser: its login must not be ours.
  const ids = await demoIds(other);
  const page = await openPage(browser);
  await look(page, [
    ...visitorPages,
    ids.openClientPage,
    ids.clientPage,
    ids.agreementPage,
    ids.invoice,
    `/view-report2/${ids.reportPublic}`,
  ]);
});

test('pages for members are accessible, wide and narrow, light and dark', async ({
  browser,
  page: other,
}) => {
  // Looked up in another browser: its login must not be ours.
  const ids = await demoIds(other);
  const page = await openPage(browser);
  await signIn(page, people.owner);
  await look(page, [
    ...memberPages,
    `/appointments/details/${ids.appointment}`,
    `/edit-report/${ids.report}`,
    ids.invoice,
  ]);
});

test('dialogs are accessible, wide and narrow, light and dark', async ({ browser }) => {
  const page = await openPage(browser);
  await signIn(page, people.owner);
  for (const [size, name] of [
    [desk, 'on a desk'],
    [phone, 'on a phone'],
  ] as const) {
    await page.setViewportSize(size);
    await page.goto('/people');
    await page.getByRole('button', { name: 'Add client' }).click();
    await expect(page.getByRole('dialog', { name: 'New Client' }).getByLabel('First name')).toBeFocused();
    await inBothColours(page, `the client form ${name}`);
    await page.goto('/appointments');
    await page.getByRole('button', { name: 'New Appointment' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New Appointment' });
    for (const tab of await dialog.getByRole('tab').all()) {
      await tab.click();
      await settled(page);
      await inBothColours(page, `the booking dialog ${name}: ${await tab.textContent()}`);
    }
  }
});

test('the administrator’s pages are accessible, wide and narrow, light and dark', async ({ browser }) => {
  const page = await openPage(browser);
  await signIn(page, people.admin);
  await look(page, ['/admin/dashboard', '/admin/subscribers']);
});

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: desk, colorScheme: 'light', reducedMotion: 'reduce' });
  return context.newPage();
}

/** Opens each page once and looks at it in both widths and colours; nothing may be thrown or refused by the policy meanwhile. */
async function look(page: Page, paths: readonly string[]): Promise<void> {
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(`${page.url()}: ${error.message}`));
  page.on('console', (line) => {
    if (/Content.Security.Policy|React error|hydrat/i.test(line.text()))
      said.push(`${page.url()}: ${line.text()}`);
  });
  for (const path of paths) {
    await test.step(path, async () => {
      await page.setViewportSize(desk);
      await page.goto(path);
      await settled(page);
      await expectAccessible(page, `${path} on a desk`);
      await inTheDark(page, async () => {
        await expectAccessible(page, `${path} on a desk, dark`, aboutColours);
        await page.setViewportSize(phone);
        await settled(page);
        await expectAccessible(page, `${path} on a phone, dark`);
      });
      await expectNoSidewaysScroll(page, `${path} on a phone`);
    });
  }
  expect(said).toEqual([]);
}

const aboutColours = ['color-contrast', 'link-in-text-block'];

/** The page as it stands must satisfy every rule; in the dark, those about colours once more, as nothing else changes. */
async function inBothColours(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await inTheDark(page, () => expectAccessible(page, `${what}, dark`, aboutColours));
}

async function inTheDark(page: Page, look: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const ours = page.locator('html[data-mantine-color-scheme]');
  if ((await ours.count()) > 0) await expect(ours).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await atRest(page);
  await look();
  await page.emulateMedia({ colorScheme: 'light' });
}
