import { expect, type Page } from '@playwright/test';
import { demoIds, logIn } from '../support/api.ts';
import { main, test } from '../support/fixtures.ts';
import { rowsOf } from '../support/offline-phone.ts';

/** The store of reports on the device, in the ways in which browsers take it away. */

/** Collects the connections of the page, so that a test can close them from outside. */
const collectConnections = (page: Page) =>
  page.addInitScript(() => {
    const all: IDBDatabase[] = [];
    Object.assign(window, { connections: all });
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (name, version) => {
      const request = version === undefined ? open(name) : open(name, version);
      request.addEventListener('success', () => all.push(request.result));
      return request;
    };
  });

const closeConnections = (page: Page) =>
  page.evaluate(() => {
    for (const db of (window as unknown as { connections: IDBDatabase[] }).connections) db.close();
  });

/** The changes that wait on the device. */
const storedOps = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const [found] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('gable-reports-'));
    const db = await done(indexedDB.open(found?.name ?? ''));
    const rows = (await done(db.transaction('ops').objectStore('ops').getAll())) as { op: unknown }[];
    db.close();
    return rows.map(({ op }) => JSON.stringify(op));
  });

async function write(page: Page, words: string) {
  const box = page.getByRole('textbox', { name: /^Add a comment to/ }).first();
  await box.fill(words);
  await box.press('Enter');
}

/** Opens a report without a way for its changes to the server. */
async function openReport(page: Page): Promise<{ id: string; online: () => Promise<void> }> {
  const { report: id } = await demoIds(page);
  await logIn(page.request);
  await page.route('**/api/v2/reports/*/ops', (route) => route.abort());
  await page.goto(`/edit-report/${id}`);
  await expect(page.getByRole('textbox', { name: /^Add a comment to/ }).first()).toBeVisible();
  return { id, online: () => page.unroute('**/api/v2/reports/*/ops') };
}

test('words typed after the database was closed from outside are stored at once', main, async ({ page }) => {
  await collectConnections(page);
  await openReport(page);
  await write(page, 'Before');
  await expect.poll(() => storedOps(page)).toHaveLength(1);
  await closeConnections(page);
  const words = 'Letters '.repeat(25).trim();
  await write(page, words);
  await expect.poll(async () => (await storedOps(page)).join(), { timeout: 2000 }).toContain(words);
  await expect(page.getByText(/^Saved on this device/)).toBeVisible();
});

test('a full device is not called saved', main, async ({ page }) => {
  await openReport(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await write(page, 'Nowhere');
  await expect(page.getByText('Not saved on this device').first()).toBeVisible();
  await expect(page.getByText('Your last changes are not saved on this device')).toBeVisible();
  await expect(page.getByText(/^Saved on this device/)).toBeHidden();
});

test(
  'a tab of a newer release gets the database within three seconds, and each change arrives once',
  main,
  async ({ page }) => {
    const { id, online } = await openReport(page);
    for (const words of ['First', 'Second', 'Third']) await write(page, `${words} of the old tab`);
    await expect.poll(() => storedOps(page)).toHaveLength(3);
    const next = await page.context().newPage();
    await next.goto('/login');
    const version = await next.evaluate(async () => {
      const [found] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('gable-reports-'));
      const opened = new Promise<number>((resolve, reject) => {
        const request = indexedDB.open(found?.name ?? '', 2);
        request.onsuccess = () => resolve(request.result.version);
        request.onerror = () => reject(request.error);
      });
      const late = new Promise<number>((resolve) => setTimeout(() => resolve(0), 3000));
      return Promise.race([opened, late]);
    });
    expect(version).toBe(2);
    await next.close();
    await write(page, 'After the upgrade');
    await expect.poll(() => storedOps(page)).toHaveLength(4);
    await online();
    await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible({ timeout: 40_000 });
    const api = await logIn(page.request);
    const { sections } = await api.ask<{ sections: { items: { comments: { name: string }[] }[] }[] }>(
      'GET',
      `/v2/reports2/${id}`,
    );
    const names = sections.flatMap(({ items }) =>
      items.flatMap(({ comments }) => comments.map(({ name }) => name)),
    );
    expect(names.filter((name) => name.endsWith('of the old tab'))).toHaveLength(3);
    expect(names.filter((name) => name === 'After the upgrade')).toHaveLength(1);
  },
);

test('the store for offline use makes way for a newer release in another tab, and is used in its new version', async ({
  page,
}) => {
  await logIn(page.request);
  await page.goto('/dashboard');
  const storedAt = async () => {
    const parts = (await rowsOf(page, 'gable-offline', 'parts')) as { key: string; at: string }[] | null;
    return parts?.find(({ key }) => key === 'user')?.at ?? '';
  };
  await expect.poll(storedAt, { timeout: 15_000 }).not.toBe('');
  const first = await storedAt();
  const version = await page.evaluate(() => {
    const opened = new Promise<number>((resolve, reject) => {
      // As another tab does: a second connection, with the next version.
      const request = indexedDB.open('gable-offline', 2);
      request.onsuccess = () => {
        resolve(request.result.version);
        request.result.close();
      };
      request.onerror = () => reject(request.error);
    });
    return Promise.race([opened, new Promise<number>((resolve) => setTimeout(() => resolve(0), 3000))]);
  });
  expect(version).toBe(2);
  await page.reload();
  await expect.poll(storedAt, { timeout: 15_000 }).not.toBe(first);
});
