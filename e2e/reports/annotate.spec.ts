import { expect, type Locator, type Page } from '@playwright/test';
import { type Api, demoIds, logIn } from '../support/api.ts';
import { expectAccessible, expectNoSidewaysScroll, makePhoto, phone } from '../support/browser-steps.ts';
import { test } from '../support/fixtures.ts';

/** Drawing on photos: with mouse, finger and keyboard, on the server's photos and on those still on the device. */

interface Media {
  id: string;
  annotations: { kind: string; points: [number, number][]; color: string; text?: string }[];
  edit?: { rotation: number; crop: object | null } | null;
}

const mediaOf = async ({ ask }: Api, id: string) => {
  const report = await ask<{ sections: { items: { media: Media[] }[] }[] }>('GET', `/v2/reports2/${id}`);
  return report.sections.flatMap((section) => section.items.flatMap((item) => item.media));
};

const canvasOf = (page: Page) => page.getByRole('group', { name: 'Photo to draw on' });
const tool = (page: Page, name: string) =>
  page.getByRole('dialog', { name: 'Annotate photo' }).getByRole('button', { name, exact: true });

/** Drags over the drawing, in fractions of it. */
async function drag(canvas: Locator, [x, y]: [number, number], [x2, y2]: [number, number]): Promise<void> {
  const page = canvas.page();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('no drawing');
  const at = (u: number, v: number) => [box.x + u * box.width, box.y + v * box.height] as const;
  await page.mouse.move(...at(x, y));
  await page.mouse.down();
  await page.mouse.move(...at((x + x2) / 2, (y + y2) / 2));
  await page.mouse.move(...at(x2, y2));
  await page.mouse.up();
}

test('a photo is annotated while it uploads, with mouse and keyboard, cropped and rotated; all of it can be undone', async ({
  page,
}) => {
  const { report } = await demoIds(page);
  const api = await logIn(page.request);
  const before = new Set((await mediaOf(api, report)).map((photo) => photo.id));
  const added = async () => (await mediaOf(api, report)).find((photo) => !before.has(photo.id));
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
  await strip.getByLabel(/^Add photos to/).setInputFiles([await makePhoto(7)]);
  await strip.getByRole('button', { name: 'Annotate photo' }).click();
  const canvas = canvasOf(page);
  await expect(canvas).toBeVisible();

  await test.step('an arrow by mouse, moved and recolored', async () => {
    await drag(canvas, [0.2, 0.8], [0.4, 0.5]);
    const arrow = canvas.getByRole('button', { name: 'Arrow, mark 1 of 1' });
    await expect(arrow).toHaveAttribute('aria-pressed', 'true');
    await drag(canvas, [0.3, 0.65], [0.4, 0.65]);
    await tool(page, 'Blue').click();
    release();
    await expect
      .poll(async () => (await added())?.annotations)
      .toMatchObject([{ kind: 'arrow', color: '#1c7ed6' }]);
    const [from] = (await added())?.annotations[0]?.points ?? [];
    expect(from?.[0]).toBeCloseTo(0.3, 1);
  });

  await test.step('a box and a text by keyboard alone', async () => {
    await tool(page, 'Box').press('Enter');
    await canvas.press('Enter');
    const box = canvas.getByRole('button', { name: /^Box, mark 2 of / });
    await expect(box).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await tool(page, 'Text').press('Enter');
    await canvas.press('Enter');
    await page.keyboard.type('Loose <b>flashing</b>');
    await page.keyboard.press('Enter');
    await expect(canvas.getByRole('button', { name: /^Text “Loose/ })).toBeVisible();
    await expectAccessible(page, 'a photo with marks');
    await box.press('Delete');
    await page.keyboard.press('Control+z');
    await expect
      .poll(async () => (await added())?.annotations.map((mark) => mark.kind))
      .toEqual(['arrow', 'rect', 'text']);
  });

  await test.step('crop and rotation', async () => {
    await tool(page, 'Crop').click();
    const area = page.getByRole('group', { name: 'Visible area' });
    await area.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await expectAccessible(page, 'the crop of a photo');
    await page.getByRole('button', { name: 'Apply crop' }).click();
    await tool(page, 'Rotate 90°').click();
    await expect
      .poll(async () => (await added())?.edit)
      .toMatchObject({ rotation: 90, crop: { x: 0.08, width: 0.82 } });
  });

  await test.step('back to the photo as it was taken, and everything again', async () => {
    await page.getByRole('button', { name: 'Undo crop' }).click();
    await page.getByRole('button', { name: 'Remove all marks' }).click();
    await expect.poll(async () => (await added())?.annotations).toEqual([]);
    await tool(page, 'Undo').click();
    await tool(page, 'Undo').click();
    await expect.poll(async () => (await added())?.annotations.length).toBe(3);
    await expect.poll(async () => (await added())?.edit?.crop).not.toBeNull();
    await page.keyboard.press('Escape');
    await expect(canvas).toBeHidden();
    await expect(strip.getByRole('button').filter({ has: page.locator('svg image') })).toHaveCount(1);
  });
});

test('the drawing fits a phone, with its tools within reach', async ({ page }) => {
  await page.setViewportSize(phone);
  const { report } = await demoIds(page);
  await page.goto(`/edit-report/${report}`);
  const strip = page.locator('section[aria-label^="Photos"]').first();
  await strip.getByLabel(/^Add photos to/).setInputFiles([await makePhoto(9)]);
  await strip.getByRole('button', { name: /^Photo 1 of/ }).click();
  await page.getByRole('button', { name: 'Annotate', exact: true }).click();
  await expect(canvasOf(page)).toBeVisible();
  await expectNoSidewaysScroll(page, 'the drawing on a phone');
  await expectAccessible(page, 'the drawing on a phone');
  const tools = page.getByRole('toolbar').getByRole('button');
  for (const button of await tools.all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width);
  }
});
