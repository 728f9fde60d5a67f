import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { makeRelease } from '../support/make-release.ts';
import {
  itemsOf,
  longestReport,
  openPhone,
  openSection,
  type Report,
  rateItems,
  test,
  untilStored,
} from '../support/offline-phone.ts';

/** Devices that were offline during a release. */

test('after a release the next start runs the new version whole, online and then offline, with the draft of the old one', async ({
  browser,
  line,
}, info) => {
  test.setTimeout(240_000);
  const { context, api, page } = await openPhone(line, browser);
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
    .poll(async () => (await itemsOf(api, id)).find((item) => item.id === rated?.id)?.rating, {
      timeout: 20_000,
    })
    .toBeTruthy();
  for (const gone of [entry ?? '', '/assets/gone.css', '/assets/gone.js']) {
    const answer = await context.request.get(gone);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
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

test('what a device stored on 2026-11-26 opens today, word for word, and is sent', async ({
  browser,
  line,
}) => {
  const { context, api, page } = await openPhone(line, browser);
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
