import { type BrowserContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type Api, demoLogins, logIn } from './api.ts';
import { type Line, openLine } from './cut-line.ts';
import { main, test } from './fixtures.ts';
import { phone } from './support.ts';

/** The app without a network: cut at the socket, opened cold, with work that arrives once when the line is back. */

interface Item {
  id: string;
  rating: string | null;
  media: { id: string }[];
}
type Report = { sections: { items: Item[] }[] };

let line: Line;
test.beforeAll(async ({ browserName: _ }, info) => {
  line = await openLine(`offline-${info.workerIndex}`);
});
test.afterAll(() => line.stop());

/** A technician's phone, with the service worker that other tests block. */
async function openPhone(browser: { newContext(options: object): Promise<BrowserContext> }) {
  await line.restore().catch(() => {});
  const context = await browser.newContext({
    baseURL: line.origin,
    serviceWorkers: 'allow',
    viewport: phone,
  });
  const api = await logIn(context.request, demoLogins.technician);
  return { context, api, page: await context.newPage() };
}

/** Waits until the app is stored on the device with the jobs of today and tomorrow. */
async function untilStored(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const worker = await navigator.serviceWorker.getRegistration();
          const all = await indexedDB.databases();
          if (!all.some(({ name }) => name === 'gable-offline')) return 'no store';
          const database = await new Promise<IDBDatabase | null>((resolve) => {
            const asked = indexedDB.open('gable-offline');
            asked.onsuccess = () => resolve(asked.result);
            asked.onerror = () => resolve(null);
          });
          if (!database) return 'no store';
          const keys = await new Promise<string[]>((resolve) => {
            const asked = database.transaction('parts').objectStore('parts').getAllKeys();
            asked.onsuccess = () => resolve(asked.result.map(String));
          });
          database.close();
          if (!worker?.active) return 'no worker';
          return keys.some((key) => key.startsWith('report/')) ? 'stored' : keys.join();
        }),
      { timeout: 30_000 },
    )
    .toBe('stored');
}

const itemsOf = async ({ ask }: Api, id: string) => {
  const { sections } = await ask<Report>('GET', `/v2/reports2/${id}`);
  return sections.flatMap((section) => section.items);
};

test('today’s jobs open cold without a network, with a report to write in', main, async ({ browser }) => {
  const { context, page } = await openPhone(browser);
  await page.goto('/appointments');
  await untilStored(page);
  await line.cut();
  await page.close();

  const cold = await context.newPage();
  await cold.goto('/appointments');
  await expect(cold.getByRole('heading', { name: 'Today and tomorrow' })).toBeVisible();
  await expect(cold.getByText(/^Stored on this device on/)).toBeVisible();
  await expect(cold.getByText(/^You’re offline/)).toBeVisible();
  await expect(cold.getByLabel('Password')).toHaveCount(0);
  await cold.locator('a[href^="/appointments/details/"]').first().click();
  await expect(cold.locator('a[href^="tel:"]').first()).toBeVisible();
  await cold
    .getByRole('link', { name: /^Write / })
    .first()
    .click();
  await expect(cold.getByRole('group', { name: /^Rating for/ }).first()).toBeVisible();
  await cold.goto('/payments');
  await expect(cold.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible();
  await line.restore();
  await expect(cold.getByRole('heading', { name: 'Payments' })).toBeVisible({ timeout: 15_000 });
});
