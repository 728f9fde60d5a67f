import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { logIn } from './support/api.ts';
import { chooseOption, expectAccessible, expectNoSidewaysScroll, phone } from './support/browser-steps.ts';
import { test } from './support/fixtures.ts';

/** Creates an appointment with two clients and no agreement through the API. Its login signs the browser in. */
async function appointmentOfTwo(request: APIRequestContext) {
  const { ask } = await logIn(request);
  const mark = Date.now();
  const clients = await Promise.all(
    ['Ann', 'Ben'].map(async (first_name) => {
      const multipart = { first_name, last_name: 'Poole', email: `${first_name}${mark}@poole.example` };
      return ask<{ id: string }>('POST', '/v2/clients', { multipart });
    }),
  );
  const { pageData } = await ask<{ pageData: { id: string }[] }>('GET', '/v2/services?perPage=1');
  const appointment = await ask<{ id: string }>('POST', '/inspections', {
    data: {
      address: '12 Main St',
      city: 'Portland',
      state: 'ME',
      zip_code: '04101',
      square_feet: 2400,
      year_built: 1990,
      foundation: 3,
      date_time: '2031-03-08T09:00',
      services: [{ id: pageData[0]?.id }],
      agreements: [],
      clients: clients.map((client) => client.id),
      order_id: `P${mark}`,
    },
  });
  const agreements = () =>
    ask<{ real_content: string; signers: { link: string }[] }[]>(
      'GET',
      `/v2/appointments/${appointment.id}/agreements`,
    );
  return { id: appointment.id, agreements };
}

/** Signs through a personal link, on a phone and without a login. */
async function signOnPhone(browser: Browser, link: string, name: string, draws: boolean): Promise<Page> {
  const context = await browser.newContext({ viewport: phone });
  const page = await context.newPage();
  const { pathname, search } = new URL(link);
  await page.goto(pathname + search);
  await page.getByLabel('I have read this agreement').check();
  await page.getByLabel('Full name').fill(name);
  if (draws) {
    await page.getByRole('button', { name: 'Draw my signature instead' }).click();
    const box = await page.getByRole('img', { name: 'Draw your signature here' }).boundingBox();
    if (!box) throw new Error('the signature pad is not visible');
    await page.mouse.move(box.x + 30, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 30, { steps: 6 });
    await page.mouse.move(box.x + 160, box.y + 70, { steps: 6 });
    await page.mouse.up();
  }
  await page.getByLabel(/I agree to use electronic records/).check();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByText(/^You signed on/)).toBeVisible();
  return page;
}

test('an agreement is written, added to an appointment, signed by two clients on phones, and its PDF verified', async ({
  page,
  browser,
}) => {
  const { id, agreements } = await appointmentOfTwo(page.request);
  const name = `Pool agreement ${Date.now()}`;
  page.setDefaultTimeout(20_000);

  // --- The library
  await page.goto('/settings?tab=agreements');
  await page.getByRole('button', { name: 'New agreement' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('textbox', { name: 'Text' }).fill('The pool of ');
  const button = page.getByRole('button', { name: 'Client name' });
  await button.hover();
  await expect(page.getByText(/^The names of all clients/)).toBeVisible();
  await button.click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Version 1' })).toBeVisible();
  await expectAccessible(page, 'the editor of an agreement');

  // --- On the appointment
  await page.goto(`/appointments/details/${id}`);
  await page.getByRole('button', { name: 'Add agreement' }).click();
  await chooseOption(page, page.getByRole('combobox', { name: 'Agreement' }), name, name);
  await page.getByRole('dialog').getByRole('button', { name: 'Add agreement' }).click();
  await expect(page.getByRole('article', { name }).getByText('To sign')).toBeVisible();

  // --- Both sign
  const [agreement] = await agreements();
  if (!agreement) throw new Error('the appointment has no agreement');
  const [ann, ben] = agreement.signers.map(({ link }) => link);
  expect(agreement.real_content).toContain('The pool of Ann Poole and Ben Poole');
  await signOnPhone(browser, ann ?? '', 'Ann Poole', false);
  const last = await signOnPhone(browser, ben ?? '', 'Ben Poole', true);
  await expect(last.getByText(/Everyone has signed/)).toBeVisible();

  // --- The PDF is genuine, and one changed byte is detected
  const href = await last.getByRole('link', { name: 'Download PDF' }).first().getAttribute('href');
  const pdf = await (await last.request.get(href ?? '')).body();
  await last.goto('/check-document');
  const check = (buffer: Buffer) =>
    last
      .locator('input[type=file]')
      .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer });
  await check(pdf);
  await expect(last.getByText('Genuine and unchanged', { exact: true })).toBeVisible();
  await expectAccessible(last, 'a checked document');
  await expectNoSidewaysScroll(last, 'a checked document');
  const changed = Buffer.from(pdf);
  changed[4_000] = (changed[4_000] ?? 0) ^ 1;
  await last.getByRole('button', { name: 'Check another file' }).click();
  await check(changed);
  await expect(last.getByText('Changed after sealing')).toBeVisible();
});
