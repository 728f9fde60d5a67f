import { expect, type Page } from '@playwright/test';
import { type Api, logIn } from '../support/api.ts';
import { makePhoto } from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';

/** An inspector writes a report standing in a crawlspace: one hand, a phone, no mouse. */

type Content = {
  rev: number;
  sections: {
    id: string;
    name: string;
    is_repeatable: boolean;
    items: {
      id: string;
      name: string;
      rating: string | null;
      comments: { name: string; included: boolean; locations: string[] }[];
      media: { location?: string }[];
    }[];
  }[];
};

const contentOf = (api: Api, id: string) => api.ask<Content>('GET', `/v2/reports2/${id}`);
const bar = (page: Page) => page.getByRole('navigation', { name: 'Report navigation' });
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible();

/** A report of an appointment to come, in which nothing is written yet. */
async function openReport(page: Page): Promise<{ api: Api; id: string }> {
  const api = await logIn(page.request);
  const { pageData } = await api.ask<{ pageData: { id: string }[] }>(
    'GET',
    '/v2/appointments?tab=upcoming&perPage=25',
  );
  for (const { id } of pageData) {
    const { reports } = await api.ask<{ reports: { id: string; status: string }[] }>(
      'GET',
      `/v2/appointments/${id}/reports`,
    );
    const [fresh] = reports.filter(({ status }) => status === 'not_started');
    if (fresh) return { api, id: fresh.id };
  }
  throw new Error('no report to write');
}

test('an inspector’s walk with one thumb at 390 px', main, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { api, id } = await openReport(page);
  await page.goto(`/edit-report/${id}`);

  // To the roof through the sheet at the bottom.
  await bar(page)
    .getByRole('button', { name: / of \d+/ })
    .click();
  const sheet = page.getByRole('dialog', { name: 'Sections' });
  await sheet.getByRole('button', { name: /Roof/ }).click();
  await expect(page.getByRole('heading', { name: /Roof/ }).first()).toBeVisible();
  for (const button of await bar(page).getByRole('button').all()) {
    const size = await button.boundingBox();
    expect([size?.width ?? 0, size?.height ?? 0].every((side) => side >= 44)).toBe(true);
  }

  // A new defect, in three places, with a photo of one of them.
  const item = page.locator('[data-item]').first();
  const field = item.getByRole('textbox', { name: /^Add a comment to/ });
  await field.fill('Wasps under the ridge');
  await field.press('Enter');
  const comment = item.getByRole('region', { name: 'Wasps under the ridge', exact: true });
  const places = comment.getByRole('group', { name: 'Locations' });
  for (const place of ['Front', 'Rear', 'Left']) await places.getByRole('button', { name: place }).click();
  const rear = comment.getByRole('region', { name: 'Photos of Wasps under the ridge, Rear' });
  await rear.getByLabel(/^Add photos to/).setInputFiles([await makePhoto(1)]);
  await expect(rear.getByRole('button', { name: /^Photo 1/ })).toBeVisible({ timeout: 30_000 });

  // A place is taken away again: its photo stays, and the page says so.
  await places.getByRole('button', { name: 'Rear' }).click();
  await expect(page.getByText('1 photo of “Rear” stays with the comment')).toBeVisible();
  await saved(page);
  const { sections } = await contentOf(api, id);
  const written = sections
    .flatMap(({ items }) => items)
    .find(({ comments }) => comments.some(({ name }) => name === 'Wasps under the ridge'));
  const defect = written?.comments.find(({ name }) => name === 'Wasps under the ridge');
  expect([defect?.locations, written?.media.at(-1)?.location]).toEqual([['Front', 'Left'], undefined]);

  // What is missing next.
  await bar(page)
    .getByRole('button', { name: /^Next missing/ })
    .click();
  await expect(page.locator('[data-item]:focus, [data-comment] :focus').first()).toBeVisible();
});

test('a section is renamed in its place, and copied under the next number', main, async ({ page }) => {
  const { api, id } = await openReport(page);
  await page.goto(`/edit-report/${id}`);
  await page
    .getByRole('button', { name: /Plumbing/ })
    .first()
    .click();
  await page
    .getByRole('heading', { name: /Plumbing/ })
    .getByRole('button')
    .click();
  await page.getByLabel('Section name').fill('Bathroom');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Bathroom/ })).toBeVisible();
  await page.getByRole('button', { name: 'More actions for Bathroom' }).click();
  await page.getByRole('menuitem', { name: 'Copy section' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy “Bathroom”' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Bathroom 2');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('heading', { name: /Bathroom 2/ })).toBeVisible();
  await saved(page);
  const names = (await contentOf(api, id)).sections.map(({ name }) => name);
  expect(names.slice(names.indexOf('Bathroom'))[1]).toBe('Bathroom 2');
});

test('the keyboard rates, adds and finds without a mouse', main, async ({ page }) => {
  const { id } = await openReport(page);
  await page.goto(`/edit-report/${id}`);
  await page
    .getByRole('button', { name: /Electrical/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: /Electrical/ }).first()).toBeVisible();
  await page.keyboard.press('j');
  const item = page.locator('[data-item]').first();
  await expect(item).toBeFocused();
  await page.keyboard.press('2');
  await expect(item.getByRole('button', { name: 'Not Inspected' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-item]').nth(1)).toBeFocused();
  await page.keyboard.press('n');
  await page.keyboard.type('Scorched outlet');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Scorched outlet' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('scorched');
  await page.getByRole('list', { name: 'Search this report' }).getByRole('button').click();
  await expect(
    page.getByRole('region', { name: 'Scorched outlet' }).getByRole('button').first(),
  ).toBeFocused();
});
