// Clients reschedule and cancel by their personal link, as far as the company's policy allows it.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, expect, type Page } from '@playwright/test';
import { type Api, logIn } from '../support/api.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  waitUntilLoaded,
} from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';

let office: Api;
let requestId = '';
const set = (data: object) => office.ask('PATCH', `/v2/company/${office.company}/settings`, { data });

test.beforeAll(async ({ playwright, baseURL }) => {
  office = await logIn(await playwright.request.newContext({ baseURL: baseURL ?? '' }));
  const settings = await office.ask<{ request_id: string }>('GET', `/v2/company/${office.company}/settings`);
  requestId = settings.request_id;
  await set({ client_may_reschedule: true, client_may_cancel: true, change_deadline_hours: 0 });
});
test.afterAll(() => set({ client_may_reschedule: false, client_may_cancel: false }));

/** Books the first free time through the public page's calls; returns the query of the client's link. */
async function booked(address: string): Promise<{ id: string; publicId: string; search: string }> {
  const page = `/v2/public/companies/${requestId}`;
  const { services, today } = await office.ask<{ services: { id: string }[]; today: string }>('GET', page);
  const service = services[0]?.id ?? '';
  const location = { address, state: 'NY', zip_code: '10001', square_feet: '2400' };
  const until = new Date(Date.parse(today) + 30 * 86_400_000).toISOString().slice(0, 10);
  const query = new URLSearchParams({ fromDate: today, toDate: until, services: service, zip: '10001' });
  const { days } = await office.ask<{ days: { starts: { at: string }[] }[] }>(
    'GET',
    `${page}/slots?${query}`,
  );
  const { publicId } = await office.ask<{ publicId: string }>('POST', `${page}/appointments`, {
    data: {
      ...{ mode: 'schedule', submission_key: randomUUID(), location, services: [{ id: service }] },
      ...{ date_time: days[0]?.starts[0]?.at, accept_terms: true },
      people: {
        role: 'client',
        client: { first_name: 'Vera', last_name: 'Mover', email: 'vera@mover.example', phone: '5125550143' },
      },
    },
  });
  const list = `/v2/appointments?tab=all&text=${encodeURIComponent(address)}`;
  const { pageData } = await office.ask<{ pageData: { id: string }[] }>('GET', list);
  const id = pageData[0]?.id ?? '';
  const [link] = await office.ask<{ link: string }[]>('GET', `/v2/appointments/${id}/links`);
  return { id, publicId, search: new URL(link?.link ?? '').search };
}

const statusOf = async (id: string) =>
  (
    await office.ask<{ status: string; date_time: string }>('POST', '/inspections/get-by-id', {
      data: { inspection_id: id },
    })
  ).status;

/** A phone whose browser refuses cookies and storage. */
async function phoneWithoutStorage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', viewport: phone });
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
  });
  return context.newPage();
}

test(
  'on a phone without cookies, a client moves an appointment and cancels it',
  main,
  async ({ browser }) => {
    const { id, publicId, search } = await booked('12 Mover Street');
    const client = await phoneWithoutStorage(browser);
    await client.goto(`/client-view/${publicId}${search}`);
    await client.getByRole('button', { name: 'Reschedule' }).click();
    await client.getByRole('group').filter({ hasText: /:\d\d/ }).getByRole('button').first().click();
    await waitUntilLoaded(client);
    await expectNoSidewaysScroll(client, 'the choice of a new time');
    await expectAccessible(client, 'the choice of a new time');
    await client.getByRole('button', { name: 'Move to this time' }).click();
    await expect(client.getByText('Your appointment was moved')).toBeVisible();
    await expect(client.getByText(/^This appointment was rescheduled/)).toBeVisible();
    await client.getByRole('button', { name: 'Cancel appointment' }).click();
    await client.getByLabel('Reason (optional)').fill('The house was sold');
    await expectAccessible(client, 'the cancellation');
    await client.getByRole('button', { name: 'Cancel appointment' }).click();
    await expect(client.getByText('The house was sold')).toBeVisible();
    expect(await statusOf(id)).toBe('canceled');
  },
);

test('inside another site without cookies, a client moves an appointment and cancels it (B8)', async ({
  browser,
  baseURL,
}) => {
  const { id, publicId, search } = await booked('34 Mover Street');
  const query = `${search}&appointment=${publicId}`;
  const site = `<!doctype html><iframe id="f" style="width:100%;height:1500px;border:0"
    src="${baseURL}/iframe-appointment/${requestId}${query}"></iframe>`;
  const server = createServer((_req, res) => res.setHeader('content-type', 'text/html').end(site));
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const client = await phoneWithoutStorage(browser);
  const refused: number[] = [];
  client.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.status());
  });
  await client.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const frame = client.frameLocator('#f');
  await frame.getByRole('button', { name: 'Reschedule' }).click();
  await frame.getByRole('group').filter({ hasText: /:\d\d/ }).getByRole('button').first().click();
  await frame.getByRole('button', { name: 'Move to this time' }).click();
  await expect(frame.getByText('Your appointment was moved')).toBeVisible();
  await frame.getByRole('button', { name: 'Cancel appointment' }).click();
  await frame.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(frame.getByText('Your appointment was canceled').first()).toBeVisible();
  expect(await statusOf(id)).toBe('canceled');
  expect(refused).toEqual([]);
  server.close();
});
