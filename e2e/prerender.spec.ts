import { expect, type Page } from '@playwright/test';
import { demoIds, logIn } from './support/api.ts';
import { linkFromMail, mailTo } from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';

test('client pages are readable before any script runs', main, async ({ browser, page }) => {
  const ids = await demoIds(page);
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
  const plain = await context.newPage();
  await plain.goto(ids.clientPage);
  const address = plain.getByRole('heading', { level: 1 });
  await expect(address).toBeVisible();
  const shown = await address.textContent();
  await plain.getByRole('link', { name: 'View report' }).first().click();
  await expect(plain).toHaveURL(/\/view-report2\//);
  await expect(address).toContainText(shown ?? '');
  await expect(plain.getByRole('heading', { name: 'Summary' })).toBeVisible();
});

test(
  'the script takes over without requesting data that came with the page',
  main,
  async ({ browser, page }) => {
    const ids = await demoIds(page);
    const context = await browser.newContext({ locale: 'en-US' });
    const visitor = await context.newPage();
    const requested: string[] = [];
    const said: string[] = [];
    visitor.on('request', (one) => {
      if (one.resourceType() === 'fetch' && one.method() === 'GET')
        requested.push(new URL(one.url()).pathname);
    });
    visitor.on('console', (line) => line.type() === 'error' && said.push(line.text()));
    visitor.on('pageerror', (error) => said.push(error.message));
    for (const path of [ids.clientPage, `/view-report2/${ids.reportPublic}`]) {
      await visitor.goto(path);
      await expect(visitor.locator('.sight')).toHaveCount(0);
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(visitor.getByRole('link', { name: 'Privacy' })).toBeVisible();
    }
    expect(requested.filter((path) => path.startsWith('/api/'))).toEqual([]);
    expect(said).toEqual([]);
  },
);

test('a chosen language and a member’s layout replace the prerendered page', async ({ browser, page }) => {
  const ids = await demoIds(page);
  const context = await browser.newContext({ locale: 'en-US' });
  const visitor = await context.newPage();
  await visitor.goto(ids.clientPage);
  await visitor.getByLabel('Language').selectOption('de');
  await visitor.reload();
  await expect(visitor.getByLabel('Sprache')).toHaveValue('de');
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'de');
  // Looking up the ids has signed this browser in.
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
  await page.goto(ids.clientPage);
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
  await expect(page.locator('.sight')).toHaveCount(0);
});

/** An address, and a heading that its first screen shows. */
type FirstScreen = [path: string, heading: string | RegExp];

test('every address of a report is readable before any script runs', main, async ({ browser, page }) => {
  const ids = await demoIds(page);
  const { ask } = await logIn(page.request);
  const reader = `reader${Date.now()}@bank.example`;
  const share = { recipients: [reader], sendFullReport: true };
  await ask('POST', `/v2/reports/${ids.report}/share`, { data: share });
  const personal = linkFromMail(await mailTo(page, reader, /./));
  const addresses: FirstScreen[] = [
    [`/view-report2/${ids.reportPublic}`, 'Summary'],
    [personal, 'Summary'],
    [`/view-report/${ids.reportPublic}`, 'Summary'],
    [`/report-pdf/${ids.reportPublic}`, /\d/],
    [`/view-report2/${await lockedReport(page, ids.openClientPage)}`, 'Your report is almost ready'],
  ];
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
  const plain = await context.newPage();
  for (const [path, heading] of addresses) {
    const answer = await plain.goto(path);
    expect.soft(answer?.headers()['cache-control'], path).toBe('no-store');
    await expect.soft(plain.getByRole('heading', { name: heading }).first(), path).toBeVisible();
  }
});

test('a personal link counts for its owner once, also when its page was fetched before', async ({
  browser,
  page,
}) => {
  const ids = await demoIds(page);
  const { ask } = await logIn(page.request);
  const views = async () => {
    const { views: all } = await ask<{ views: { role: string; user_agent: string }[] }>(
      'GET',
      `/v2/reports/${ids.report}/views`,
    );
    return all.filter((view) => view.user_agent === agent).length;
  };
  const agent = `Mozilla/5.0 Firefox/${Date.now()}`;
  const to = `once${Date.now()}@bank.example`;
  await ask('POST', `/v2/reports/${ids.report}/share`, { data: { recipients: [to], sendFullReport: true } });
  const personal = linkFromMail(await mailTo(page, to, /./));
  const context = await browser.newContext({ userAgent: agent, locale: 'en-US' });
  // What checks links in mails fetches the page without running its scripts.
  await context.request.get(personal);
  expect(await views()).toBe(0);
  const visitor = await context.newPage();
  await visitor.goto(personal);
  await expect(visitor).toHaveURL(/\/view-report2\//);
  await expect.poll(views).toBe(1);
  await visitor.goto(personal);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Summary' })).toBeVisible();
  expect(await views()).toBe(1);
});

test('a personal link shows the page in the language of its owner', async ({ browser, page }) => {
  const ids = await demoIds(page);
  const { ask } = await logIn(page.request);
  type Person = { id: string; role: string };
  const { people } = await ask<{ people: Person[] }>('POST', '/inspections/get-by-id', {
    data: { inspection_id: ids.appointment },
  });
  const client = people.find((person) => person.role === 'client');
  await ask('PUT', `/v2/clients/${client?.id}`, { multipart: { language: 'fr' } });
  const context = await browser.newContext({ locale: 'en-US' });
  const visitor = await context.newPage();
  const { search } = new URL(ids.clientPage, 'http://page');
  await visitor.goto(`/view-report2/${ids.reportPublic}${search}`);
  await expect(visitor.getByRole('heading', { name: 'Résumé' })).toBeVisible();
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(visitor.getByRole('link', { name: /PDF/ }).first()).toHaveAttribute('href', /lang=fr/);
  // The switch stays with the reader.
  await visitor.getByLabel('Langue').selectOption('en');
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Summary' })).toBeVisible();
  await ask('PUT', `/v2/clients/${client?.id}`, { multipart: { language: 'en' } });
});

/** The public id of a report that its client cannot read yet. */
async function lockedReport(page: Page, clientPage: string): Promise<string> {
  const { ask } = await logIn(page.request);
  type Row = { id: string; public_id: string };
  const publicId = new URL(clientPage, 'http://page').pathname.split('/').at(-1);
  const { pageData } = await ask<{ pageData: Row[] }>(
    'GET',
    '/v2/appointments?perPage=20&tab=upcoming&signed=false&paid=false',
  );
  const appointment = pageData.find((row) => row.public_id === publicId);
  const { reports } = await ask<{ reports: Row[] }>('GET', `/v2/appointments/${appointment?.id}/reports`);
  return reports[0]?.public_id ?? '';
}
