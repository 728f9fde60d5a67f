import type { Browser, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { type Api, demoLogins, logIn } from './api.ts';
import { phone } from './browser-steps.ts';
import { type Line, openLine } from './cut-line.ts';
import { test as base } from './fixtures.ts';

/** A test with a separate server, whose line can be cut. */
export const test = base.extend<object, { line: Line }>({
  line: [
    async ({ browserName: _ }, use, info) => {
      const line = await openLine(`offline-${info.workerIndex}`);
      await use(line);
      await line.stop();
    },
    { scope: 'worker' },
  ],
});

export interface Item {
  id: string;
  rating: string | null;
  show_ratings: boolean;
  media: { id: string }[];
}
export type Report = {
  ratings: { key: string; label: string }[];
  sections: { id: string; items: Item[] }[];
};

/** A technician's phone, with the service worker that other tests block. */
export async function openPhone(line: Line, browser: Browser) {
  await line.restore();
  const context = await browser.newContext({
    baseURL: line.origin,
    serviceWorkers: 'allow',
    viewport: phone,
  });
  const api = await logIn(context.request, demoLogins.technician);
  return { context, api, page: await context.newPage() };
}

/** Waits until the app is stored on the device with the jobs of today and tomorrow. */
export async function untilStored(page: Page): Promise<void> {
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

export const itemsOf = async ({ ask }: Api, id: string) => {
  const { sections } = await ask<Report>('GET', `/v2/reports2/${id}`);
  return sections.flatMap((section) => section.items);
};
/** The job of the technician with the longest report, and its items. */
export async function longestReport(api: Api): Promise<{ id: string; items: Item[] }> {
  const today = await api.ask<{ days: { stops: { id: string }[] }[] }>('GET', '/v2/dashboard');
  const found: { id: string; items: Item[] }[] = [];
  for (const { id } of today.days[0]?.stops ?? []) {
    const { reports } = await api.ask<{ reports: { id: string }[] }>('GET', `/v2/appointments/${id}/reports`);
    for (const report of reports) found.push({ id: report.id, items: await itemsOf(api, report.id) });
  }
  const [longest] = found.toSorted((a, b) => b.items.length - a.items.length);
  if (!longest) throw new Error('the demo has no report of today');
  return longest;
}

/** An item and the label of the rating that was chosen for it. */
export interface Rated {
  id: string;
  label: string | null;
}

/** Rates the next unrated items of the open section, at most `most`, with one rating after the other. */
export async function rateItems(page: Page, most: number): Promise<Rated[]> {
  const open = page.locator('section[data-item]:has(fieldset):not(:has(button[aria-pressed="true"]))');
  const rated: Rated[] = [];
  while (rated.length < most && (await open.count()) > 0) {
    const item = open.first();
    const id = (await item.getAttribute('data-item')) ?? '';
    const ratings = item.getByRole('group', { name: /^Rating for/ }).getByRole('button');
    const rating = ratings.nth(rated.length % (await ratings.count()));
    rated.push({ id, label: await rating.getAttribute('aria-label') });
    await rating.click();
  }
  return rated;
}

/** The address of a report's section that has something to rate. */
export async function openSection({ ask }: Api, id: string): Promise<string> {
  const { sections } = await ask<Report>('GET', `/v2/reports2/${id}`);
  const open = sections.findLast(({ items }) =>
    items.some((item) => item.show_ratings && item.rating === null),
  );
  if (!open) throw new Error('everything is rated');
  return `/edit-report/${id}?section=${open.id}`;
}

export async function smallPhoto(number: number) {
  const background = { r: (number * 11) % 256, g: (number * 37) % 256, b: (number * 73) % 256 };
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name: `photo-${number}.jpg`, mimeType: 'image/jpeg', buffer };
}
/** The rows of a store on the device; null if there is no such store. */
export function rowsOf(page: Page, database: string, store: string): Promise<unknown[] | null> {
  return page.evaluate(
    async ([prefix, name]) => {
      const done = <T>(asked: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          asked.onsuccess = () => resolve(asked.result);
          asked.onerror = () => reject(asked.error);
        });
      const found = (await indexedDB.databases()).find((one) => one.name?.startsWith(prefix ?? ''));
      if (!found?.name) return null;
      const db = await done(indexedDB.open(found.name));
      try {
        return await done(
          db
            .transaction(name ?? '')
            .objectStore(name ?? '')
            .getAll(),
        );
      } finally {
        db.close();
      }
    },
    [database, store],
  );
}
