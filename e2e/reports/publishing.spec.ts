import { expect } from '@playwright/test';
import { demoIds, demoLogins, logIn } from '../support/api.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  signIn,
  waitUntilLoaded,
} from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';

test(
  'a published report becomes a public sample, is hidden and shown again',
  main,
  async ({ page, browser, baseURL }) => {
    const ids = await demoIds(page);
    await signIn(page, demoLogins.owner);
    const name = `Ranch house ${Date.now()}`;
    await page.goto(`/edit-report/${ids.latestReport}`);
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Use as sample' }).click();
    const dialog = page.getByRole('dialog', { name: 'Use as sample report' });
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByLabel('Description').fill('A house with roof defects');
    await dialog.getByRole('button', { name: 'Create sample' }).click();
    await expect(dialog.getByText('Check the photos, or leave them out')).toBeVisible();
    await expectAccessible(page, 'the dialog of a sample');
    await dialog.getByLabel('Photos contain no private data').check();
    await dialog.getByRole('button', { name: 'Create sample' }).click();
    await expect(page.getByText(`${name} is now a sample report.`)).toBeVisible();

    const { ask } = await logIn(page.request);
    const { request_id } = await ask<{ request_id: string }>('GET', '/v2/sample-reports');
    const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: phone });
    const reader = await context.newPage();
    const answer = await reader.goto(`/sample-reports/${request_id}`);
    expect(answer?.headers()['x-robots-tag']).toBeUndefined();
    await expect(reader.getByRole('heading', { name: 'Sample reports' })).toBeVisible();
    await expectNoSidewaysScroll(reader, 'the list of samples');
    await expectAccessible(reader, 'the list of samples');
    await reader.getByRole('link', { name: new RegExp(name) }).click();
    await expect(reader.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(reader.getByRole('heading', { name: 'Summary' })).toBeVisible();
    for (const size of [phone, desktop]) {
      await reader.setViewportSize(size);
      await expectNoSidewaysScroll(reader, 'a sample');
    }
    await expectAccessible(reader, 'a sample');
    const address = reader.url();

    await page.goto('/settings?tab=reports');
    // Dragging loads later and renders the rows again.
    await expect(page.getByRole('button', { name: `Reorder ${name}` })).toBeVisible();
    const choose = async (entry: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    };
    await choose('Hide');
    await expect(page.getByText('Hidden', { exact: true })).toBeVisible();
    const hidden = await reader.goto(address);
    expect(hidden?.headers()['x-robots-tag']).toBe('noindex');
    await expect(reader.getByRole('heading', { name })).toBeHidden();
    await choose('Show');
    await expect(page.getByText('Hidden', { exact: true })).toBeHidden();
    await waitUntilLoaded(page);
    await expectAccessible(page, 'the settings of reports');
    await context.close();
  },
);

test('a report without its template is detached as announced, and restored', async ({ page }) => {
  await signIn(page, demoLogins.owner);
  const { ask } = await logIn(page.request);
  type Row = { id: string };
  const past = await ask<{ pageData: Row[] }>('GET', '/v2/appointments?perPage=25&tab=past&published=false');
  const rows = await Promise.all(
    past.pageData.map(async ({ id }) => ({
      id,
      ...(await ask<{ reports: Row[] }>('GET', `/v2/appointments/${id}/detached-reports`)),
    })),
  );
  const detached = rows.find(({ reports }) => reports.length > 0);
  await page.goto(`/appointments/details/${detached?.id}`);
  const card = page.getByRole('region', { name: 'Detached reports' });
  await expect(card.getByText(/Deleted for good on/)).toBeVisible();
  await card.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Attach to another appointment…' }).click();
  const dialog = page.getByRole('dialog', { name: /to another appointment/ });
  await expect(dialog.getByRole('button', { name: 'Attach', exact: true })).toBeDisabled();
  await expectAccessible(page, 'the dialog that attaches a report');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await card.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(/is part of the appointment again/)).toBeVisible();
  await expect(card).toBeHidden();
});

test('a report that waits for approval is found from the dashboard and returned with a note', async ({
  page,
}) => {
  await signIn(page, demoLogins.owner);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /Reports to approve/ }).click();
  await expect(page).toHaveURL(/waiting=yes/);
  await page.getByRole('link', { name: /./ }).and(page.locator('table a, [role="row"] a')).first().click();
  await expect(page.getByText(/^Submitted by/)).toBeVisible();
  await page.getByRole('link', { name: 'Edit report' }).click();
  await expect(page.getByText(/Waiting for approval: submitted by/)).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Return with a note' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Add a photo of the attic');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Add a photo of the attic')).toBeVisible();
  await expect(page.getByText(/^Returned by/)).toBeVisible();
});
