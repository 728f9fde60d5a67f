import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, phone } from './browser-steps.ts';

/** Where pictures of the screens are written; none are taken if it is not set. */
const pictures = process.env.GABLE_SCREENS;
/** Whether pictures are taken: of each screen in both sizes. */
export const isPictured = pictures !== undefined;
/** The smallest size of a control that a finger can hit. */
const fingertip = 44;

/**
 * Expects what holds for every screen: accessible, no horizontal scrolling, one filled button at most, no key in place
 * of a text, and on a phone controls that a finger can hit. Takes a picture if GABLE_SCREENS names a folder.
 */
export async function expectFinishedScreen(page: Page, name: string): Promise<void> {
  const isPhone = page.viewportSize()?.width === phone.width;
  await expect(page.locator('.mantine-Skeleton-root:visible'), `${name} is loading`).toHaveCount(0);
  if (isPhone && (await page.locator('[data-bottom]').count()) > 0)
    await expect(page.getByRole('navigation', { name: 'Quick navigation' })).toBeVisible();
  if (pictures) await takePicture(page, pictures, name);
  await expectAccessible(page, name);
  await expectNoSidewaysScroll(page, name);
  expect.soft((await filledButtons(page)).slice(1), `${name}: further filled buttons`).toEqual([]);
  expect.soft(await textKeys(page), `${name}: keys in place of texts`).toEqual([]);
  if (isPhone) expect.soft(await smallControls(page), `${name}: controls too small for a finger`).toEqual([]);
}

async function takePicture(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { width } = page.viewportSize() ?? phone;
  await page.screenshot({ path: `${folder}/${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${width}.png` });
}

/** The names of the filled buttons of the topmost dialog, else of the page. Chosen options look filled as well. */
function filledButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter((one) => one.checkVisibility());
    const root = dialogs.at(-1) ?? document.querySelector('main') ?? document.body;
    const filled = '.mantine-Button-root:is(:not([data-variant]), [data-variant="filled"])';
    return [...root.querySelectorAll<HTMLElement>(filled)]
      .filter((one) => one.checkVisibility() && !one.matches(':disabled, [data-disabled], [aria-pressed]'))
      .map((one) => one.textContent.trim());
  });
}

/** Texts that look like the key of a text: camelCase, or words joined by dots. */
function textKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Not a host, as of a company's website.
    const key = /^(?:[a-z]+(?:[A-Z][a-z]+)+|[a-z]\w*(?:\.(?!example$|test$)[a-z]\w*)+)$/;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      if (!parentElement?.checkVisibility() || parentElement.closest('script, style, code')) continue;
      if (key.test(textContent?.trim() ?? '')) found.push(textContent?.trim() ?? '');
    }
    return found;
  });
}

/**
 * The buttons, tabs and fields of the page that are lower or narrower than a fingertip, counting what enlarges them: a
 * label, or the area around a small button that belongs to it. The columns of a table may be narrower.
 */
function smallControls(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = 'button, [role="tab"], [role="combobox"], input:not([type="hidden"]), select, textarea';
    const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter((one) => one.checkVisibility());
    const root = dialogs.at(-1) ?? document.body;
    const isHit = (target: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return (
        !!hit &&
        (target.contains(hit) ||
          hit.closest('label')?.control === target ||
          hit.closest('.mantine-Input-wrapper')?.contains(target))
      );
    };
    const isSmall = (one: Element) => {
      const narrowest = one.closest('table, [role="grid"], [role="group"]') ? 32 : least;
      const first = one.getBoundingClientRect();
      if (first.width < 2 || (first.width >= narrowest - 1 && first.height >= least - 1)) return false;
      one.scrollIntoView({ block: 'center', inline: 'nearest' });
      const { left, top, width, height } = one.getBoundingClientRect();
      const [x, y, half] = [left + width / 2, top + height / 2, least / 2 - 1];
      const above = isHit(one, x, y - half) && isHit(one, x, y + half);
      const across = narrowest / 2 - 1;
      return !above || (width < narrowest - 1 && !(isHit(one, x - across, y) && isHit(one, x + across, y)));
    };
    return [...root.querySelectorAll<HTMLElement>(controls)]
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((one) => !one.matches(':disabled, [aria-hidden="true"] *, [inert] *') && isSmall(one))
      .map(
        (one) =>
          (one.getAttribute('aria-label') ?? one.textContent ?? '').trim() || one.outerHTML.slice(0, 120),
      );
  }, fingertip);
}
