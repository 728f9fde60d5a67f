import { expect } from '@playwright/test';
import { demoIds, demoLogins } from '../support/api.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  linkFromMail,
  mailTo,
  phone,
  signIn,
  waitUntilLoaded,
} from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';

test(
  'a report is shared by email, read from the link, and the view log shows who has read it',
  main,
  async ({ page, browser, baseURL }) => {
    const ids = await demoIds(page);
    const to = `lender${Date.now()}@bank.example`;

    await test.step('share', async () => {
      await page.goto(`/edit-report/${ids.report}`);
      await page.getByRole('button', { name: 'More actions' }).first().click();
      await page.getByRole('menuitem', { name: 'Share', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Share report' });
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expect(dialog.getByText('Enter at least one email')).toBeVisible();
      await dialog.getByLabel('Email addresses').fill('not-an-address');
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expect(dialog.getByText('not-an-address is not a valid email')).toBeVisible();
      await dialog.getByLabel('Email addresses').press('Backspace');
      await dialog.getByLabel('Email addresses').fill(to);
      await expectAccessible(page, 'the dialog to share a report');
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByText('Report sent to 1 address.')).toBeVisible();
    });

    await test.step('read from the email, without a login', async () => {
      const path = linkFromMail(await mailTo(page, to, /./));
      const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: phone });
      const reader = await context.newPage();
      await reader.goto(path);
      await expect(reader).toHaveURL(/\/view-report2\//);
      await expect(reader.getByRole('heading', { name: 'Summary' })).toBeVisible();
      // The older path of the same report, and the PDFs of its appointment.
      await reader.goto(`/view-report/${ids.reportPublic}`);
      await expect(reader).toHaveURL(/\/view-report2\//);
      const portal = new URL(ids.clientPage, baseURL);
      await reader.goto(`/report-pdf/${portal.pathname.split('/').at(-1)}`);
      await expect(reader.getByRole('link', { name: 'Download PDF' })).toBeVisible();
      await expectNoSidewaysScroll(reader, 'the PDF page');
      await expectAccessible(reader, 'the PDF page');
      const paper = await reader.request.get(
        (await reader.getByRole('link', { name: 'Download PDF' }).getAttribute('href')) ?? '',
      );
      expect(paper.headers()['content-type']).toBe('application/pdf');
      await context.close();
    });

    await test.step('the log', async () => {
      await page.goto(`/appointments/view-log/${ids.report}`);
      await expect(page.getByRole('heading', { name: 'Report views' })).toBeVisible();
      await expect(page.getByText('Someone with the link').first()).toBeVisible();
      for (const size of [desktop, phone]) {
        await page.setViewportSize(size);
        await waitUntilLoaded(page);
        await expectNoSidewaysScroll(page, 'the view log');
        await expectAccessible(page, 'the view log');
      }
    });
  },
);

test('only people with a draft link can read a draft', async ({ page, browser, baseURL }) => {
  await signIn(page, demoLogins.owner);
  const ids = await demoIds(page);
  await page.goto(ids.openClientPage);
  await page.getByRole('link', { name: 'Open appointment' }).click();
  await page.getByRole('link', { name: /^(Start|Edit) report$/ }).click();
  await page.getByRole('button', { name: 'Inspected', exact: true }).first().click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByText('In progress').first()).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Share draft' }).click();
  const link = page.getByLabel('Link', { exact: true });
  await expect(link).toHaveValue(/\/review-pdf\//);
  const url = new URL(await link.inputValue());
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const reader = await context.newPage();
  await reader.goto(url.pathname + url.search);
  await expect(reader.getByText(/Draft for review, not the final report/)).toBeVisible();
  const href = (await reader.getByRole('link', { name: 'Download PDF' }).getAttribute('href')) ?? '';
  expect((await reader.request.get(href)).headers()['content-type']).toBe('application/pdf');
  await reader.goto(`${url.pathname}?t=x`);
  await expect(reader.getByText('This link does not work')).toBeVisible();
  await reader.goto(url.pathname);
  await expect(reader.getByText('This link does not work')).toBeVisible();
});
