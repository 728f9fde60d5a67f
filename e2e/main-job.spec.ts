import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import {
  choose,
  expectAccessible,
  expectNoSidewaysScroll,
  linkIn,
  mailTo,
  people,
  phone,
  photo,
  settled,
  signIn,
} from './support.ts';

const client = {
  first: 'Cora',
  last: `Client${Date.now() % 100_000}`,
  email: `cora${Date.now()}@client.example`,
};
const defects = ['Roof', 'Exterior', 'Electrical'];
const photoCount = 12;

test.describe.configure({ mode: 'serial' });

/** The client's own browser: a phone, not signed in. */
async function onPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
  });
  return context.newPage();
}

test('one inspection from the first call to the client reading the report', async ({ page, browser }) => {
  test.setTimeout(240_000);
  await signIn(page, people.owner);
  await test.step('book', () => book(page));
  const link = linkIn(await mailTo(page, client.email, /confirmed/));
  const reader = await onPhone(browser);
  await test.step('the client opens the page and signs', () => sign(reader, link));
  await test.step('the owner records the payment', () => pay(page));
  const named = await test.step('write the report', () => write(page));
  await test.step('publish', () => publish(page));
  await test.step('the client reads it', () => readReport(reader, link, named));
  await reader.context().close();
});

async function book(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Appointment' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Appointment' });
  await dialog.getByLabel('Address').fill('418 Maple Street, Austin, TX 78704');
  const found = page.getByRole('option').first();
  await found.click();
  await dialog.getByLabel('Square Feet').fill('2400');
  await dialog.getByLabel('Year Built').fill('1990');
  await choose(page, dialog.getByLabel('Foundation'), 'Crawlspace');

  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('checkbox', { name: /^Home inspection/ }).check();
  await expect(dialog.getByText('$600.00').first()).toBeVisible();
  await expect(dialog.getByText(/3[.,]75/).first()).toBeVisible();
  await dialog.getByRole('checkbox', { name: /Radon test/ }).check();
  await dialog.getByRole('checkbox', { name: /Wood-destroying insects/ }).check();
  await expect(dialog.getByText('$825.00').first()).toBeVisible();
  await expect(dialog.getByText(/4[.,]25/).first()).toBeVisible();

  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Next month' }).click();
  await dialog.getByRole('button', { name: /^15 / }).click();
  await choose(page, dialog.getByLabel('Time slot start'), /^9:00 AM$/, '9:00 AM');
  await choose(page, dialog.getByLabel('Technician'), /.+/);
  await dialog.getByRole('button', { name: 'Use this timeslot' }).click();

  await dialog.getByRole('tab', { name: /People/ }).click();
  await dialog.getByLabel('Clients').fill(`${client.first} ${client.last}`);
  await page.getByRole('option', { name: new RegExp(`Add .*${client.last}`) }).click();
  const form = page.getByRole('dialog', { name: 'New Client' });
  await expect(form.getByLabel('Last name')).toHaveValue(client.last);
  await form.getByLabel('Email', { exact: true }).fill(client.email);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();

  await dialog.getByRole('tab', { name: /Information/ }).click();
  await expect(dialog.getByLabel('Order ID')).not.toHaveValue('');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Appointment has been added successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
}

async function sign(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByText(`Hello ${client.first}`)).toBeVisible();
  await settled(page);
  await expectNoSidewaysScroll(page, 'client-view');
  await expectAccessible(page, 'client-view on a phone');
  // One agreement of the inspection, and one of each test that has its own.
  for (;;) {
    const open = page.getByRole('link', { name: /Read and sign/ }).first();
    if (!(await open.isVisible())) break;
    await open.click();
    await expect(page.getByRole('heading', { name: 'Sign this agreement' })).toBeVisible();
    await page.getByRole('heading', { name: 'Sign this agreement' }).scrollIntoViewIfNeeded();
    const haveRead = page.getByLabel('I have read this agreement');
    if (await haveRead.isVisible()) await haveRead.check();
    await page.getByLabel(/Full name/).fill(`${client.first} ${client.last}`);
    await page.getByLabel(/I agree to use electronic records/).check();
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(page.getByText(/You signed on/)).toBeVisible();
    await page.goto(link);
    await settled(page);
  }
  await expect(page.getByText('Everything is signed. Thank you.')).toBeVisible();
}

/** Opens the page of the appointment that was booked. */
async function openDetails(page: Page): Promise<void> {
  await page.goto('/appointments');
  await page.getByPlaceholder('Search address, order ID or client').fill(client.last);
  await page
    .getByRole('link', { name: /418 Maple/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /418 Maple/ })).toBeVisible();
}

async function pay(page: Page): Promise<void> {
  await openDetails(page);
  await page.getByRole('button', { name: 'Record payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record payment' });
  await expect(dialog.getByLabel('Amount')).toHaveValue('$825.00');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page
      .getByRole('region', { name: /Payments/ })
      .getByText('Paid')
      .first(),
  ).toBeVisible();
  await mailTo(page, client.email, /payment|receipt/i);
}

/** Writes a report as it is done: rate, take from the library, photograph. Gives the names of the chosen defects. */
async function write(page: Page): Promise<string[]> {
  await page.getByRole('link', { name: 'Start report' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  const named: string[] = [];
  for (const [i, section] of defects.entries()) {
    await page
      .getByRole('button', { name: new RegExp(section) })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 2, name: new RegExp(section) })).toBeVisible();
    const item = page.locator('[data-item]').first();
    await item.getByRole('button', { name: 'Deficient' }).click();
    await item.getByRole('button', { name: /Add a comment/ }).click();
    const offered = item.getByRole('checkbox').filter({ has: page.locator('xpath=..') });
    const first = item.getByRole('checkbox', { name: /Deficiency/ }).first();
    const name = ((await first.getAttribute('aria-label')) ?? (await labelOf(first)))
      .replace(/Deficiency$/, '')
      .trim();
    await ((await offered.count()) ? first : first).click();
    named.push(name);
    const comment = item.locator('[data-comment]').last();
    await expect(comment).toBeVisible();
    const each = photoCount / defects.length;
    const files = await Promise.all(Array.from({ length: each }, (_, n) => photo(i * each + n + 1)));
    await item
      .getByLabel(/Add photos to/)
      .first()
      .setInputFiles(files);
    await expect(item.locator('img')).toHaveCount(each, { timeout: 60_000 });
  }
  // Everything has reached the server: nothing waits, also after the tab was killed.
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return named;
}

async function labelOf(box: ReturnType<Page['locator']>): Promise<string> {
  return box.evaluate((input) => (input as HTMLInputElement).labels?.[0]?.textContent ?? '');
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish report' });
  await expect(dialog.getByText(`${photoCount} photos`)).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: new RegExp(client.last) })).toBeChecked();
  const button = dialog.getByRole('button', { name: 'Publish', exact: true });
  await expect(button).toBeEnabled({ timeout: 30_000 });
  await button.click();
  await expect(page.getByText(/The report has been published/)).toBeVisible();
}

async function readReport(page: Page, link: string, named: readonly string[]): Promise<void> {
  await page.goto(link);
  await expect(page.getByText('Your report is ready.')).toBeVisible();
  const mail = await mailTo(page, client.email, /report/i);
  await page.goto(linkIn(mail));
  await expect(page).toHaveURL(/view-report2/);
  await settled(page);
  for (const name of named) await expect(page.getByText(name).first()).toBeVisible();
  await expectNoSidewaysScroll(page, 'view-report2');
  await expectAccessible(page, 'view-report2 on a phone');
  for (const section of defects)
    await page.getByRole('heading', { level: 2, name: new RegExp(section) }).scrollIntoViewIfNeeded();
  await expect(page.locator('article img')).toHaveCount(
    photoCount + (await page.locator('header img').count()),
  );

  const href = await page.getByRole('link', { name: 'Full report (PDF)' }).getAttribute('href');
  let pdf: Buffer = Buffer.alloc(0);
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(href ?? '');
        if (answer.ok()) pdf = await answer.body();
        return answer.status();
      },
      { timeout: 60_000 },
    )
    .toBe(200);
  expectPaper(pdf, named);
}

/** The paper says every chosen defect and shows every photo. */
function expectPaper(pdf: Buffer, named: readonly string[]): void {
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const folder = mkdtempSync(join(tmpdir(), 'gable-pdf-'));
  try {
    const file = join(folder, 'report.pdf');
    writeFileSync(file, pdf);
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).replace(/\s+/g, ' ');
    for (const name of named) expect(text).toContain(name);
    expect(text).toContain('418 Maple Street');
    const pictures = execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => /^\s*\d+\s+\d+\s+image/.test(line));
    expect(pictures.length).toBeGreaterThanOrEqual(photoCount);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
