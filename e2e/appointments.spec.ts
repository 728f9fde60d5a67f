import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { logIn } from './support/api.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  mailTo,
  phone,
  waitUntilLoaded,
} from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';

let hoursApart = 0;

/**
 * Creates a request for a separate address, more than eight weeks ahead, that no other test uses. Signs the browser in
 * as the owner.
 */
async function request(page: Page, address: string, more: object = {}) {
  const api = await logIn(page.request);
  const defaults = await api.ask<{ orderId: string; serviceOptions: { id: string }[] }>(
    'GET',
    '/v2/appointments/defaults',
  );
  const email = `client${Date.now()}@e2e.example`;
  const form = { first_name: 'Ottilie', last_name: 'Marsh', email, phone: '5125550144' };
  const client = await api.ask<{ id: string }>('POST', '/v2/clients', { multipart: form });
  // Each at a different hour, or they would compete with each other.
  hoursApart += 6;
  const start = new Date(Date.now() + (56 * 24 + hoursApart) * 3_600_000);
  const made = await api.ask<{ id: string; order_id: string }>('POST', '/inspections', {
    data: {
      address,
      city: 'Yonkers',
      state: 'NY',
      zip_code: '10701',
      square_feet: 1800,
      date_time: start.toISOString(),
      order_id: defaults.orderId,
      orderId: defaults.orderId,
      services: [{ id: defaults.serviceOptions[0]?.id }],
      clients: [client.id],
      confirm_inspection: false,
      utilities_on: false,
      ...more,
    },
  });
  return { api, id: made.id, order: made.order_id, email };
}

/** Chooses an entry of the page's menu by keyboard: a click would miss it while the menu unfolds. */
async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name }).press('Enter');
}

test('the list is filtered, shared by URL, shown with chosen columns and exported', async ({ page }) => {
  await logIn(page.request);
  await page.goto('/appointments?tab=past');
  await waitUntilLoaded(page);
  const rows = page.getByRole('table').getByRole('row');
  const before = await rows.count();

  await test.step('filters on the page apply, show their value and can be cleared', async () => {
    await page.getByRole('button', { name: 'Payment', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Paid', exact: true }).click();
    await page.getByRole('button', { name: 'Date', exact: true }).press('Enter');
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByLabel('From', { exact: true }).fill('2020-02-01');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByText('The end date can’t be before the start date')).toBeVisible();
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('02/01/2020');
    await page.getByLabel('To', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: 'Technician', exact: true }).press('Enter');
    await page.getByRole('menuitemradio', { name: /Dana Whitfield/ }).click();
    await expect(page.getByRole('button', { name: 'Technician: Dana Whitfield' })).toBeVisible();
    await expect.poll(() => rows.count()).toBeLessThan(before);
  });

  await test.step('a reload shows the same', async () => {
    await page.reload();
    await waitUntilLoaded(page);
    await expect(page.getByRole('button', { name: 'Technician: Dana Whitfield' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear Date' }).click();
    await expect(page.getByRole('button', { name: 'Date', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Payment: Paid' })).toBeVisible();
  });

  await test.step('the dialog has the other filters, which are listed on the page', async () => {
    await page.getByRole('button', { name: 'More filters' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filters' });
    await dialog.getByRole('radiogroup', { name: 'Report published' }).getByText('Yes').click();
    await dialog.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByRole('button', { name: 'More filters (1)' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove Published' }).click();
    await expect(page.getByRole('button', { name: 'More filters', exact: true })).toBeVisible();
  });

  await test.step('the results are exported', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export results' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^appointments-\d{4}-\d\d-\d\d\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toContain('order_id,date,start_time');
    expect(text.trim().split('\r\n').length).toBe(await rows.count());
  });

  await test.step('chosen columns are remembered', async () => {
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    const saved = page.waitForResponse(
      (answer) => answer.url().includes('/users/me/preferences') && answer.ok(),
    );
    await page.getByRole('checkbox', { name: 'Services' }).check();
    await saved.catch(() => undefined);
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Services' })).toBeVisible();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: /reset|usual/i }).click();
    await expect(page.getByRole('columnheader', { name: 'Services' })).toHaveCount(0);
  });

  await test.step('a search without results says so and can be cleared', async () => {
    await page.goto('/appointments?tab=all');
    await page.getByRole('searchbox').fill('nowhere-at-all');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page.getByRole('table')).toBeVisible();
  });
});

test(
  'a request is confirmed, documented, canceled with a fee, restored, emailed and printed',
  main,
  async ({ page }) => {
    const { api, id, order, email } = await request(page, '4 Ferry Lane');
    await api.ask('PATCH', `/v2/company/${api.company}/settings`, {
      data: { cancellation_hours: 720, cancellation_fee_type: 1, cancellation_fee: 50 },
    });
    await page.goto(`/appointments/${id}`);
    await expect(page).toHaveURL(new RegExp(`/appointments/details/${id}$`));
    await waitUntilLoaded(page);

    await test.step('the most important information is on top', async () => {
      await expect(page.getByText('Utilities are off')).toBeVisible();
      await expect(page.getByText('This is a request.')).toBeVisible();
    });

    await test.step('confirm', async () => {
      await page.getByRole('button', { name: 'Confirm', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
      await expect(page.getByText('Appointment confirmed')).toBeVisible();
      await expect(page.getByText('Scheduled').first()).toBeVisible();
    });

    await test.step('a note', async () => {
      await page.getByLabel('Write a note for your team').fill('Gate code 77, friendly dog');
      await page.getByRole('button', { name: 'Add note' }).click();
      await expect(page.getByText('Gate code 77, friendly dog')).toBeVisible();
    });

    await test.step('a document: rejected by type, then attached and shown to clients', async () => {
      const input = page.locator('section', { hasText: 'Attachments' }).locator('input[type=file]');
      await input.setInputFiles({
        name: 'setup.exe',
        mimeType: 'application/x-msdownload',
        buffer: Buffer.from('MZ'),
      });
      await expect(page.getByText('File type not accepted')).toBeVisible();
      await input.setInputFiles({
        name: 'letter.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('no pdf'),
      });
      await expect(page.getByRole('alert').filter({ hasText: 'File type not accepted' })).toBeVisible();
      await page.getByRole('button', { name: 'Cancel upload of letter.pdf' }).click();
      const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
      await input.setInputFiles({ name: 'radon.pdf', mimeType: 'application/pdf', buffer: pdf });
      await page.getByRole('button', { name: 'Actions for radon.pdf' }).click();
      await page.getByRole('menuitem', { name: 'Show to clients' }).click();
      await expect(page.getByText('Visible to clients')).toBeVisible();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'radon.pdf', exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('radon.pdf');
    });

    await test.step('cancel: an invalid amount is reported and the input stays', async () => {
      await page.goto(`/appointments/details/${id}`);
      await chooseAction(page, 'Cancel appointment');
      const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' });
      await dialog.getByLabel('Reason').fill('Deal fell through');
      await expect(dialog.getByText('Policy: 50% of the total')).toBeVisible();
      await dialog.getByRole('checkbox', { name: 'Cancellation fee' }).check();
      const amount = dialog.getByLabel('Amount: Cancellation fee');
      await amount.fill('a lot');
      await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
      await expect(dialog.getByText('Amount must be a number')).toBeVisible();
      await expect(dialog.getByLabel('Reason')).toHaveValue('Deal fell through');
      await amount.fill('120.50');
      await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
      await expect(page.getByText('Appointment canceled')).toBeVisible();
      await expect(page.getByText('Deal fell through').first()).toBeVisible();
      await expect(page.getByText('Canceled services').first()).toBeVisible();
    });

    await test.step('restore removes the fee', async () => {
      await page.getByRole('button', { name: 'Restore' }).click();
      const dialog = page.getByRole('dialog', { name: 'Restore this appointment?' });
      await expect(dialog.getByText('Cancellation fees are removed from the invoice.')).toBeVisible();
      await dialog.getByRole('button', { name: 'Restore' }).click();
      await expect(page.getByText('Appointment restored')).toBeVisible();
      await expect(page.getByText('Canceled services')).toHaveCount(0);
    });

    await test.step('a custom message', async () => {
      await chooseAction(page, 'Send a message');
      const dialog = page.getByRole('dialog', { name: 'Send a message' });
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expect(dialog.getByText('Text is required')).toBeVisible();
      await dialog.getByLabel('Your message').fill('Please leave the crawlspace open.');
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByText('Messages queued: 1')).toBeVisible();
      const mail = await mailTo(page, email, /About your inspection/);
      expect(mail.text).toContain('Please leave the crawlspace open.');
      await expect(page.getByText('Message sent').first()).toBeVisible({ timeout: 25_000 });
    });

    await test.step('the printed order', async () => {
      await chooseAction(page, 'Print order');
      await expect(page.getByRole('heading', { level: 1, name: `Order ${order}` })).toBeVisible();
      await expect(page.getByText('Gate code 77')).toHaveCount(0);
      await page.getByText('A4', { exact: true }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'PDF' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`Order ${order}.pdf`);
      expect(
        readFileSync(await download.path())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
      await expect(page.getByRole('link', { name: 'Dashboard' })).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
    });
  },
);

test('an appointment on a phone is short, and calls, texts and navigates with one tap', async ({ page }) => {
  const { id } = await request(page, '7 Ferry Lane', {
    address_lat_long: { lat: 40.9312, lng: -73.8988 },
  });
  await page.setViewportSize(phone);
  await page.goto(`/appointments/details/${id}`);
  await waitUntilLoaded(page);
  for (const [name, scheme] of [
    [/^Call /, 'tel:'],
    [/^Text /, 'sms:'],
    [/^Navigate$/, 'https://www.openstreetmap.org/directions?to='],
  ] as const) {
    const link = page.getByRole('link', { name }).first();
    expect(await link.getAttribute('href')).toContain(scheme);
    const box = await link.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  const [email, call] = await Promise.all(
    [/client\d+@/, /^Call Ottilie/].map((name) => page.getByRole('link', { name }).boundingBox()),
  );
  expect((email?.x ?? 0) + (email?.width ?? 0)).toBeLessThanOrEqual(call?.x ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1700);
});

test('list, filters, details, cancel dialog and order work at 390 px, in dark mode, and are accessible', async ({
  page,
}) => {
  const { id } = await request(page, '6 Ferry Lane');
  for (const [scheme, size] of [
    ['light', desktop],
    ['dark', phone],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    const check = async (what: string) => {
      await waitUntilLoaded(page);
      await expectNoSidewaysScroll(page, what);
      await expectAccessible(page, `${what}, ${scheme}`);
    };
    await page.goto('/appointments?tab=past&paid=yes');
    await check('list');
    await page.getByRole('button', { name: 'More filters' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check('filters');
    await page.goto(`/appointments/details/${id}`);
    await check('details');
    await chooseAction(page, 'Cancel appointment');
    await expect(page.getByRole('dialog').getByLabel('Reason')).toBeVisible();
    await check('cancel dialog');
    await page.goto(`/appointments/print-order?id=${id}`);
    await check('order');
    await page.goto('/appointments/print-order');
    await check('order without appointment');
  }
});
