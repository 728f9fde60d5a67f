// A client opens the personal link and pays an invoice: declined first, then paid; the card goes only from the frame to
// the gateway.
import { expect } from '@playwright/test';
import { demoLogins, logIn } from '../support/api.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  mailTo,
  phone,
} from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';

interface Listed {
  id: string;
  public_id: string;
  appointment_id: string;
  appointment_public_id: string;
  number: string;
  outstanding: number;
  is_canceled: boolean;
  online: { gateway: number } | null;
}

test(
  'a client pays by card after a declined one, and card data stays with the gateway',
  main,
  async ({ page, request }) => {
    const { ask } = await logIn(request);
    const get = <T>(path: string) => ask<T>('GET', `/v2${path}`);
    const found = (inspection_id: string) =>
      ask<{ people: { role: string; link: string | null }[] }>('POST', '/inspections/get-by-id', {
        data: { inspection_id },
      });
    const { pageData } = await get<{ pageData: { id: string; status: string }[] }>(
      '/appointments?perPage=40',
    );
    let invoice: Listed | undefined;
    for (const { id, status } of pageData) {
      // The request of another test cannot be paid before the office accepts it.
      if (status === 'requested') continue;
      const one = await get<Listed>(`/appointments/${id}/invoice`);
      if (one.online && one.outstanding > 0 && !one.is_canceled) {
        invoice = one;
        break;
      }
    }
    expect(invoice, 'an invoice of the demo that can be paid online').toBeDefined();
    if (!invoice) return;

    const sent: string[] = [];
    page.on('request', (one) => {
      if (one.url().startsWith(new URL(page.url()).origin)) sent.push(`${one.url()} ${one.postData() ?? ''}`);
    });
    const complaints: string[] = [];
    page.on('console', (line) => void (line.type() === 'error' && complaints.push(line.text())));
    await page.setViewportSize(phone);
    // The plain URL only shows the invoice; paying requires the personal link, which the client's page emails.
    await page.goto(`/create-payment/${invoice.appointment_public_id}`);
    await expect(page.getByText('Use your personal link to pay')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pay \$/ })).toHaveCount(0);
    await expectNoSidewaysScroll(page, 'invoice without the personal link');
    await page.getByRole('link', { name: 'Send me my link' }).click();
    await expect(page.getByRole('button', { name: 'Send me my link' })).toBeVisible();
    const { people: booked } = await found(invoice.appointment_id);
    const link = new URL(booked.find((person) => person.role === 'client')?.link ?? '');
    await page.goto(link.pathname + link.search);
    // The policy of the client's page allows no payment service: the card form must be a separate page.
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    const card = page.frameLocator('iframe[title="Card details (simulator)"]');
    const pay = page.getByRole('button', { name: /^Pay \$/ });
    await card.getByRole('button', { name: 'Insufficient funds', exact: true }).click();
    await expectNoSidewaysScroll(page, 'pay page');
    await pay.click();
    await expect(page.getByText('This card has insufficient funds.')).toBeVisible();
    await page.setViewportSize(desktop);
    await expectAccessible(page, 'pay page');
    // A new attempt is ready; the frame of the declined one is gone.
    await card.getByRole('button', { name: 'Succeeds', exact: true }).click();
    await pay.click();
    await expect(page.getByText('received. Thank you!')).toBeVisible();
    await expect(page.locator('article').getByText('Paid', { exact: true }).first()).toBeVisible();
    const digits = sent.join('\n').replace(/[ -]/g, '');
    expect(digits).not.toMatch(/4242424242424242|4000000000009995/);
    expect(complaints).toEqual([]);
    const after = await get<{ pageData: { amount: number; gateway: number | null }[] }>(
      '/payments?perPage=1',
    );
    expect(after.pageData).toMatchObject([{ amount: invoice.outstanding, gateway: 5 }]);
    await mailTo(page, demoLogins.owner, new RegExp(`received for ${invoice.number}`));
  },
);
