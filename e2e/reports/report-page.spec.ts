import { expect, type Page } from '@playwright/test';
import { demoIds } from '../support/api.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  waitUntilLoaded,
} from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const nav = (page: Page) => page.getByRole('navigation', { name: 'Sections' });

test(
  'a buyer reads a report on a phone: summary, one severity, photos, and back',
  main,
  async ({ browser, page }) => {
    const ids = await demoIds(page);
    const context = await browser.newContext({ viewport: phone, hasTouch: true, locale: 'en-US' });
    const reader = await context.newPage();
    await reader.goto(`/view-report2/${ids.reportPublic}`);
    const path = `/view-report2/${ids.reportPublic}`;

    await test.step('the summary leads to the full entry, and that back to the summary', async () => {
      const first = summary(reader)
        .getByRole('listitem')
        .getByRole('link', { name: /^\d+\.\d+\.\d+/ })
        .first();
      const hash = (await first.getAttribute('href')) ?? '';
      await first.click();
      const entry = reader.locator(hash);
      await expect(entry).toBeInViewport();
      await expect(entry).toBeFocused();
      await entry.getByRole('link', { name: /^Back to the summary/ }).click();
      await expect(first).toBeInViewport();
    });

    await test.step('the bar shows where one is', async () => {
      await reader.locator('#s7').scrollIntoViewIfNeeded();
      await reader.locator('#s7').evaluate((section) => section.scrollIntoView());
      await expect(nav(reader)).toBeInViewport();
      await expect(nav(reader).locator('[aria-current]')).toHaveAttribute('href', '#s7');
      await expect(nav(reader).locator('[aria-current]')).toBeInViewport();
    });

    await test.step('one severity', async () => {
      const choice = reader
        .getByRole('group', { name: 'Show in the report' })
        .getByRole('button', { name: /^Safety hazard/ });
      const count = Number(/\d+/.exec((await choice.textContent()) ?? '')?.[0]);
      await choice.click();
      await expect(reader.locator('section[data-kind]')).toHaveCount(count);
      await reader.getByRole('button', { name: 'Everything' }).click();
    });

    await test.step('photos, large', async () => {
      const opener = reader.locator('article ul button:has(img)').first();
      await opener.click();
      const dialog = reader.getByRole('dialog', { name: 'Photos' });
      await expect(dialog.getByText(/^1 of \d+|^Photo 1 of \d+/)).toBeVisible();
      await reader.keyboard.press('ArrowRight');
      await expect(dialog.getByText(/2 of \d+/)).toBeVisible();
      await expectAccessible(reader, 'the photos');
      await reader.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await opener.click();
      await expect(dialog).toBeVisible();
      await reader.goBack();
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    });

    await test.step('a link to a deficiency opens at it', async () => {
      const hash = await reader.locator('section[data-kind="3"]').last().getAttribute('id');
      await reader.goto('about:blank');
      await reader.goto(`${path}#${hash}`);
      await expect(reader.locator(`#${hash}`)).toBeInViewport();
      await expect(reader.locator(`#${hash}`)).toBeFocused();
    });
  },
);

test('the report page is accessible, light and dark, on a phone and on a desk', async ({ browser, page }) => {
  const ids = await demoIds(page);
  for (const viewport of [phone, desktop]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport, colorScheme, locale: 'en-US' });
      const reader = await context.newPage();
      await reader.goto(`/view-report2/${ids.reportPublic}`);
      await waitUntilLoaded(reader);
      await expect(reader.locator('#s13')).toBeAttached();
      await expectNoSidewaysScroll(reader, `the report, ${viewport.width} ${colorScheme}`);
      await expectAccessible(reader, `the report, ${viewport.width} ${colorScheme}`);
      await context.close();
    }
  }
});

test('a report does not move while it loads', async ({ browser, page }) => {
  const ids = await demoIds(page);
  const context = await browser.newContext({ viewport: phone, locale: 'en-US' });
  const reader = await context.newPage();
  await reader.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await reader.goto(`/view-report2/${ids.reportPublic}`);
  await expect(reader.locator('#s13')).toBeAttached();
  await reader.waitForLoadState('networkidle');
  const shifted = await reader.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
  );
  expect(shifted).toBeLessThan(0.02);
});

test('printing a dark page gives a light one with every section, on any paper', async ({ browser, page }) => {
  const ids = await demoIds(page);
  const context = await browser.newContext({ colorScheme: 'dark', locale: 'en-US' });
  const reader = await context.newPage();
  await reader.goto(`/view-report2/${ids.reportPublic}`);
  await waitUntilLoaded(reader);
  const html = reader.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await reader.evaluate(() => {
    window.addEventListener('beforeprint', () => {
      const scheme = document.documentElement.getAttribute('data-mantine-color-scheme');
      const sections = document.querySelectorAll('section[id^="s"]:not(#summary)').length;
      const folded = document.querySelectorAll('details:not([open])').length;
      Object.assign(window, { printed: { scheme, sections, folded } });
    });
  });
  // The page is readable before its scripts run: until then it prints as the browser does.
  await expect
    .poll(() =>
      reader.evaluate(() => {
        window.dispatchEvent(new Event('beforeprint'));
        return (window as unknown as { printed: object }).printed;
      }),
    )
    .toEqual({ scheme: 'light', sections: 13, folded: 0 });
  for (const format of ['A4', 'Letter'] as const) {
    const pdf = await reader.pdf({ format });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  }
  await reader.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
