import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import sharp from 'sharp';
import { type Api, logIn, password } from './api.ts';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

/**
 * Gives the page a session and waits until the first page is shown. Only tests about the login page use it
 * (`signInThroughLoginPage`): for all others it would be one more page to load and render.
 */
export async function signIn(page: Page, email: string, secret = password): Promise<Api> {
  const api = await logIn(page.request, email, secret);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
  return api;
}

/** Signs in at the login page and waits until the first page is shown. */
export async function signInThroughLoginPage(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
}

/** Enters the password in the dialog that asks for it before a sensitive change. */
export async function enterPassword(page: Page, secret = password): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password', { exact: true }).fill(secret);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
}

/**
 * Opens a second window of the same browser. A tab would hide the other page, and a hidden page renders once a second
 * where the browser has windows: each click would wait for that.
 */
export async function openSecondWindow(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.evaluate(() => void window.open('about:blank', '_blank', 'popup,noopener'));
  return opened;
}

interface Mail {
  subject: string;
  to: string[];
  text: string;
}

/** Waits for and returns the newest email to an address whose subject matches. */
export async function mailTo(page: Page, address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const answer = await page.request.get('/api/dev/outbox');
        const { data } = (await answer.json()) as { data: Mail[] };
        found = data.find((mail) => mail.to.includes(address) && subject.test(mail.subject));
        return found !== undefined;
      },
      { message: `a mail to ${address}: ${subject}`, timeout: 30_000 },
    )
    .toBe(true);
  return found as Mail;
}

/** The path of the first link in a mail that opens a page: one that starts a download is a navigation that ends nowhere. */
export function linkFromMail(mail: Mail): string {
  const links = (mail.text.match(/https?:\/\/\S+/g) ?? []).map((link) => new URL(link));
  const url = links.find(({ searchParams }) => !searchParams.has('download'));
  if (!url) throw new Error(`no link in: ${mail.text}`);
  return url.pathname + url.search;
}

/** Follows the link of the verification mail and presses its button. */
export async function verifyEmail(page: Page, email: string): Promise<void> {
  await page.goto(linkFromMail(await mailTo(page, email, /verify/i)));
  await page.getByRole('button', { name: 'Verify email' }).click();
  await expect(page.getByText('Your email is verified')).toBeVisible();
}

/** Waits until the page has its heading and nothing in it is loading, so that assertions see the finished page. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.locator('h1:visible, [role="dialog"]:visible').first()).toBeVisible();
  // Between the code and the data of a page there are idle moments: only one that lasts counts.
  for (let idle = 0; idle < 3; idle += 1) {
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    if ((await page.locator('[aria-busy="true"]:visible').count()) === 0) continue;
    await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
    idle = -1;
  }
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await waitUntilStill(page);
}

/** Waits until nothing moves or changes color, except endless animations. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Expects no violation of axe's rules for WCAG 2.2 AA and best practices, or of the given rules. */
export async function expectAccessible(page: Page, what: string, rules?: string[]): Promise<void> {
  // Once per document: loading the library takes as long as checking a page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const options: RunOptions = {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: standards },
    // Only violations: reporting passes takes most of the time. Reloading every style sheet serves only rules
    // that are not among ours.
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  };
  const violations = await page.evaluate(async (how) => {
    // Parts that are not rendered before they are scrolled to have an estimated height, and seem to cover each other.
    const rendered = new CSSStyleSheet();
    rendered.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(rendered);
    const { axe } = window as unknown as { axe: { run(of: Document, how: RunOptions): Promise<AxeResults> } };
    const { violations } = await axe.run(document, how);
    document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(rendered), 1);
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  }, options);
  expect.soft(violations, what).toEqual([]);
}

/** Expects that the page never scrolls horizontally. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const [wide, shown] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect.soft(wide, `${what} is wider than its window`).toBeLessThanOrEqual(shown);
}

/** Chooses an option of a select or searchable field by its label. */
export async function chooseOption(
  page: Page,
  field: Locator,
  entry: string | RegExp,
  typed?: string,
): Promise<void> {
  await field.click();
  if (typed !== undefined) await field.fill(typed);
  await page.getByRole('option', { name: entry }).first().click();
}

/** A photo of 12 megapixels as a phone takes it, each one different. */
export async function makePhoto(number: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const [width, height] = [4000, 3000];
  const hue = (number * 47) % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue},45%,60%)"/><polygon points="400,1800 2000,${600 + number * 40} 3600,1800" fill="hsl(${hue},50%,35%)"/><rect x="900" y="1800" width="2200" height="1000" fill="hsl(${(hue + 40) % 360},35%,75%)"/><text x="1800" y="2500" font-size="600" fill="#222">${number}</text></svg>`;
  const buffer = await sharp(Buffer.from(svg))
    .jpeg({ quality: 82 })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 16/1 0/1' } })
    .toBuffer();
  return { name: `photo-${number}.jpg`, mimeType: 'image/jpeg', buffer };
}
