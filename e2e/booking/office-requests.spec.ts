// The office answers requests that visitors sent, and the client chooses a proposed time.
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type Api, logIn } from '../support/api.ts';
import { expectAccessible, linkFromMail, mailTo, phone, waitUntilLoaded } from '../support/browser-steps.ts';
import { test } from '../support/fixtures.ts';

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Sends the request form for a time at which a technician is free, and opens the appointment as the office. */
async function openNewRequest(page: Page, address: string, email: string): Promise<Api> {
  const office = await logIn(page.request);
  const { request_id } = await office.ask<{ request_id: string }>(
    'GET',
    `/v2/company/${office.company}/settings`,
  );
  const path = `/v2/public/companies/${request_id}`;
  const { services } = await office.ask<{ services: { id: string }[] }>('GET', path);
  const service = services[0]?.id ?? '';
  const query = `fromDate=${dayFromNow(6)}&toDate=${dayFromNow(20)}&services=${service}&square_feet=2400`;
  const { days } = await office.ask<{ days: { starts: { at: string }[] }[] }>(
    'GET',
    `${path}/slots?${query}`,
  );
  await office.ask('POST', `${path}/appointments`, {
    data: {
      mode: 'request',
      submission_key: randomUUID(),
      location: { address, city: 'New York', state: 'NY', zip_code: '10001', square_feet: '2400' },
      services: [{ id: service }],
      date_time: days[0]?.starts[0]?.at,
      people: {
        role: 'client',
        client: { first_name: 'Vera', last_name: 'Visitor', email, phone: '(512) 555-0143' },
      },
      message: 'The side door',
      accept_terms: true,
    },
  });
  await page.goto('/appointments?tab=requested');
  await page
    .getByRole('link', { name: new RegExp(address) })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'From the website' })).toBeVisible();
  await waitUntilLoaded(page);
  return office;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const firstFreeTime = (page: Page) =>
  page.getByRole('group', { name: 'Free times on this day' }).getByRole('button').first();

test('the office proposes times, and the client chooses one with a click', async ({ browser, page }) => {
  const email = 'vera.proposal@visitor.example';
  await openNewRequest(page, '56 Proposal Street', email);
  await expect(page.getByText('The side door').first()).toBeVisible();
  await expectAccessible(page, 'the request of a visitor');
  await button(page, 'Propose another time').click();
  await firstFreeTime(page).click();
  await expectAccessible(page, 'the dialog that proposes times');
  await button(page, 'Send proposal').click();
  await expect(page.getByText(/^Times proposed until/)).toBeVisible();
  const context = await browser.newContext({ locale: 'en-US', viewport: phone });
  const client = await context.newPage();
  await client.goto(linkFromMail(await mailTo(page, email, /Choose a time/)));
  await expect(client.getByRole('heading', { name: 'Choose a time' })).toBeVisible();
  await expectAccessible(client, 'the proposed times');
  await client
    .getByRole('button', { name: /^Choose / })
    .first()
    .click();
  await expect(client.getByText('Your appointment is confirmed')).toBeVisible();
  await expectAccessible(client, 'the accepted time');
  await client.reload();
  await expect(client.getByText('Your appointment is confirmed')).toBeVisible();
  await expect(button(page, 'Accept')).toBeHidden({ timeout: 12_000 });
});

test('the office accepts a request at a free time', async ({ page }) => {
  await openNewRequest(page, '78 Accepted Street', 'vera.accepted@visitor.example');
  await expect(button(page, 'Confirm'), 'one way to accept').toBeHidden();
  await button(page, 'Accept').click();
  await firstFreeTime(page).click();
  await button(page, 'Confirm time').click();
  await expect(page.getByText('Appointment confirmed')).toBeVisible();
  await expect(button(page, 'Accept')).toBeHidden();
  await mailTo(page, 'vera.accepted@visitor.example', /confirmed/);
});

test('the office declines a request with a reason, which the client gets', async ({ page }) => {
  const email = 'vera.declined@visitor.example';
  await openNewRequest(page, '90 Declined Street', email);
  await button(page, 'Decline').click();
  await page.getByLabel('Reason').fill('We are fully booked that week');
  await button(page, 'Decline request').click();
  await expect(page.getByText('Request declined').first()).toBeVisible();
  expect((await mailTo(page, email, /Your request/)).text).toContain('We are fully booked that week');
});
