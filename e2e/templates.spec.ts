import { expect, type Locator, type Page } from '@playwright/test';
import { demoLogins } from './support/api.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  signInThroughLoginPage,
  waitUntilLoaded,
} from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';

const column = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const row = (page: Page, id: string, name: string) => page.locator(`li[id^="${id}-"]`, { hasText: name });
const names = async (page: Page, kind: string) =>
  (await page.locator(`li[id^="${kind}-"] > div > button > span:first-child`).allInnerTexts()).filter(
    Boolean,
  );

/** Adds parts one after another, as typed with Enter. */
async function addParts(where: Locator, button: string, parts: readonly string[]) {
  await where.getByRole('button', { name: button }).click();
  for (const part of parts) await where.getByRole('textbox', { name: button }).pressSequentially(`${part}\n`);
  await where.getByRole('textbox', { name: button }).press('Escape');
}

async function newTemplate(page: Page, name: string) {
  await page.goto('/templates');
  await page.getByRole('button', { name: 'New template' }).click();
  const dialog = page.getByRole('dialog', { name: 'New template' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create template' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of the template' })).toHaveValue(name);
}

const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();

/** Drags by the grip with the mouse, in steps, and lets go at a point or over a part. */
async function drag(
  page: Page,
  grip: Locator,
  to: Locator | { x: number; y: number },
  end: 'drop' | 'escape' = 'drop',
) {
  const from = await grip.boundingBox();
  const box = 'x' in to ? { ...to, width: 0, height: 0 } : await to.boundingBox();
  if (!from || !box) throw new Error('not visible');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 12, { steps: 4 });
  await page.mouse.move(x, y, { steps: 12 });
  await page.waitForTimeout(150);
  if (end === 'escape') await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.waitForTimeout(400);
}

test('a template is written, moved around and kept, whatever is dropped where', main, async ({ page }) => {
  await page.setViewportSize(desktop);
  await signInThroughLoginPage(page, demoLogins.owner);
  await newTemplate(page, `Barns ${Date.now()}`);
  const sections = column(page, 'Sections');
  const grip = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });

  await test.step('sections, items and comments are added by their names', async () => {
    await addParts(sections, 'Add section', ['Roof', 'Walls', 'Floor']);
    await sections.getByRole('button', { name: /^Roof/ }).click();
    await addParts(column(page, 'Items of Roof'), 'Add item', ['Tiles', 'Gutters', 'Ridge']);
    await page.getByRole('button', { name: /^Tiles/ }).click();
    await addParts(column(page, 'Comments of Tiles'), 'Add deficiency', ['Cracked', 'Missing', 'Moss']);
    await saved(page);
    await expectAccessible(page, 'the template editor');
    await expectNoSidewaysScroll(page, 'the template editor');
  });

  await test.step('dragging sorts, and moves a comment into another item', async () => {
    await drag(page, grip('Ridge'), row(page, 'item', 'Tiles'));
    expect(await names(page, 'item')).toEqual(['Ridge', 'Tiles', 'Gutters']);
    await page.getByRole('button', { name: /^Tiles/ }).click();
    await drag(page, grip('Moss'), row(page, 'item', 'Gutters'));
    expect(await names(page, 'comment')).toEqual(['Cracked', 'Missing']);
    await drag(page, grip('Gutters'), row(page, 'section', 'Walls'));
    expect(await names(page, 'item')).toEqual(['Ridge', 'Tiles']);
  });

  await test.step('what is dropped outside, or let go with Escape, stays where it was', async () => {
    const before = [await names(page, 'section'), await names(page, 'item'), await names(page, 'comment')];
    const same = async () =>
      expect([await names(page, 'section'), await names(page, 'item'), await names(page, 'comment')]).toEqual(
        before,
      );
    await drag(page, grip('Cracked'), { x: 2, y: 2 });
    await same();
    await drag(page, grip('Ridge'), { x: desktop.width - 2, y: 300 });
    await same();
    await drag(page, grip('Floor'), row(page, 'section', 'Roof'), 'escape');
    await same();
    await page.reload();
    await waitUntilLoaded(page);
    await same();
  });

  await test.step('the keyboard moves too, and every step can be undone and done again', async () => {
    await page.getByRole('button', { name: /^Walls/ }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    expect(await names(page, 'section')).toEqual(['Walls', 'Roof', 'Floor']);
    await page.keyboard.press('Control+z');
    expect(await names(page, 'section')).toEqual(['Roof', 'Walls', 'Floor']);
    await page.keyboard.press('Control+y');
    expect(await names(page, 'section')).toEqual(['Walls', 'Roof', 'Floor']);
    await page.getByRole('button', { name: 'Actions for Roof', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const field = page.getByRole('textbox', { name: /^New name/ });
    // Longer than a closing menu waits before it returns the focus to its button.
    await page.waitForTimeout(100);
    await expect(field).toBeFocused();
    await field.fill('Roofing');
    await field.press('Enter');
    await expect(page.getByRole('button', { name: /^Roofing/ })).toBeVisible();
    await saved(page);
  });

  await test.step('a text is written and found', async () => {
    await page.getByRole('button', { name: /^Roofing/ }).click();
    await page.getByRole('button', { name: /^Tiles/ }).click();
    await page.getByRole('button', { name: /^Cracked/ }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Several tiles were cracked by frost.');
    await page.getByRole('combobox', { name: 'Recommended contractor' }).fill('Roofer');
    await saved(page);
    await page.getByPlaceholder('Search all comments').fill('frost');
    await column(page, 'Search results')
      .getByRole('button', { name: /Cracked/ })
      .click();
    await expect(page.getByRole('textbox', { name: 'Text' })).toHaveText(
      'Several tiles were cracked by frost.',
    );
  });

  await test.step('several comments are changed at once, as one step', async () => {
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    for (const name of ['Cracked', 'Missing'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 2 comments' });
    await dialog.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Safety hazard' }).click();
    await dialog.getByRole('button', { name: 'Change 2 comments' }).click();
    await expect(page.locator('li[id^="comment-"]', { hasText: 'Safety hazard' })).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('li[id^="comment-"]', { hasText: 'Safety hazard' })).toHaveCount(0);
    await saved(page);
  });

  await test.step('a phone shows one column at a time', async () => {
    await page.setViewportSize(phone);
    await page.reload();
    await waitUntilLoaded(page);
    await expectNoSidewaysScroll(page, 'the template editor on a phone');
    await page.getByRole('button', { name: 'Back to Roofing' }).click();
    expect(await names(page, 'item')).toEqual(['Ridge', 'Tiles']);
    await expectAccessible(page, 'the template editor on a phone');
  });
});

test('two editors of one template see each other and lose nothing', async ({ page, browser }) => {
  await page.setViewportSize(desktop);
  await signInThroughLoginPage(page, demoLogins.owner);
  await newTemplate(page, `Sheds ${Date.now()}`);
  await addParts(column(page, 'Sections'), 'Add section', ['Roof']);
  await saved(page);
  const other = await (await browser.newContext({ viewport: desktop })).newPage();
  await signInThroughLoginPage(other, demoLogins.owner);
  await other.goto(page.url());
  await expect(other.getByRole('button', { name: /^Roof/ })).toBeVisible();

  await addParts(column(other, 'Sections'), 'Add section', ['Walls']);
  await saved(other);
  await addParts(column(page, 'Sections'), 'Add section', ['Floor']);
  await saved(page);
  await expect.poll(() => names(page, 'section')).toEqual(expect.arrayContaining(['Roof', 'Walls', 'Floor']));

  const rename = async (where: Page, name: string) => {
    await where.getByRole('button', { name: /^Roof/ }).focus();
    await where.keyboard.press('F2');
    await where.keyboard.type(`${name}\n`);
  };
  await rename(other, 'Roof of mine');
  await saved(other);
  await rename(page, 'Roof of ours');
  await expect(page.getByText(/changed “Roof of mine” at .* too/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await saved(page);
  expect(await names(page, 'section')).toContain('Roof of ours');
});

test('a template that services include is kept, and a deleted one comes back', async ({ page }) => {
  await page.setViewportSize(desktop);
  await signInThroughLoginPage(page, demoLogins.owner);
  await page.goto('/templates');
  const delete_ = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };
  await delete_('Residential');
  await expect(page.getByText(/^These services include the template: /)).toBeVisible();
  const name = `Garages ${Date.now()}`;
  await newTemplate(page, name);
  await page.goto('/templates');
  await delete_(name);
  await expect(page.getByRole('link', { name })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();
});
