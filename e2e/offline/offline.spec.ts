import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser-steps.ts';
import { main } from '../support/fixtures.ts';
import {
  itemsOf,
  longestReport,
  openPhone,
  openSection,
  type Rated,
  type Report,
  rateItems,
  rowsOf,
  smallPhoto,
  test,
  untilStored,
} from '../support/offline-phone.ts';
import { hashAsStored, servedPhotos } from '../support/served-photos.ts';

interface StoredReport {
  id: string;
  public_id: string;
  team_pass: string;
}
const noReport: StoredReport = { id: '', public_id: '', team_pass: '' };

/** The app without a network: cut at the socket, opened cold, with work that arrives once when the line is back. */

test(
  'today’s jobs open cold without a network, with a report to write in',
  main,
  async ({ browser, line }) => {
    const { context, page } = await openPhone(line, browser);
    await page.goto('/appointments');
    await untilStored(page);
    await line.cut();
    await page.close();

    const cold = await context.newPage();
    await cold.goto('/appointments');
    await expect(cold.getByRole('heading', { name: 'Today and tomorrow' })).toBeVisible();
    await expect(cold.getByText(/^Stored on this device on/)).toBeVisible();
    await expect(cold.getByText(/^You’re offline/)).toBeVisible();
    await expect(cold.getByLabel('Password')).toHaveCount(0);
    await expectAccessible(cold, 'the stored jobs');
    await cold.locator('a[href^="/appointments/details/"]').first().click();
    await expect(cold.locator('a[href^="tel:"]').first()).toBeVisible();
    await expectAccessible(cold, 'a stored job');
    await expectNoSidewaysScroll(cold, 'a stored job');
    await cold
      .getByRole('link', { name: /^Write / })
      .first()
      .click();
    await expect(cold.getByRole('group', { name: /^Rating for/ }).first()).toBeVisible();
    await cold.goto('/calendar');
    await expect(cold.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible();
    await line.restore();
    await expect(cold.getByRole('heading', { name: 'Calendar' })).toBeVisible({ timeout: 15_000 });
  },
);

test('the preview of a report says without a network what is available, and shows the report once it is back', async ({
  browser,
  line,
}) => {
  const { page } = await openPhone(line, browser);
  await page.goto('/appointments');
  await untilStored(page);
  const parts = (await rowsOf(page, 'gable-offline', 'parts')) as { key: string; data: StoredReport }[];
  const { id, public_id, team_pass } = parts.find(({ key }) => key.startsWith('report/'))?.data ?? noReport;
  await line.cut();
  await page.goto(`/view-report2/${public_id}?t=${team_pass}`);
  await expect(page.getByRole('heading', { name: 'The preview needs a connection' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Write / })).toHaveAttribute('href', `/edit-report/${id}`);
  await expectAccessible(page, 'the preview of a stored report');
  await expectNoSidewaysScroll(page, 'the preview of a stored report');
  await line.restore();
  await expect(page.locator('section').first()).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('heading', { name: 'The preview needs a connection' })).toHaveCount(0);
  await expect(page.getByText(/^You’re offline/)).toHaveCount(0);
});

test('60 answers and 20 photos without a network survive two kills of the tab and arrive once', async ({
  browser,
  line,
}) => {
  test.setTimeout(300_000);
  const { context, api, page } = await openPhone(line, browser);
  const { id, items } = await longestReport(api);
  const before = new Set(items.flatMap((item) => item.media).map((photo) => photo.id));
  await page.goto('/appointments');
  await untilStored(page);
  await line.cut();
  await page.close();

  const rated: Rated[] = [];
  const photos: { buffer: Buffer }[] = [];
  for (const goal of [
    { ratings: 25, photos: 7 },
    { ratings: 50, photos: 14 },
    { ratings: 60, photos: 20 },
  ]) {
    const tab = await context.newPage();
    await tab.goto(`/edit-report/${id}`);
    await expect(tab.getByText(/^You’re offline/)).toBeVisible();
    await expect(tab.locator('section[data-item]').first()).toBeVisible();
    const strip = tab.locator('section[aria-label^="Photos"]').first();
    const added = await Promise.all(
      Array.from({ length: goal.photos - photos.length }, (_, i) => smallPhoto(photos.length + i + 1)),
    );
    await strip.getByLabel(/^Add photos to/).setInputFiles(added);
    photos.push(...added);
    await expect(tab.getByText(/^Saved on this device/)).toBeVisible();
    const next = tab.locator('main article').getByRole('button').last();
    for (let steps = 0; rated.length < goal.ratings && steps < 60; steps += 1) {
      rated.push(...(await rateItems(tab, goal.ratings - rated.length)));
      if (rated.length < goal.ratings) await next.click();
    }
    expect(rated.length).toBe(goal.ratings);
    // Stored on the device, then killed without warning.
    await expect(tab.getByText(`${rated.length + photos.length} changes pending`)).toBeAttached();
    if (goal.ratings < 60) await tab.close();
  }

  await line.restore();
  await expect
    .poll(async () => (await itemsOf(api, id)).flatMap((item) => item.media).length, { timeout: 60_000 })
    .toBe(before.size + 20);
  const { ratings, sections } = await api.ask<Report>('GET', `/v2/reports2/${id}`);
  const after = sections.flatMap((section) => section.items);
  const changed = after.filter((item) => item.rating !== items.find((one) => one.id === item.id)?.rating);
  const labelOf = (key: string | null) => ratings.find((one) => one.key === key)?.label;
  expect(new Map(changed.map((item) => [item.id, labelOf(item.rating)]))).toEqual(
    new Map(rated.map((one) => [one.id, one.label])),
  );
  expect(new Set(rated.map(({ label }) => label)).size).toBeGreaterThan(1);
  const arrived = (await servedPhotos(context.request, api, id)).filter((photo) => !before.has(photo.id));
  const sent = await Promise.all(photos.map(({ buffer }) => hashAsStored(buffer)));
  expect(new Set(sent).size).toBe(20);
  expect(arrived.map(({ sha256 }) => sha256).sort()).toEqual(sent.sort());
  // Nothing follows: what has arrived is gone from the queue.
  const tab = context.pages().at(-1) as Page;
  await expect(tab.getByText('Saved', { exact: true })).toBeVisible();
});

test('a report of today opens by its address with words and thumbnails; back online, one refresh sends what waits', async ({
  browser,
  line,
}) => {
  const { context, api, page } = await openPhone(line, browser);
  const { id } = await longestReport(api);
  const section = await openSection(api, id);
  const before = (await itemsOf(api, id)).flatMap((item) => item.media).length;
  await page.goto(`/edit-report/${id}`);
  await page
    .locator('section[aria-label^="Photos"]')
    .first()
    .getByLabel(/^Add photos to/)
    .setInputFiles([await smallPhoto(90)]);
  const count = async () => (await itemsOf(api, id)).flatMap((item) => item.media).length;
  await expect.poll(count).toBeGreaterThan(before);
  await page.goto('/appointments');
  await untilStored(page);
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('gable-job-photos')).keys()).length))
    .toBeGreaterThan(0);
  const parts = (await rowsOf(page, 'gable-offline', 'parts')) as { key: string }[];
  expect(parts.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['jobs', 'user', `report/${id}`, `library/${id}`]),
  );
  await line.cut();
  await page.close();

  // The access token exists in memory only: a closed app has none.
  const cold = await context.newPage();
  const refreshes: string[] = [];
  cold.on('requestfinished', (one) => {
    if (/\/auth\/(start|refresh-token)$/.test(one.url())) refreshes.push(one.url());
  });
  await cold.goto(`/edit-report/${id}`);
  await expect(cold.getByText(/^You’re offline/)).toBeVisible();
  const thumb = cold.locator('section[aria-label^="Photos"] img').first();
  await expect.poll(() => thumb.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await expect(cold.getByLabel('Password')).toHaveCount(0);
  await expect(cold.getByText(/unable to connect|went wrong/i)).toHaveCount(0);
  await cold.goto(section);
  await expect(cold.locator('section[data-item]').first()).toBeVisible();
  const [rated] = await rateItems(cold, 1);
  await expect(cold.getByText(/^Saved on this device/)).toBeVisible();
  expect((await context.cookies()).some(({ name }) => name === 'gable_signed_in')).toBe(true);

  await line.restore();
  await expect
    .poll(async () => (await itemsOf(api, id)).find((item) => item.id === rated?.id)?.rating, {
      timeout: 20_000,
    })
    .toBeTruthy();
  expect(refreshes).toHaveLength(1);
  await expect(cold.getByText(/^You’re offline/)).toBeHidden();
});

test('an open app whose line is cut says so, keeps its page, and opens the next job from the device', async ({
  browser,
  line,
}) => {
  const { page } = await openPhone(line, browser);
  await page.goto('/appointments');
  await untilStored(page);
  await page.goto('/dashboard');
  const job = page.locator('main a[href^="/appointments/details/"]').first();
  await expect(job).toBeVisible();
  await line.cut();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expect(page.getByText(/^You’re offline/)).toBeVisible();
  await expect(job).toBeVisible();
  await job.click();
  await expect(page.getByText(/^Stored on this device on/)).toBeVisible();
  await line.restore();
  await expect(page.getByText(/^You’re offline/)).toBeHidden({ timeout: 15_000 });
  await expect(page.getByText(/^Stored on this device on/)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
