import { expect, type Locator, type Page } from '@playwright/test';
import { logIn } from './support/api.ts';
import { desktop, phone, waitUntilLoaded } from './support/browser-steps.ts';
import { type DialogWalk, filesWithDialogs, walkedElsewhere } from './support/dialog-files.ts';
import { dialogWalks } from './support/dialog-list.ts';
import { test } from './support/fixtures.ts';

test('every dialog of the app is walked by keyboard', () => {
  const listed = [...dialogWalks.map(({ file }) => file), ...Object.keys(walkedElsewhere)];
  expect([...new Set(listed)].sort()).toEqual(filesWithDialogs().sort());
});

/** Ids of demo records by the names that the addresses of the list use. */
async function demoPages(page: Page): Promise<Record<string, string>> {
  const { ask } = await logIn(page.request);
  type Row = { id: string };
  const one = async (query: string) => {
    const { pageData } = await ask<{ pageData: Row[] }>('GET', `/v2/appointments?perPage=1&${query}`);
    return pageData[0]?.id ?? '';
  };
  const reportsOf = async (id: string) =>
    (
      await ask<{ reports: (Row & { public_id: string; status: string })[] }>(
        'GET',
        `/v2/appointments/${id}/reports`,
      )
    ).reports;
  const [open, done] = [
    await one('tab=upcoming&signed=false&paid=false'),
    await one('tab=past&published=true&paid=true&signed=true'),
  ];
  const past = await ask<{ pageData: Row[] }>('GET', '/v2/appointments?perPage=25&tab=past&published=false');
  const reports = await Promise.all(past.pageData.map(({ id }) => reportsOf(id)));
  const draft = reports.flat().find(({ status }) => status === 'in_progress');
  const [published] = await reportsOf(done);
  const { pageData } = await ask<{ pageData: Row[] }>('GET', '/v2/agreements');
  const templates = await ask<{ pageData: Row[] }>('GET', '/v2/templates');
  return {
    open,
    done,
    report: published?.id ?? '',
    reportPublic: published?.public_id ?? '',
    draftReport: draft?.id ?? '',
    agreement: pageData[0]?.id ?? '',
    template: templates.pageData[0]?.id ?? '',
  };
}

let pages: Record<string, string> | null = null;
const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => pages?.[name] ?? '');

async function openByKeyboard(page: Page, { card, opener, entry, inFirst, title }: DialogWalk) {
  const part = card ? page.getByRole('region', { name: card, exact: true }) : page;
  const isKey = opener === '?';
  const name = isKey ? 'Appearance' : opener;
  const button = part.getByRole('button', { name, exact: true }).first();
  await expect(button).toBeVisible();
  await button.focus();
  await page.keyboard.press(isKey ? opener : 'Enter');
  if (entry) {
    const item = page.getByRole('menuitem', { name: entry, exact: true });
    await expect(item).toBeVisible();
    await item.focus();
    await page.keyboard.press('Enter');
  }
  if (inFirst) {
    const next = page.getByRole('dialog').getByRole('button', { name: inFirst, exact: true });
    await expect(next).toBeVisible();
    await next.focus();
    await page.keyboard.press('Enter');
  }
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  await waitUntilLoaded(page);
  return { button, dialog };
}

const hasFocus = (dialog: Locator) => dialog.evaluate((one) => one.contains(document.activeElement));

/** Presses Tab until the first element has the focus again, which never leaves the dialog. */
async function expectTabStaysInside(page: Page, dialog: Locator): Promise<void> {
  await expect.poll(() => hasFocus(dialog)).toBe(true);
  const next = (key: string) =>
    page.keyboard.press(key).then(() =>
      dialog.evaluate((one) => {
        const at = document.activeElement;
        // From the browser's own modal dialog Tab goes on to the browser's buttons, never to the page behind it.
        if (one instanceof HTMLDialogElement && at === document.body) return 'again';
        if (!(at instanceof HTMLElement) || !one.contains(at)) return 'outside';
        if (at.dataset.walked) return 'again';
        at.dataset.walked = 'yes';
        return 'new';
      }),
    );
  let steps = 0;
  for (let state = 'new'; state !== 'again'; steps += 1) {
    state = await next('Tab');
    expect(state, `after Tab ${steps + 1}`).not.toBe('outside');
    expect(steps).toBeLessThan(200);
  }
  expect(await next('Shift+Tab')).not.toBe('outside');
}

/** Escape closes an open list first, and then the dialog. */
async function pressEscape(page: Page): Promise<void> {
  const list = page.getByRole('listbox');
  const isListOpen = (await list.count()) > 0 && (await list.first().isVisible());
  await page.keyboard.press('Escape');
  if (!isListOpen) return;
  await expect(list).toHaveCount(0);
  await page.keyboard.press('Escape');
}

/** Fields in which text is typed that is part of the form, not searched for. */
const typable = ['input', 'textarea']
  .map(
    (tag) =>
      `${tag}:not([readonly], [disabled], [role=combobox], [aria-haspopup], [type=checkbox], [type=radio], [type=file], [type=hidden])`,
  )
  .join();

/** Enter in a field of the only form presses its button; what that would send is not sent. */
async function expectEnterSubmits(page: Page, dialog: Locator): Promise<void> {
  const field = dialog.locator(typable).and(page.locator('input')).first();
  if ((await field.count()) === 0) return;
  await expect(dialog.locator('form')).toHaveCount(1);
  const button = page.locator('[type=submit]').and(dialog.getByRole('button'));
  // What is still missing decides whether it can be pressed.
  if (await button.isDisabled()) return;
  await page.evaluate(() => {
    const seen = window as unknown as { submits: number };
    seen.submits = 0;
    const onClick = (event: Event) => {
      if (!(event.target instanceof Element) || !event.target.closest('[type=submit]')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      seen.submits += 1;
      window.removeEventListener('click', onClick, true);
    };
    window.addEventListener('click', onClick, true);
  });
  await field.focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => (window as unknown as { submits: number }).submits)).toBe(1);
}

/** With input, Escape asks: staying keeps it, and discarding returns to the opener. */
async function expectAsksFirst(page: Page, dialog: Locator, button: Locator): Promise<void> {
  const field = dialog.locator(typable).first();
  await field.focus();
  await page.keyboard.type('7');
  const typed = await field.inputValue();
  await pressEscape(page);
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await expect.poll(() => hasFocus(question)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect.poll(() => hasFocus(dialog)).toBe(true);
  expect(await field.inputValue()).toBe(typed);
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Leave' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
}

for (const walk of dialogWalks) {
  const name = [walk.card, walk.opener, walk.entry, walk.inFirst].filter(Boolean).join(' > ');
  test(`by keyboard: ${name} at ${walk.at}`, async ({ page }) => {
    pages ??= await demoPages(page);
    await logIn(page.request);
    await page.setViewportSize(walk.isOnPhone ? phone : desktop);
    await page.goto(filled(walk.at));
    await waitUntilLoaded(page);
    const { button, dialog } = await openByKeyboard(page, walk);
    await expectTabStaysInside(page, dialog);
    await pressEscape(page);
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();

    await openByKeyboard(page, walk);
    if (walk.asks === false) return;
    await expectEnterSubmits(page, dialog);
    if ((await dialog.locator(typable).count()) === 0) return;
    await expectAsksFirst(page, dialog, button);
  });
}
