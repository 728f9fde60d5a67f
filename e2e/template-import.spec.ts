import { expect, type Page } from '@playwright/test';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  signIn,
  waitUntilLoaded,
} from './support/browser-steps.ts';
import { test } from './support/fixtures.ts';

/** A table as Spectora exports it: 12 sections, 40 items, 80 comments. */
function spectoraTable(): Buffer {
  const rows = Array.from({ length: 80 }, (_, n) => {
    const item = n % 40;
    const kind = n < 40 ? 'info' : 'defect';
    return `Section ${item % 12},Item ${item},Comment ${n},"First line, ${n}\nsecond line",${kind},`;
  });
  const header =
    'Section Name,Item Name,Comment Name,Comment Text,"Comment Type (info, limit, defect)",Default Location';
  return Buffer.from(`\uFEFF${[header, ...rows].join('\r\n')}`);
}

async function openImport(page: Page): Promise<void> {
  await page.goto('/templates');
  await waitUntilLoaded(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });

test('a table of 12 sections is checked, imported, opened and undone', async ({ page }) => {
  await signIn(page, 'owner@demo.test');
  await openImport(page);
  await choose(page, 'Spectora residential.csv', spectoraTable());
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('First comments')).toBeVisible();
  for (const [name, count] of [
    ['Sections', '12'],
    ['Items', '40'],
    ['Comments', '80'],
  ] as const)
    await expect(dialog.locator('dl > div', { hasText: name })).toContainText(count);
  await expectAccessible(page, 'import');
  await dialog.getByRole('button', { name: 'Import template' }).click();
  await page.waitForURL(/\/templates\/edit\//);
  await expect(page.getByRole('heading', { name: 'Spectora residential' })).toBeVisible();
  await expect(page.getByText('Section 0', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await page.waitForURL(/\/templates$/);
  await waitUntilLoaded(page);
  await expect(page.getByRole('link', { name: 'Spectora residential' })).toHaveCount(0);
});

test('problems are named, and parts are left out only when asked to', async ({ page }) => {
  await signIn(page, 'owner@demo.test');
  await openImport(page);
  await choose(
    page,
    'costs.csv',
    Buffer.from('Section,Item,Comment,Min cost,Max cost\nRoof,Tiles,Broken,900,100\nRoof,Tiles,Loose,1,2\n'),
  );
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The minimum cost is higher than the maximum.')).toBeVisible();
  await expect(dialog.getByText('Row 2 · Min cost · Broken')).toBeVisible();
  const start = dialog.getByRole('button', { name: 'Import template' });
  await expect(start).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /Import without the part/ }).check();
  await expect(start).toBeEnabled();
  await page.setViewportSize(phone);
  await expectNoSidewaysScroll(page, 'import');
});

test('a newcomer’s own table is imported by giving its words a meaning', async ({ page }) => {
  await signIn(page, 'owner@demo.test');
  await openImport(page);
  const rows = ['Roof,Tiles,Broken,Concern,Major', 'Roof,Tiles,Slate,Observation,'];
  await choose(page, 'own.csv', Buffer.from(`System,Component,Finding,Type,Priority\n${rows.join('\n')}\n`));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Some words in this file are not known here/)).toBeVisible();
  const start = dialog.getByRole('button', { name: 'Import template' });
  await expect(start).toBeDisabled();
  await expectAccessible(page, 'the words of an import');
  for (const [word, meaning] of [
    ['Concern', 'Deficiency'],
    ['Observation', 'Information'],
    ['Major', 'Recommendation'],
  ] as const) {
    await dialog.getByLabel(word, { exact: true }).click();
    await page.getByRole('option', { name: meaning, exact: true }).click();
  }
  await expect(dialog.getByText('Roof › Tiles · Deficiency')).toBeVisible();
  await page.setViewportSize(phone);
  await expectNoSidewaysScroll(page, 'the words of an import');
  await start.click();
  await page.waitForURL(/\/templates\/edit\//);
});

test('a template of the store is read and added', async ({ page }) => {
  await signIn(page, 'owner@demo.test');
  await page.goto('/templates/store?trade=radon');
  await waitUntilLoaded(page);
  await page.getByRole('button', { name: /^Preview / }).click();
  const dialog = page.getByRole('dialog');
  const section = dialog.locator('details').first();
  await section.locator('summary').click();
  await expect(section.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page, 'store preview');
  await dialog.getByRole('button', { name: 'Add to my templates' }).click();
  await page.waitForURL(/\/templates\/edit\//);
});
