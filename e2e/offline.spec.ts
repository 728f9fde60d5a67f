import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type Api, demoLogins, logIn, password } from './api.ts';
import { type Line, openLine } from './cut-line.ts';
import { main, test } from './fixtures.ts';
import { makeRelease } from './make-release.ts';
import { phone } from './support.ts';

/** The app without a network: cut at the socket, opened cold, with work that arrives once when the line is back. */

interface Item {
  id: string;
  rating: string | null;
  show_ratings: boolean;
  media: { id: string }[];
}
type Report = { sections: { id: string; items: Item[] }[] };

let line: Line;
test.beforeAll(async ({ browserName: _ }, info) => {
  line = await openLine(`offline-${info.workerIndex}`);
});
test.afterAll(() => line.stop());

/** A technician's phone, with the service worker that other tests block. */
async function openPhone(browser: { newContext(options: object): Promise<BrowserContext> }) {
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
  await cold.goto('/calendar');
  await expect(cold.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible();
  await line.restore();
  await expect(cold.getByRole('heading', { name: 'Calendar' })).toBeVisible({ timeout: 15_000 });
});

/** The job of the technician with the longest report, and its items. */
async function longestReport(api: Api): Promise<{ id: string; items: Item[] }> {
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

/** Rates the next unrated items of the open section, at most `most`. Returns the ids of those it rated. */
async function rateItems(page: Page, most: number): Promise<string[]> {
  const open = page.locator('section[data-item]:has(fieldset):not(:has(button[aria-pressed="true"]))');
  const rated: string[] = [];
  while (rated.length < most && (await open.count()) > 0) {
    const item = open.first();
    rated.push((await item.getAttribute('data-item')) ?? '');
    await item
      .getByRole('group', { name: /^Rating for/ })
      .getByRole('button')
      .first()
      .click();
  }
  return rated;
}

/** The address of a report's section that has something to rate. */
async function openSection({ ask }: Api, id: string): Promise<string> {
  const { sections } = await ask<Report>('GET', `/v2/reports2/${id}`);
  const open = sections.findLast(({ items }) =>
    items.some((item) => item.show_ratings && item.rating === null),
  );
  if (!open) throw new Error('everything is rated');
  return `/edit-report/${id}?section=${open.id}`;
}

async function smallPhoto(number: number) {
  const background = { r: (number * 11) % 256, g: (number * 37) % 256, b: (number * 73) % 256 };
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name: `photo-${number}.jpg`, mimeType: 'image/jpeg', buffer };
}

test('60 answers and 20 photos without a network survive two kills of the tab and arrive once', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { context, api, page } = await openPhone(browser);
  const { id, items } = await longestReport(api);
  const before = items.flatMap((item) => item.media).length;
  await page.goto('/appointments');
  await untilStored(page);
  await line.cut();
  await page.close();

  const rated: string[] = [];
  let photos = 0;
  for (const goal of [
    { ratings: 25, photos: 7 },
    { ratings: 50, photos: 14 },
    { ratings: 60, photos: 20 },
  ]) {
    const tab = await context.newPage();
    await tab.goto(`/edit-report/${id}`);
    await expect(tab.getByText(/^You’re offline/)).toBeVisible();
    await expect(tab.locator('section[data-item]').first()).toBeVisible();
    const strip = tab.locator('section[aria-label^="Photos"]').first();
    const added = await Promise.all(
      Array.from({ length: goal.photos - photos }, (_, i) => smallPhoto(photos + i + 1)),
    );
    await strip.getByLabel(/^Add photos to/).setInputFiles(added);
    photos = goal.photos;
    await expect(tab.getByText(/^Saved on this device/)).toBeVisible();
    const next = tab.locator('main article').getByRole('button').last();
    for (let steps = 0; rated.length < goal.ratings && steps < 60; steps += 1) {
      rated.push(...(await rateItems(tab, goal.ratings - rated.length)));
      if (rated.length < goal.ratings) await next.click();
    }
    expect(rated.length).toBe(goal.ratings);
    // Stored on the device, then killed without warning.
    await expect(tab.getByText(`${rated.length + photos} changes pending`)).toBeAttached();
    if (goal.ratings < 60) await tab.close();
  }

  await line.restore();
  await expect
    .poll(async () => (await itemsOf(api, id)).flatMap((item) => item.media).length, { timeout: 60_000 })
    .toBe(before + 20);
  const after = await itemsOf(api, id);
  const changed = after.filter((item) => item.rating !== items.find((one) => one.id === item.id)?.rating);
  expect(changed.map((item) => item.id).sort()).toEqual(rated.sort());
  // Nothing follows: what has arrived is gone from the queue.
  const tab = context.pages().at(-1) as Page;
  await expect(tab.getByText('Saved', { exact: true })).toBeVisible();
});

/** The rows of a store on the device; null if there is no such store. */
function rowsOf(page: Page, database: string, store: string): Promise<unknown[] | null> {
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

test('a report of today opens by its address with words and thumbnails; back online, one refresh sends what waits', async ({
  browser,
}) => {
  const { context, api, page } = await openPhone(browser);
  const { id } = await longestReport(api);
  const section = await openSection(api, id);
  const before = (await itemsOf(api, id)).flatMap((item) => item.media).length;
  await page.goto(`/edit-report/${id}`);
  await page
    .locator('section[aria-label^="Photos"]')
    .first()
    .getByLabel(/^Add photos to/)
    .setInputFiles([await smallPhoto(90)]);
  const count = async () => (await itemsOf(api, id)).flatMap((item) => item.media).length;
  await expect.poll(count).toBeGreaterThan(before);
  await page.goto('/appointments');
  await untilStored(page);
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('gable-job-photos')).keys()).length))
    .toBeGreaterThan(0);
  await line.cut();
  await page.close();

  // The access token exists in memory only: a closed app has none.
  const cold = await context.newPage();
  const refreshes: string[] = [];
  cold.on('requestfinished', (one) => {
    if (/\/auth\/(start|refresh-token)$/.test(one.url())) refreshes.push(one.url());
  });
  await cold.goto(`/edit-report/${id}`);
  await expect(cold.getByText(/^You’re offline/)).toBeVisible();
  const thumb = cold.locator('section[aria-label^="Photos"] img').first();
  await expect.poll(() => thumb.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await expect(cold.getByLabel('Password')).toHaveCount(0);
  await expect(cold.getByText(/unable to connect|went wrong/i)).toHaveCount(0);
  await cold.goto(section);
  await expect(cold.locator('section[data-item]').first()).toBeVisible();
  const [rated] = await rateItems(cold, 1);
  await expect(cold.getByText(/^Saved on this device/)).toBeVisible();
  expect((await context.cookies()).some(({ name }) => name === 'gable_signed_in')).toBe(true);

  await line.restore();
  await expect
    .poll(async () => (await itemsOf(api, id)).find((item) => item.id === rated)?.rating, { timeout: 20_000 })
    .toBeTruthy();
  expect(refreshes).toHaveLength(1);
  await expect(cold.getByText(/^You’re offline/)).toBeHidden();
});

test('a session revoked while offline loses nothing: the login says what waits, and the next one sends it', async ({
  browser,
  playwright,
}) => {
  const { context, api, page } = await openPhone(browser);
  const { id } = await longestReport(api);
  const section = await openSection(api, id);
  await page.goto('/appointments');
  await untilStored(page);
  const elsewhere = await playwright.request.newContext({
    baseURL: line.direct,
    storageState: await context.storageState(),
    extraHTTPHeaders: { origin: line.origin },
  });
  const office = await logIn(await playwright.request.newContext({ baseURL: line.direct }));
  await line.cut();
  await page.close();
  const cold = await context.newPage();
  await cold.goto(section);
  await expect(cold.locator('section[data-item]').first()).toBeVisible();
  const [rated] = await rateItems(cold, 1);
  await expect(cold.getByText(/^Saved on this device/)).toBeVisible();
  expect((await elsewhere.post('/api/v2/auth/logout')).ok()).toBe(true);
  await elsewhere.dispose();
  await line.restore();

  await expect(cold.getByText('1 report change on this device hasn’t been sent')).toBeVisible({
    timeout: 20_000,
  });
  await expect(cold.getByLabel('Password', { exact: true })).toBeVisible();
  await expect.poll(() => rowsOf(cold, 'gable-offline', 'parts')).toEqual([]);
  await cold.getByLabel('Email').fill(demoLogins.technician);
  await cold.getByLabel('Password', { exact: true }).fill(password);
  await cold.getByRole('button', { name: 'Sign in' }).click();
  await expect
    .poll(async () => (await itemsOf(office, id)).find((item) => item.id === rated)?.rating, {
      timeout: 20_000,
    })
    .toBeTruthy();
});

test('signing out removes the stored jobs and reports, and another user gets only their own', async ({
  browser,
}) => {
  const { context, api, page } = await openPhone(browser);
  const { id } = await longestReport(api);
  await page.goto(`/edit-report/${id}`);
  await expect(page.locator('section[data-item]').first()).toBeVisible();
  await page.goto('/appointments');
  await untilStored(page);
  expect(await rowsOf(page, 'gable-reports-', 'reports')).not.toEqual([]);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect.poll(() => rowsOf(page, 'gable-offline', 'parts')).toEqual([]);
  await expect.poll(() => rowsOf(page, 'gable-reports-', 'reports')).toEqual([]);
  expect(await page.evaluate(() => caches.keys())).not.toContain('gable-job-photos');

  await line.cut();
  await page.goto('/appointments');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await line.restore();
  await logIn(context.request, demoLogins.staff);
  await page.goto('/dashboard');
  const keysOf = async () =>
    ((await rowsOf(page, 'gable-offline', 'parts')) as { key: string }[]).map(({ key }) => key);
  await expect.poll(keysOf, { timeout: 20_000 }).toEqual(['jobs', 'user']);
});

test('after a release the next start runs the new version whole, online and then offline, with the draft of the old one', async ({
  browser,
}, info) => {
  test.setTimeout(240_000);
  const { context, api, page } = await openPhone(browser);
  const { id } = await longestReport(api);
  const section = await openSection(api, id);
  await page.goto('/appointments');
  await untilStored(page);
  const entry = await page.locator('script[type="module"][src]').first().getAttribute('src');
  await line.cut();
  await page.close();
  const old = await context.newPage();
  await old.goto(section);
  await expect(old.locator('section[data-item]').first()).toBeVisible();
  const [rated] = await rateItems(old, 1);
  await expect(old.getByText(/^Saved on this device/)).toBeVisible();
  await old.close();

  await line.deploy(makeRelease(info.outputPath('release')));
  await line.restore();
  const fresh = await context.newPage();
  const documents: string[] = [];
  fresh.on('request', (one) => {
    if (one.isNavigationRequest()) documents.push(one.url());
  });
  const isNew = fresh.locator('meta[name="release"]');
  await fresh.goto(section);
  await expect(isNew).toBeAttached();
  await expect(fresh.locator('section[data-item]').first()).toBeVisible();
  await expect
    .poll(async () => (await itemsOf(api, id)).find((item) => item.id === rated)?.rating, { timeout: 20_000 })
    .toBeTruthy();
  for (const gone of [entry ?? '', '/assets/gone.css', '/assets/gone.js']) {
    const answer = await context.request.get(gone);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([404, 'text/plain']);
  }
  expect(documents.length).toBeLessThanOrEqual(2);

  await expect
    .poll(async () => {
      const names = await fresh.evaluate(() => caches.keys());
      const shells = await Promise.all(
        names.map((name) =>
          fresh.evaluate(async (of) => (await (await caches.open(of)).match('/app-shell'))?.text(), name),
        ),
      );
      return shells.some((html) => html?.includes('name="release"'));
    })
    .toBe(true);
  await line.cut();
  await fresh.close();
  const cold = await context.newPage();
  await cold.goto(section);
  await expect(cold.locator('meta[name="release"]')).toBeAttached();
  await expect(cold.locator('section[data-item]').first()).toBeVisible();
});

test('what a device stored on 2026-11-26 opens today, word for word, and is sent', async ({ browser }) => {
  const { context, api, page } = await openPhone(browser);
  const { id } = await longestReport(api);
  await page.goto('/appointments');
  await untilStored(page);
  const me = await api.ask<{ id: string; subscriber_id: string }>('GET', '/v2/auth/me');
  const report = await api.ask<Report & { rev: number }>('GET', `/v2/reports2/${id}`);
  const [section] = report.sections;
  const values: Record<string, unknown> = {
    '{subscriber}': me.subscriber_id,
    '{user}': me.id,
    '{report}': id,
    '{rev}': report.rev,
    '{section}': section?.id,
    '{item}': section?.items[0]?.id,
    '{now}': new Date().toISOString(),
    '{me}': me,
  };
  const text = readFileSync('src/testing/stored-device-2026-11-26.json', 'utf8')
    .replaceAll(/"(\{\w+\})"/g, (_, name: string) => JSON.stringify(values[name]))
    .replaceAll(/\{\w+\}/g, (name) => String(values[name]));
  // A page of the site without the app, which would hold the stores open.
  await page.goto('/health');
  await page.evaluate(writeDevice, text);
  await line.cut();
  await page.close();

  const words = 'Flashing lifted at the chimney – “temporary” sealant, 4″ gap';
  const cold = await context.newPage();
  await cold.goto(`/edit-report/${id}`);
  await expect(cold.getByText(words).first()).toBeVisible();
  await line.restore();
  const names = async () => {
    const { sections } = await api.ask<{ sections: { items: { comments: { name: string }[] }[] }[] }>(
      'GET',
      `/v2/reports2/${id}`,
    );
    return sections.flatMap(({ items }) => items.flatMap(({ comments }) => comments.map(({ name }) => name)));
  };
  await expect
    .poll(async () => (await names()).filter((name) => name === words).length, { timeout: 20_000 })
    .toBe(1);
});

/** Runs in the browser: replaces its databases by those of a fixture. */
async function writeDevice(text: string): Promise<void> {
  type Stores = Record<string, { keyPath: string; index?: string; rows: unknown[] }>;
  const done = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  for (const [name, stores] of Object.entries(JSON.parse(text) as Record<string, Stores>)) {
    await done(indexedDB.deleteDatabase(name));
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      for (const [store, { keyPath, index }] of Object.entries(stores)) {
        const made = opening.result.createObjectStore(store, { keyPath });
        if (index) made.createIndex(index, index);
      }
    };
    const db = await done(opening);
    for (const [store, { rows }] of Object.entries(stores)) {
      const target = db.transaction(store, 'readwrite').objectStore(store);
      for (const row of rows) await done(target.put(row));
    }
    db.close();
  }
}
