import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { demoIds, logIn } from '../support/api.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  waitUntilLoaded,
} from '../support/browser-steps.ts';
import { test } from '../support/fixtures.ts';

const film = readFileSync(new URL('../../src/features/reports/video/samples/film.webm', import.meta.url));

test('a video is uploaded from a phone over a broken connection, and its client watches it in the report', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize(phone);
  const ids = await demoIds(page);
  await page.goto(`/edit-report/${ids.report}?section=${await sectionWithFinding(page, ids.report)}`);
  // A unique caption for each attempt, to find it again in the report.
  const caption = `The leak in the attic, ${Date.now()}`;
  const comment = page.locator('section[data-comment]').first();
  const name = (await comment.getAttribute('aria-label')) ?? '';
  await comment.locator('button[aria-controls^=panel]').click();
  const add = comment.getByLabel(`Add video to ${name}`, { exact: true });

  await test.step('a file that is not a video is rejected before the upload', async () => {
    await add.setInputFiles({ name: 'notes.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video') });
    await expect(comment.getByText('notes.mp4: Unsupported file. Use MP4, MOV or WebM.')).toBeVisible();
  });

  await test.step('the upload waits for the connection and resumes', async () => {
    let isCut = true;
    await page.route('**/video-uploads/*', (route) =>
      isCut && route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue(),
    );
    const cut = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH');
    await add.setInputFiles({ name: 'leak.webm', mimeType: 'video/webm', buffer: film });
    await cut;
    await expect(comment.getByRole('button', { name: 'Cancel upload' })).toBeVisible();
    isCut = false;
    const shown = comment.getByRole('button', { name: /^Video \d+ of/ }).last();
    await expect(shown).toBeVisible({ timeout: 30_000 });
    await waitUntilLoaded(page);
    await expectNoSidewaysScroll(page, 'the editor with a video');
    await expectAccessible(page, 'the editor with a video');
    await shown.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Caption').fill(caption);
    await dialog.getByLabel('Caption').press('Tab');
    await expectAccessible(page, 'a video in its dialog');
    await page.keyboard.press('Escape');
    await expect(comment.getByText(caption)).toBeVisible();
  });

  await test.step('once published, it plays in the report and on a separate page', async () => {
    await page
      .getByRole('button', { name: /^(Publish|Republish)$/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Publish without sending' }).check();
    await dialog.getByRole('button', { name: /^(Publish|Republish)$/ }).click();
    await expect(page.getByText('Report published.')).toBeVisible();
    const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: phone });
    const client = await context.newPage();
    await client.goto(`/view-report2/${ids.reportPublic}`);
    await client.getByRole('button', { name: new RegExp(`^Play: Video \\d+ of .*: ${caption}$`) }).click();
    const video = client.locator('video');
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(160);
    const place = client.locator('section[data-kind]', { has: video });
    const publicId = ((await place.getAttribute('id')) ?? '').slice(1);
    await client.goto(`/watch/${publicId}`);
    await expect(client.getByText(caption)).toBeVisible();
    await expectNoSidewaysScroll(client, 'the page of a video');
    await expectAccessible(client, 'the page of a video');
    await client.getByRole('link', { name: 'Back to the report' }).click();
    await expect(client).toHaveURL(/\/view-report2\//);
  });
});

/** The first section of the report with a finding. */
async function sectionWithFinding(page: Page, reportId: string): Promise<string> {
  const { ask } = await logIn(page.request);
  type Found = { id: string; items: { comments: { included: boolean; kind: number }[] }[] };
  const report = await ask<{ sections: Found[] }>('GET', `/v2/reports2/${reportId}`);
  const found = report.sections.find((section) =>
    section.items.some((item) => item.comments.some((one) => one.included && one.kind === 3)),
  );
  if (!found) throw new Error('the report has no finding');
  return found.id;
}
