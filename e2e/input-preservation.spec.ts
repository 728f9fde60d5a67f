import { expect, type Locator, type Page } from '@playwright/test';
import { type Api, demoLogins, logIn } from './support/api.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  makePhoto,
  phone,
  signIn,
  waitUntilLoaded,
} from './support/browser-steps.ts';
import { test } from './support/fixtures.ts';

/** Typed input and open dialogs survive keys, a rotated tablet and removed rows. */

/** An appointment whose invoice is unpaid. */
async function openInvoice({ ask }: Api): Promise<{ id: string; page: string }> {
  const { pageData } = await ask<{ pageData: { id: string }[] }>(
    'GET',
    '/v2/appointments?perPage=1&tab=upcoming&paid=false',
  );
  const id = pageData[0]?.id ?? '';
  const { public_id } = await ask<{ public_id: string }>('GET', `/v2/appointments/${id}/invoice`);
  return { id, page: `/invoice/${public_id}` };
}

async function beginPayment(page: Page): Promise<Locator> {
  // On a phone the payments of an appointment are behind a tab.
  const record = page.getByRole('button', { name: 'Record payment' }).first();
  const tab = page.getByRole('tab', { name: 'Documents & money' });
  await expect(record.or(tab).first()).toBeVisible();
  if (await tab.isVisible()) await tab.click();
  await record.click();
  const dialog = page.getByRole('dialog', { name: 'Record payment' });
  await dialog.getByLabel('Note').fill('half of it in cash');
  return dialog;
}

for (const size of [desktop, phone]) {
  test(`one Escape closes one dialog, at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    // With the default animations: a dialog that is fading out still receives keys.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const invoice = await openInvoice(await signIn(page, demoLogins.owner));
    for (const where of [invoice.page, `/appointments/details/${invoice.id}`]) {
      await page.goto(where);
      const dialog = await beginPayment(page);
      await dialog.getByLabel('Amount').fill('5000');
      await dialog.getByRole('button', { name: 'Record payment' }).click();
      const question = page.getByRole('dialog', { name: 'Record more than the balance due?' });
      await expect(question.getByRole('button', { name: /^Record with credit/ })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await page.waitForTimeout(400);
      await expect(dialog.getByLabel('Note')).toHaveValue('half of it in cash');
      await expect(dialog.getByLabel('Amount')).toHaveValue('5000');
      // What was typed is not dropped by a key: Escape asks, another one stays.
      const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
      await page.keyboard.press('Escape');
      await expect(leaving.getByRole('button', { name: 'Stay on page' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(leaving).toBeHidden();
      await page.waitForTimeout(400);
      await expect(dialog.getByLabel('Note')).toHaveValue('half of it in cash');
      await page.keyboard.press('Escape');
      await leaving.getByRole('button', { name: 'Leave' }).click();
      await expect(dialog).toBeHidden();
    }
  });
}

test('a picture’s dialog stays open when its confirmation is closed with Escape; after deletion focus moves to the next', async ({
  page,
}) => {
  const { ask } = await logIn(page.request);
  const { pageData } = await ask<{ pageData: { id: string }[] }>(
    'GET',
    '/v2/appointments?perPage=1&tab=past&published=true&paid=true&signed=true',
  );
  const { reports } = await ask<{ reports: { id: string }[] }>(
    'GET',
    `/v2/appointments/${pageData[0]?.id}/reports`,
  );
  await page.goto(`/edit-report/${reports[0]?.id}`);
  const strip = page.locator('section[aria-label^="Photos"]').first();
  const shown = strip.getByRole('button', { name: /^Photo \d+ of/ });
  await strip.waitFor();
  const before = await shown.count();
  await strip.getByLabel(/^Add photos to/).setInputFiles([await makePhoto(1), await makePhoto(2)]);
  await expect(shown).toHaveCount(before + 2, { timeout: 60_000 });
  await shown.nth(before).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Photo/ });
  const question = page.getByRole('dialog', { name: 'Delete this photo?' });
  await dialog.getByRole('button', { name: 'Delete photo' }).click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete photo' }).click();
  await question.getByRole('button', { name: 'Delete photo' }).click();
  await expect(shown).toHaveCount(before + 1);
  await expect(shown.nth(before)).toBeFocused();
});

test('resizing the window keeps typed input, in dialogs and on the page', async ({ page }) => {
  const { id } = await openInvoice(await logIn(page.request));
  const widths = [1000, 760, 390, 800, 1200];
  const through = async (check: () => Promise<void>) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await test.step(`${width} px`, check);
    }
  };
  await page.goto(`/appointments/details/${id}`);
  const dialog = await beginPayment(page);
  await through(() => expect(dialog.getByLabel('Note')).toHaveValue('half of it in cash'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).click();
  const note = page.getByLabel('Write a note for your team');
  await note.fill('half a thought');
  await through(async () => {
    await expect(note).toHaveValue('half a thought');
    await expect(note).toBeFocused();
  });
  await page.getByRole('button', { name: 'New Appointment' }).first().click();
  const booking = page.getByRole('dialog', { name: 'New Appointment' });
  await booking.getByLabel('Square Feet').fill('2345');
  await through(() => expect(booking.getByLabel('Square Feet')).toHaveValue('2345'));
});

test('undoing a payment keeps focus in its list, and a long word does not widen the page', async ({
  page,
}) => {
  const api = await signIn(page, demoLogins.owner);
  const invoice = await openInvoice(api);
  const notes = ['first', 'W'.repeat(180), 'third'];
  for (const note of notes)
    await api.ask('POST', `/v2/appointments/${invoice.id}/payments`, {
      data: { amount: 1, method: 'cash', note },
    });
  await page.goto(invoice.page);
  const voidButton = page.getByRole('button', { name: 'Void' });
  await expect(voidButton).toHaveCount(notes.length);
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    await waitUntilLoaded(page);
    await expectNoSidewaysScroll(page, `a long note at ${size.width} px`);
  }
  for (let left = notes.length; left > 0; left--) {
    await voidButton.first().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Void this payment?' });
    await dialog.getByLabel('Reason').fill('entered twice');
    await dialog.getByRole('button', { name: 'Void' }).click();
    await expect(voidButton).toHaveCount(left - 1);
    const next = left > 1 ? voidButton.first() : page.getByRole('heading', { name: 'Payment history' });
    await expect(next).toBeFocused();
  }
});

test('an open menu is inside the page’s landmarks', async ({ page }) => {
  const invoice = await openInvoice(await signIn(page, demoLogins.owner));
  for (const [path, button] of [
    [invoice.page, 'Invoice actions'],
    [`/appointments/details/${invoice.id}`, 'Invoice actions'],
    ['/people', /^Actions for/],
    ['/services', /^Actions for/],
    ['/discount-codes', /^Actions for/],
    ['/dashboard', 'Profile menu'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('menu')).toBeVisible();
    await waitUntilLoaded(page);
    await expectAccessible(page, `${path} with an open menu`);
  }
});
