import type { Browser, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atRest, desk, expectAccessible, expectNoSidewaysScroll, phone, settled } from './support.ts';

const aboutColours = ['color-contrast', 'link-in-text-block'];

/** A page of a browser of its own, in light colours and without movement. */
export async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: desk, colorScheme: 'light', reducedMotion: 'reduce' });
  return context.newPage();
}

/** Opens a page once and looks at it in both widths and colours; `prepare` brings it into the state that is looked at. */
export async function lookAt(page: Page, path: string, prepare?: () => Promise<void>): Promise<void> {
  await test.step(path, async () => {
    await page.setViewportSize(desk);
    await page.goto(path);
    await settled(page);
    await prepare?.();
    await expectAccessible(page, `${path} on a desk`);
    await inTheDark(page, async () => {
      await expectAccessible(page, `${path} on a desk, dark`, aboutColours);
      await page.setViewportSize(phone);
      await settled(page);
      await expectAccessible(page, `${path} on a phone, dark`);
    });
    await expectNoSidewaysScroll(page, `${path} on a phone`);
  });
}

/** The page as it stands must satisfy every rule; in the dark, those about colours once more, as nothing else changes. */
export async function inBothColours(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await inTheDark(page, () => expectAccessible(page, `${what}, dark`, aboutColours));
}

async function inTheDark(page: Page, look: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const ours = page.locator('html[data-mantine-color-scheme]');
  if ((await ours.count()) > 0) await expect(ours).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await atRest(page);
  await look();
  await page.emulateMedia({ colorScheme: 'light' });
}
