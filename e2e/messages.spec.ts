import { expect, type Page } from '@playwright/test';
import { type Api, demoLogins } from './support/api.ts';
import { desktop, signIn } from './support/browser-steps.ts';
import { test } from './support/fixtures.ts';
import { checkBothWidths } from './support/page-checks.ts';

/** Sets the company's time zone, and returns the one before. */
async function setZone({ ask, company }: Api, timezone: string | undefined): Promise<string> {
  const before = await ask<{ rev: number; timezone: string }>('GET', `/v2/company/${company}/settings`);
  await ask('PATCH', `/v2/company/${company}/settings`, { data: { rev: before.rev, timezone } });
  return before.timezone;
}

/** Texts wait at night: sets the company's zone to one where it is day, and returns the one before. */
function makeItDay(api: Api): Promise<string> {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(new Date()));
  const timezone = ['America/New_York', 'Asia/Tokyo', 'Europe/Berlin'].find(
    (zone) => hourIn(zone) >= 9 && hourIn(zone) < 20,
  );
  return setZone(api, timezone);
}

/** Opens the tab, chooses the client's appointment and the channel, and writes. */
async function compose(page: Page, order: string, channel: 'Email' | 'Text', message: string): Promise<void> {
  await page.getByRole('tab', { name: 'Compose' }).click();
  const appointment = page.getByRole('combobox', { name: 'Appointment' });
  await appointment.fill(order);
  await page.getByRole('option', { name: order }).first().click();
  await expect(page.getByRole('checkbox', { name: /^Diego Rivas/ })).toBeChecked();
  await page.getByText(channel, { exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Message' });
  await expect(field).toHaveValue(channel === 'Email' ? /Hello/ : /link/);
  await field.fill(message);
}

test('an email and a text are written by hand, survive a reload, and are in the log and on the phone', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize(desktop);
  const api = await signIn(page, demoLogins.owner);
  const zone = await makeItDay(api);
  const found = await api.ask<{ pageData: { id: string; order_id: string }[] }>(
    'GET',
    '/v2/messages/appointments?text=rivas&perPage=1',
  );
  const order = found.pageData[0]?.order_id ?? '';
  const stamp = String(Date.now());
  await page.goto('/communication');

  // --- An email, with a placeholder typed wrong, and a reload
  await compose(page, order, 'Email', `Dear {{firstname}}, the gate code is ${stamp}.`);
  await page.getByRole('textbox', { name: 'Subject' }).fill(`Gate ${stamp}`);
  await page.getByRole('button', { name: /^Send to 1 person/ }).click();
  const wrong = page.getByText('Unknown placeholder: {{firstname}}. Did you mean {{first_name}}?');
  await expect(wrong.first()).toBeVisible();
  await page.reload();
  const field = page.getByRole('textbox', { name: 'Message' });
  await expect(field).toHaveValue(`Dear {{firstname}}, the gate code is ${stamp}.`);
  await field.fill(`Dear {{first_name}}, the gate code is ${stamp}.`);
  const mail = page.frameLocator('iframe[title="Preview"]');
  await expect(mail.getByText(`Dear Diego, the gate code is ${stamp}.`)).toBeVisible();
  await checkBothWidths(page, 'compose');
  await page.getByRole('button', { name: /^Send to 1 person/ }).click();

  // --- The log of the appointment has it
  await expect(page.getByText(`Appointment: ${order}`)).toBeVisible();
  await expect(page.getByRole('row', { name: `Gate ${stamp}` })).toHaveCount(1);
  await checkBothWidths(page, 'the filtered log');

  // --- A text
  await compose(page, order, 'Text', `The gate code is ${stamp}. {{link}}`);
  await expect(page.getByText(/^1 of your \d+ credits$/)).toBeVisible();
  await page.getByRole('button', { name: /^Send to 1 person/ }).click();
  const row = page.getByRole('row', { name: new RegExp(`The gate code is ${stamp}`) });
  await expect(row).toHaveCount(1);
  await page.getByRole('button', { name: 'Channel' }).click();
  await page.getByRole('menuitemradio', { name: 'Email' }).click();
  await expect(row).toHaveCount(0);

  // --- The phone has it
  await page.goto('/dev/phones');
  await page
    .getByRole('listitem')
    .filter({ hasText: `The gate code is ${stamp}` })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByText(`The gate code is ${stamp}.`).last()).toBeVisible();
  // Other tests expect the demo's.
  await setZone(api, zone);
});
