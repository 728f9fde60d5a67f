import { expect } from '@playwright/test';
import { type Api, logIn } from './support/api.ts';
import { main, test } from './support/fixtures.ts';

interface Created {
  id: string;
}

/** A confirmed appointment of a client whose address has a typo; the mail server reports it later. */
async function bookMistyped(ask: Api['ask'], name: string): Promise<{ client: string; appointment: string }> {
  const { orderId, serviceOptions } = await ask<{ orderId: string; serviceOptions: Created[] }>(
    'GET',
    '/v2/appointments/defaults',
  );
  const email = `${name.toLowerCase()}@example.con`;
  const form = { first_name: name, last_name: 'Typo', email, phone: '5125550146' };
  const { id: client } = await ask<Created>('POST', '/v2/clients', { multipart: form });
  const data = {
    ...{ address: '7 Typo Way', city: 'Yonkers', state: 'NY', zip_code: '10701', square_feet: 1800 },
    ...{ date_time: '2031-06-03T10:00', order_id: orderId, orderId },
    ...{ clients: [client], services: [{ id: serviceOptions[0]?.id }] },
  };
  const { id: appointment } = await ask<Created>('POST', '/inspections', { data });
  return { client, appointment };
}

test(
  'a mail that bounces shows on three pages; one click corrects the address, one sends again',
  main,
  async ({ page }) => {
    const { ask } = await logIn(page.request);
    const name = `Tia${Date.now()}`;
    const { client, appointment } = await bookMistyped(ask, name);
    const problem = page.getByText(new RegExp(`^Email to ${name} Typo .+ bounced$`));
    for (const path of ['/dashboard', `/appointments/details/${appointment}`, `/people/clients/${client}`]) {
      await page.goto(path);
      await expect(problem).toBeVisible({ timeout: 60_000 });
    }
    const address = `${name.toLowerCase()}@example.com`;
    await page.getByRole('button', { name: `Use ${address}` }).click();
    await page.getByRole('button', { name: /^Send the .*missed message/ }).click();
    await expect(problem).toHaveCount(0);
    await page.goto(`/communication?to=${address}`);
    await expect(page.getByRole('row').filter({ hasText: address }).first()).toContainText('Sent', {
      timeout: 60_000,
    });
  },
);
