import type { Browser, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { inRotation, isThorough } from '../../src/testing/thorough.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  waitUntilLoaded,
  waitUntilStill,
} from './browser-steps.ts';

const colorRules = ['color-contrast', 'link-in-text-block'];

/** Opens a page in a new browser context, in light colors and without animations. */
export async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: desktop,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

let pages = 0;

/**
 * Opens a page once and checks it in both widths and color schemes, or alternately on desktop or in dark mode on a
 * phone; `prepare` brings it into the state to check.
 */
export async function checkPage(page: Page, path: string, prepare?: () => Promise<void>): Promise<void> {
  const variants = inRotation(['desktop', 'phone'], 2, pages++);
  await test.step(path, async () => {
    await page.setViewportSize(desktop);
    await page.goto(path);
    await waitUntilLoaded(page);
    await prepare?.();
    if (variants.includes('desktop')) await expectAccessible(page, `${path} on desktop`);
    if (isThorough)
      await inDarkMode(page, () => expectAccessible(page, `${path} on desktop, dark`, colorRules));
    await page.setViewportSize(phone);
    await waitUntilLoaded(page);
    if (variants.includes('phone'))
      await inDarkMode(page, () => expectAccessible(page, `${path} on a phone, dark`));
    await expectNoSidewaysScroll(page, `${path} on a phone`);
  });
}

let states = 0;

/**
 * Checks the current page against every rule on desktop and phone, or alternately on one of them, and for horizontal
 * scrolling on both.
 */
export async function checkBothWidths(page: Page, what: string): Promise<void> {
  const widths = inRotation(['a phone', 'desktop'], 2, states++);
  for (const [size, where] of [
    [phone, 'a phone'],
    [desktop, 'desktop'],
  ] as const) {
    await page.setViewportSize(size);
    await waitUntilLoaded(page);
    if (widths.includes(where)) await expectAccessible(page, `${what} on ${where}`);
    await expectNoSidewaysScroll(page, `${what} on ${where}`);
  }
}

/**
 * Checks the current page against every rule; in dark mode only the color rules again, since nothing else changes.
 * When alternating: every rule, in light or in dark.
 */
export async function checkBothColorSchemes(page: Page, what: string): Promise<void> {
  const colours = inRotation(['light', 'dark'], 2, states++);
  if (colours.includes('light')) await expectAccessible(page, what);
  if (!colours.includes('dark')) return;
  const rules = isThorough ? colorRules : undefined;
  await inDarkMode(page, () => expectAccessible(page, `${what}, dark`, rules));
}

async function inDarkMode(page: Page, check: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const ours = page.locator('html[data-mantine-color-scheme]');
  if ((await ours.count()) > 0) await expect(ours).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await waitUntilStill(page);
  await check();
  await page.emulateMedia({ colorScheme: 'light' });
}
