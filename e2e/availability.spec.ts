import { expect } from '@playwright/test';
import { demoLogins, logIn } from './support/api.ts';
import { desktop, expectAccessible, waitUntilLoaded } from './support/browser-steps.ts';
import { test } from './support/fixtures.ts';

test('a technician changes their weekly hours by keyboard and mouse, and takes a day off', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  await logIn(page.request, demoLogins.technician);
  await page.goto('/settings/availability');
  await expect(page).toHaveURL('/availability');
  await waitUntilLoaded(page);
  await expect(page.getByRole('navigation', { name: 'Technicians' })).toHaveCount(0);
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
  await expect(cell('Sunday 7:00 AM')).toHaveAttribute('aria-selected', 'false');

  await cell('Sunday 7:00 AM').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(cell('Sunday 7:30 AM')).toHaveAttribute('aria-selected', 'true');

  await cell('Sunday 5:00 PM').hover();
  await page.mouse.down();
  await cell('Monday 6:00 PM').hover();
  await page.mouse.up();
  await expect(cell('Monday 5:30 PM')).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(cell('Sunday 7:00 AM')).toHaveAttribute('aria-selected', 'true');
  await expect(cell('Monday 6:00 PM')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Sunday: copy or clear' }).click();
  await page.getByRole('menuitem', { name: 'Clear day' }).click();
  await expect(cell('Sunday 7:00 AM')).toHaveAttribute('aria-selected', 'false');

  await page.getByRole('button', { name: 'Add time off or extra day' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Next month' }).click();
  await dialog.locator('td button:not([data-outside])').nth(9).click();
  await dialog.getByLabel('Reason').fill('Journey');
  await expectAccessible(page, 'the dialog for time off');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Time off · Journey')).toBeVisible();
  // Other tests book on any day: then the bookings of this one are named.
  const conflicts = page.getByRole('dialog', { name: 'Conflicting bookings' });
  await page.addLocatorHandler(conflicts, () => conflicts.getByRole('button', { name: 'Got it' }).click());
  await page
    .getByRole('button', { name: /^Remove: / })
    .last()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Removed').first()).toBeVisible();
});
