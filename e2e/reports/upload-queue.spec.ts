import { expect, type Page } from '@playwright/test';
import { type Api, demoIds, demoLogins, logIn } from '../support/api.ts';
import { makePhoto, openSecondWindow } from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';
import { rowsOf, smallPhoto } from '../support/offline-phone.ts';
import { hashAsStored, servedPhotos } from '../support/served-photos.ts';

/** Changes to a report leave the device even when no page shows the report. */

type Report = {
  sections: { items: { id: string; rating: string | null; media: unknown[] }[] }[];
  appointment: { address: string };
};

const itemsOf = async ({ ask }: Api, id: string) => {
  const { sections } = await ask<Report>('GET', `/v2/reports2/${id}`);
  return sections.flatMap((section) => section.items);
};

const mediaIn = async (api: Api, id: string) => (await itemsOf(api, id)).flatMap((item) => item.media).length;

const rating = (page: Page) =>
  page
    .getByRole('group', { name: /^Rating for/ })
    .first()
    .getByRole('button', { pressed: false })
    .first();
const line = (page: Page) => page.getByRole('link', { name: /uploaded yet$/ });

/** The revision of a report stored on the device. */
const storedRevision = (page: Page, id: string) =>
  page.evaluate(async (report) => {
    const done = <T>(idbRequest: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        idbRequest.onsuccess = () => resolve(idbRequest.result);
        idbRequest.onerror = () => reject(idbRequest.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const store = await done(indexedDB.open(name ?? ''));
      try {
        if (!store.objectStoreNames.contains('reports')) continue;
        const stored = await done(store.transaction('reports').objectStore('reports').get(report));
        if (stored) return (stored as { rev: number }).rev;
      } finally {
        store.close();
      }
    }
    return -1;
  }, id);

test(
  'photos still uploading when their report is left arrive, and a line shows them until then',
  main,
  async ({ page }) => {
    const { report } = await demoIds(page);
    const api = await logIn(page.request);
    const before = await mediaIn(api, report);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/v2/reports/*/media', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/edit-report/${report}`);
    const strip = page.locator('section[aria-label^="Photos"]').first();
    await strip
      .getByLabel(/^Add photos to/)
      .setInputFiles([await makePhoto(1), await makePhoto(2), await makePhoto(3)]);
    await expect(page.getByRole('img', { name: /uploading/ })).toHaveCount(3);
    await page.locator('a[href^="/appointments/details/"]').first().click();
    await expect(page).toHaveURL(/\/appointments\/details\//);
    await expect(line(page)).toHaveText(/^3 changes to /);
    release();
    await expect.poll(() => mediaIn(api, report)).toBe(before + 3);
    await expect(line(page)).toBeHidden();
  },
);

test('work left by a closed window is sent by the same user’s next window, and never by another user’s', async ({
  page,
}) => {
  const { report } = await demoIds(page);
  const api = await logIn(page.request);
  const before = await mediaIn(api, report);
  const rated = await itemsOf(api, report);
  const other = await openSecondWindow(page);
  await other.goto('/dashboard');

  await test.step('without a connection it stays on the device, and the other window does not take it', async () => {
    await page.route('**/api/v2/reports/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await page.goto(`/edit-report/${report}`);
    await rating(page).click();
    const strip = page.locator('section[aria-label^="Photos"]').first();
    await strip.getByLabel(/^Add photos to/).setInputFiles([await makePhoto(1)]);
    await expect(page.getByText(/^Saved on this device/)).toBeVisible();
    await other.goto('/people');
    await expect(line(other)).toHaveText(/^2 changes to /);
    expect(await mediaIn(api, report)).toBe(before);
  });

  await test.step('a window that opens the report keeps the state that the change is based on', async () => {
    const written = await storedRevision(other, report);
    const item = rated.at(-1);
    const op = { op_id: crypto.randomUUID(), type: 'set_rating', item_id: item?.id, rating: 'NI' };
    const { rev } = await api.ask<{ rev: number }>('PATCH', `/v2/reports/${report}/ops`, {
      data: { rev: written, ops: [op] },
    });
    expect(rev).toBeGreaterThan(written);
    await other.goto(`/edit-report/${report}`);
    await expect(rating(other)).toBeVisible();
    await other.goto('/dashboard');
    expect(await storedRevision(other, report)).toBe(written);
  });

  await test.step('another user of the browser neither sends nor sees it', async () => {
    await page.close();
    await logIn(other.request, demoLogins.staff);
    await other.goto('/dashboard');
    await other.waitForTimeout(6000);
    await expect(line(other)).toHaveCount(0);
    expect(await mediaIn(api, report)).toBe(before);
  });

  await test.step('the same user’s next start sends it', async () => {
    await logIn(other.request);
    await other.goto('/dashboard');
    await expect.poll(() => mediaIn(api, report), { timeout: 15_000 }).toBe(before + 1);
    await expect
      .poll(async () => (await itemsOf(api, report)).map((item) => item.rating))
      .not.toEqual(rated.map((item) => item.rating));
    await expect(line(other)).toHaveCount(0);
  });
});

/** Adds a mark to a photo that waits for its upload, by keyboard. */
async function annotate(page: Page, photo: number, tool: 'Box' | 'Arrow'): Promise<void> {
  const strip = page.locator('section[aria-label^="Photos"]').first();
  await strip.getByRole('button', { name: 'Annotate photo' }).nth(photo).click();
  const dialog = page.getByRole('dialog', { name: 'Annotate photo' });
  const canvas = dialog.getByRole('group', { name: 'Photo to draw on' });
  await expect(canvas).toBeVisible();
  await dialog.getByRole('button', { name: tool, exact: true }).press('Enter');
  await canvas.press('Enter');
  await expect(canvas.getByRole('button', { name: `${tool}, mark 1 of 1` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

test('six photos of one item, two annotated offline, one refused with 503: each arrives once, with its own marks', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { report } = await demoIds(page);
  const api = await logIn(page.request);
  const before = new Set((await servedPhotos(page.request, api, report)).map(({ id }) => id));
  const arrived = async () =>
    (await servedPhotos(page.request, api, report)).filter(({ id }) => !before.has(id));
  const onDevice = async () => (await rowsOf(page, 'gable-reports-', 'photos'))?.length;
  let isOnline = false;
  let uploads = 0;
  let releaseLast = () => {};
  const last = new Promise<void>((resolve) => {
    releaseLast = resolve;
  });
  await page.route('**/api/v2/reports/**', async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.continue();
    if (!isOnline) return route.abort();
    if (!request.url().endsWith('/media')) return route.continue();
    uploads += 1;
    const error = { type: 'INTERNAL', message: 'Try again', details: null };
    if (uploads === 2) return route.fulfill({ status: 503, json: { success: false, data: null, error } });
    if (uploads === 7) await last;
    return route.continue();
  });
  await page.goto(`/edit-report/${report}`);
  const sent = await Promise.all([31, 32, 33, 34, 35, 36].map(smallPhoto));
  const strip = page.locator('section[aria-label^="Photos"]').first();
  await strip.getByLabel(/^Add photos to/).setInputFiles(sent);
  await annotate(page, 1, 'Box');
  await annotate(page, 4, 'Arrow');
  await expect(page.getByText(/^Saved on this device/)).toBeVisible();
  expect(await onDevice()).toBe(6);

  isOnline = true;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => mediaIn(api, report), { timeout: 60_000 }).toBe(before.size + 5);
  // The sixth is on its way.
  const saved = page.getByRole('status').filter({ hasText: /^Saved$/ });
  await expect.poll(onDevice).toBe(1);
  await expect(saved).toHaveCount(0);
  releaseLast();
  await expect(saved).toBeVisible({ timeout: 40_000 });
  expect(await onDevice()).toBe(0);

  const marks = [[], ['rect'], [], [], ['arrow'], []];
  const expected = await Promise.all(
    sent.map(async ({ buffer }, place) => ({ sha256: await hashAsStored(buffer), marks: marks[place] })),
  );
  const byHash = (a: { sha256: string }, b: { sha256: string }) => a.sha256.localeCompare(b.sha256);
  expect(new Set(expected.map(({ sha256 }) => sha256)).size).toBe(6);
  expect((await arrived()).map(({ id: _, ...photo }) => photo).sort(byHash)).toEqual(expected.sort(byHash));
  expect(uploads).toBe(7);
});
