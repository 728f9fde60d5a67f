import { type ConsoleMessage, expect, type Page } from '@playwright/test';
import { inRotation } from '../src/testing/thorough.ts';
import { type DemoIds, demoIds, demoLogins, logIn } from './support/api.ts';
import { desktop, phone, waitUntilLoaded } from './support/browser-steps.ts';
import { test } from './support/fixtures.ts';
import { expectFinishedScreen, isPictured } from './support/screen-checks.ts';

interface Screen {
  name: string;
  path: (ids: DemoIds) => string;
  /** Brings the page into the state to check. */
  open?: (page: Page) => Promise<void>;
}

const screen = (name: string, path: string, open?: Screen['open']): Screen => ({
  name,
  path: () => path,
  ...(open && { open }),
});

const openDialog = (step: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'New Appointment' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Appointment' });
  await dialog.getByRole('tab', { name: new RegExp(`^${step}`) }).click();
};

const chooseView = (view: string) => (page: Page) =>
  page.locator('main').getByText(view, { exact: true }).first().click();

const visitorScreens: readonly Screen[] = [
  screen('login', '/auth/login'),
  screen('sign up', '/auth/register'),
  screen('verify email', '/auth/verify?token=unknown'),
  screen('set password', '/auth/reset-password/abc?email=ann@example.com'),
  { name: 'client-view', path: (ids) => ids.clientPage },
  { name: 'client-view, open', path: (ids) => ids.openClientPage },
  { name: 'signing', path: (ids) => ids.agreementPage },
  { name: 'view-report2', path: (ids) => `/view-report2/${ids.reportPublic}` },
];

const technicianScreens: readonly Screen[] = [screen('dashboard, technician', '/dashboard')];

const ownerScreens: readonly Screen[] = [
  screen('dashboard, owner', '/dashboard'),
  screen('appointments', '/appointments'),
  { name: 'appointment', path: (ids) => `/appointments/details/${ids.appointment}` },
  screen('booking, location', '/appointments', openDialog('Location')),
  screen('booking, time', '/appointments', openDialog('Date & Time')),
  screen('calendar, week', '/calendar', chooseView('Week')),
  screen('calendar, month', '/calendar', chooseView('Month')),
  screen('calendar, day', '/calendar', chooseView('Day')),
  screen('people', '/people'),
  screen('person', '/people', async (page) => {
    await page
      .locator('main a[href^="/people/"]:not([href$="duplicates"], [href$="import"])')
      .first()
      .click();
    await page.waitForURL(/\/people\/\w+\/./);
  }),
  screen('add person', '/people', async (page) => {
    await page.getByRole('button', { name: 'Add client' }).click();
    await expect(page.getByRole('dialog').getByLabel('First name')).toBeFocused();
  }),
  screen('import', '/people/import'),
  screen('services', '/services'),
  screen('discount codes', '/discount-codes'),
  screen('availability', '/availability'),
  screen('agreements', '/settings?tab=agreements'),
  screen('templates', '/templates'),
  screen('communication', '/communication'),
  screen('communication, sending', '/communication', (page) => page.locator('main summary').first().click()),
  screen('business', '/business'),
  screen('settings', '/settings'),
  screen('company profile', '/company-profile'),
  screen('my profile', '/my-profile'),
  screen('payments', '/payments'),
  { name: 'invoice', path: (ids) => ids.invoice },
  { name: 'report editor', path: (ids) => `/edit-report/${ids.report}` },
];

const adminScreens: readonly Screen[] = [
  screen('admin settings', '/admin/settings'),
  screen('sending limits', '/admin/sending-limits'),
  screen('set sending limits', '/admin/sending-limits', async (page) => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Set limits' }).click();
    await expect(page.getByRole('dialog').getByLabel('Invitations')).toBeVisible();
  }),
];

// Some thirty screens in two sizes take their time on a busy machine.
test.describe.configure({ timeout: 300_000 });

const visitors = {
  visitor: visitorScreens,
  technician: technicianScreens,
  owner: ownerScreens,
  admin: adminScreens,
} as const;

for (const who of ['visitor', 'technician', 'owner', 'admin'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the screens of a ${who} are finished, ${colorScheme}`, async ({ browser, page: other }) => {
      const ids = await demoIds(other);
      const context = await browser.newContext({ colorScheme, viewport: desktop, reducedMotion: 'reduce' });
      const page = await context.newPage();
      if (who !== 'visitor') await logIn(page.request, demoLogins[who]);
      for (const [i, one] of visitors[who].entries()) {
        // In turns: a screen has one size in light colors and the other in dark ones.
        const sizes = isPictured
          ? [desktop, phone]
          : inRotation([desktop, phone], 2, i + Number(colorScheme === 'dark'));
        for (const size of sizes) await checkScreen(page, one, ids, colorScheme, size);
      }
    });
  }
}

async function checkScreen(
  page: Page,
  { name, path, open }: Screen,
  ids: DemoIds,
  scheme: string,
  size: typeof phone,
): Promise<void> {
  const what = `${name}, ${scheme}`;
  const errors: string[] = [];
  const onError = (error: Error) => errors.push(error.message);
  const onLine = (line: ConsoleMessage) => {
    if (line.type() === 'error') errors.push(line.text());
  };
  page.on('pageerror', onError);
  page.on('console', onLine);
  await test.step(`${what}, ${size.width}`, async () => {
    await page.setViewportSize(size);
    await page.goto(path(ids));
    await waitUntilLoaded(page);
    await open?.(page);
    await waitUntilLoaded(page);
    await expectFinishedScreen(page, what);
  });
  page.off('pageerror', onError);
  page.off('console', onLine);
  expect.soft(errors, `${what}: errors in the console`).toEqual([]);
}
