import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type Api, demoIds, logIn } from '../support/api.ts';
import { main, test } from '../support/fixtures.ts';

/** Many photos at once: uploaded unsorted, in the order in which they were taken, and moved to items and comments. */

interface Media {
  id: string;
  caption: string;
  comment_id: string | null;
}
interface Report {
  sections: { name: string; items: { id: string; name: string; media: Media[] }[] }[];
  unsorted: Media[];
}

const reportOf = ({ ask }: Api, id: string) => ask<Report>('GET', `/v2/reports2/${id}`);
const mediaOf = async (api: Api, id: string) => {
  const { sections, unsorted } = await reportOf(api, id);
  return { unsorted, placed: sections.flatMap((section) => section.items).flatMap((item) => item.media) };
};

const today = new Date().toISOString().slice(0, 10);

/** A photo taken at a minute of a day. */
async function shot(minute: number, date = today.replaceAll('-', ':')) {
  const clock = `10:${String(minute).padStart(2, '0')}:00`;
  // Larger than what is uploaded as it is: the time must come from the original, which the server does not get.
  const raw = { width: 1200, height: 900, channels: 3 } as const;
  const buffer = await sharp(randomBytes(1200 * 900 * 3), { raw })
    .jpeg()
    .withExif({ IFD2: { DateTimeOriginal: `${date} ${clock}` } })
    .toBuffer();
  return { name: `IMG_${minute}.jpg`, mimeType: 'image/jpeg', buffer };
}

/** Removes what an earlier test or attempt left unsorted. */
async function clearUnsorted(api: Api, id: string) {
  for (const { id: mediaId } of (await mediaOf(api, id)).unsorted)
    await api.ask('DELETE', `/v2/reports/${id}/media/${mediaId}`);
}

const tiles = (page: Page) => page.getByRole('list', { name: 'Unsorted photos' }).getByRole('button');
const labels = (page: Page) =>
  tiles(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
const openUnsorted = (page: Page) => page.getByRole('button', { name: /^Unsorted photos/ }).click();

test(
  'unsorted photos are in the order they were taken; several move to an item at once, and back',
  main,
  async ({ page }) => {
    const { report } = await demoIds(page);
    const api = await logIn(page.request);
    await clearUnsorted(api, report);
    const before = await mediaOf(api, report);
    await page.goto(`/edit-report/${report}`);
    await openUnsorted(page);
    const broken = {
      name: 'broken.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
    };
    const files = [await shot(4), broken, await shot(2), await shot(3), await shot(1)];
    await page.getByLabel('Upload photos to sort').setInputFiles(files);
    await expect(page.getByText(/^broken\.jpg: /)).toBeVisible();
    await expect.poll(async () => (await mediaOf(api, report)).unsorted.length).toBe(4);
    const timed = (await labels(page)).filter((label) => /10:0\d/.test(label ?? ''));
    expect(timed.map((label) => /10:0\d/.exec(label ?? '')?.[0])).toEqual([
      '10:01',
      '10:02',
      '10:03',
      '10:04',
    ]);

    await test.step('after a reload the order is the same', async () => {
      await page.reload();
      await expect(tiles(page).first()).toBeVisible();
      expect((await labels(page)).filter((label) => /10:0\d/.test(label ?? ''))).toEqual(timed);
    });

    await test.step('Shift chooses a range, and a click on an item moves it there', async () => {
      const tile = (time: string) => page.getByRole('button', { name: new RegExp(`taken.*${time}`) });
      await tile('10:01').click();
      await tile('10:03').click({ modifiers: ['Shift'] });
      await expect(page.getByText('3 selected')).toBeVisible();
      await page
        .getByRole('complementary', { name: 'Move to' })
        .getByRole('list')
        .getByRole('button')
        .first()
        .click();
      await expect(page.getByRole('heading', { name: 'Unsorted photos 2' })).toBeFocused();
      await expect.poll(async () => (await mediaOf(api, report)).unsorted.length).toBe(1);
      expect((await mediaOf(api, report)).placed).toHaveLength(before.placed.length + 3);
    });

    await test.step('Undo brings them back', async () => {
      await page.getByText('Undo', { exact: true }).click();
      await expect.poll(async () => (await mediaOf(api, report)).unsorted.length).toBe(4);
      expect((await mediaOf(api, report)).placed).toHaveLength(before.placed.length);
    });
  },
);

test('photos are dragged from item to item; dropped anywhere else, nothing changes', async ({ page }) => {
  const { report } = await demoIds(page);
  const api = await logIn(page.request);
  await page.goto(`/edit-report/${report}`);
  const items = page.locator('[data-item]');
  const before = (await mediaOf(api, report)).placed.length;
  const strips = page.locator('[data-item] > section[aria-label^="Photos"]');
  await strips
    .nth(0)
    .getByLabel(/^Add photos to/)
    .setInputFiles([await shot(1), await shot(2)]);
  const inStrip = (n: number) => strips.nth(n).locator('button[draggable=true]');
  const already = await inStrip(1).count();
  await expect.poll(async () => (await mediaOf(api, report)).placed.length).toBe(before + 2);
  await expect(page.getByRole('img', { name: /uploading/ })).toHaveCount(0);
  const count = await inStrip(0).count();
  const photo = inStrip(0).first();
  const everywhere = async () => (await mediaOf(api, report)).placed.map(({ id }) => id);
  const start = await everywhere();

  await test.step('outside of every target', async () => {
    await photo.dragTo(page.getByRole('heading', { level: 1 }));
    await photo.dragTo(page.locator('header').first(), { targetPosition: { x: 2, y: 2 } });
    await expect(inStrip(0)).toHaveCount(count);
    expect(await everywhere()).toEqual(start);
  });

  await test.step('Escape in the middle of a drag', async () => {
    await photo.hover();
    await page.mouse.down();
    await items.nth(1).hover();
    await items.nth(1).hover();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(inStrip(0)).toHaveCount(count);
    expect((await everywhere()).toSorted()).toEqual(start.toSorted());
  });

  await test.step('on another item', async () => {
    await photo.dragTo(items.nth(1));
    await expect(inStrip(0)).toHaveCount(count - 1);
    await expect(inStrip(1)).toHaveCount(already + 1);
    await expect.poll(async () => (await everywhere()).toSorted()).toEqual(start.toSorted());
  });

  await test.step('without a mouse, Move to… does the same', async () => {
    await inStrip(1).first().press('Enter');
    await page.getByRole('button', { name: 'Move to…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move 1 photo' });
    await dialog
      .getByRole('searchbox')
      .fill((await items.nth(0).getByRole('heading').innerText()).replace(/^[\d.]+\s*/, ''));
    await dialog.getByRole('list').getByRole('button').first().press('Enter');
    await expect(inStrip(0)).toHaveCount(count);
  });
});

test('photos of a camera whose clock was wrong get the right date together', async ({ page }) => {
  const { report } = await demoIds(page);
  const api = await logIn(page.request);
  await clearUnsorted(api, report);
  await page.goto(`/edit-report/${report}`);
  await openUnsorted(page);
  const files = [await shot(11, '2012:01:01'), await shot(21, '2012:01:01')];
  await page.getByLabel('Upload photos to sort').setInputFiles(files);
  await expect(page.getByText('Check the date')).toHaveCount(2);
  await expect.poll(async () => (await mediaOf(api, report)).unsorted.length).toBeGreaterThanOrEqual(2);
  await page.getByRole('button', { name: 'Select photos with a wrong date' }).click();
  await page.getByRole('button', { name: 'Correct date and time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct date and time' });
  const day = new Date().toLocaleDateString('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' });
  await dialog.getByLabel('First photo taken', { exact: true }).fill(day);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Check the date')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /10:11 AM$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /10:21 AM$/ })).toBeVisible();
});
