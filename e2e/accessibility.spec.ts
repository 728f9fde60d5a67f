import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import {
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
  '/public/privacy-policy',
  '/public/terms-of-use',
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
  '/templates',
  '/coming-soon',
  '/maintenance',
  '/no-such-page',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    const openContext = (browser: Browser) =>
      browser.newContext({ colorScheme, viewport: desk, reducedMotion: 'reduce' });

    test('pages for visitors and clients are accessible, wide and narrow', async ({ browser, page }) => {
      test.setTimeout(300_000);
      const ids = await demoIds(page);
      const context = await openContext(browser);
      const pages = [
        ...visitorPages,
        ids.openClientPage,
        ids.clientPage,
        ids.agreementPage,
        ids.invoice,
        `/view-report2/${ids.reportPublic}`,
      ];
      await look(context, pages);
      await context.close();
    });

    test('pages for members are accessible, wide and narrow', async ({ browser, page }) => {
      test.setTimeout(300_000);
      const ids = await demoIds(page);
      const context = await openContext(browser);
      const member = await context.newPage();
      await signIn(member, people.owner);
      await look(
        context,
        [
          ...memberPages,
          `/appointments/details/${ids.appointment}`,
          `/edit-report/${ids.report}`,
          ids.invoice,
        ],
        member,
      );
      await member.setViewportSize(desk);
      await member.goto('/people');
      await member.getByRole('button', { name: 'Add client' }).click();
      await expect(member.getByRole('dialog', { name: 'New Client' }).getByLabel('First name')).toBeFocused();
      await expectAccessible(member, 'the client form');
      await member.keyboard.press('Escape');
      await booking(member, 'the booking dialog');
      await member.setViewportSize(phone);
      await booking(member, 'the booking dialog on a phone');
      await context.close();
    });

    test('the administrator’s page is accessible', async ({ browser }) => {
      const context = await openContext(browser);
      const admin = await context.newPage();
      await signIn(admin, people.admin);
      await look(context, ['/admin/dashboard', '/admin/subscribers'], admin);
      await context.close();
    });
  });
}

/** Opens each page once and looks at it in both widths; nothing may be thrown or refused by the policy meanwhile. */
async function look(context: BrowserContext, paths: readonly string[], known?: Page): Promise<void> {
  const page = known ?? (await context.newPage());
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(`${page.url()}: ${error.message}`));
  page.on('console', (line) => {
    if (/Content.Security.Policy|Minified React error|hydrat/i.test(line.text()))
      said.push(`${page.url()}: ${line.text()}`);
  });
  for (const path of paths) {
    await test.step(path, async () => {
      await page.setViewportSize(desk);
      await page.goto(path);
      await settled(page);
      await expectAccessible(page, `${path} on a desk`);
      await page.setViewportSize(phone);
      // Twice: what listens to the width paints in the first frame.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      await expectAccessible(page, `${path} on a phone`);
      await expectNoSidewaysScroll(page, `${path} on a phone`);
    });
  }
  expect(said).toEqual([]);
}

async function booking(page: Page, what: string): Promise<void> {
  await page.goto('/appointments');
  await page.getByRole('button', { name: 'New Appointment' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Appointment' });
  for (const tab of await dialog.getByRole('tab').all()) {
    await tab.click();
    await settled(page);
    await expectAccessible(page, `${what}: ${await tab.textContent()}`);
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
}
