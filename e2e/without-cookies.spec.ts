// a client signs and pays by the personal link in a browser that blocks cookies and all other site storage.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { type Api, logIn } from './support/api.ts';
import { phone } from './support/browser-steps.ts';
import { test } from './support/fixtures.ts';

const profile = mkdtempSync(join(tmpdir(), 'gable-no-cookies-'));
let context: BrowserContext;
let request: APIRequestContext;
let office: Api;

test.beforeAll(async ({ playwright, baseURL }) => {
  request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  office = await logIn(request);
  // Like the browser's setting "block all cookies"; the headless shell does not read it (see `refuse`).
  mkdirSync(join(profile, 'Default'));
  writeFileSync(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({ profile: { default_content_setting_values: { cookies: 2, popups: 2 } } }),
  );
  context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser() ?? '',
    args: browserFlags(),
    viewport: phone,
    locale: 'en-US',
    ...(baseURL ? { baseURL } : {}),
  });
  await context.addInitScript(refuse);
});

/** Simulates the setting for page scripts, in browsers without settings. */
function refuse(): void {
  const refused = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const storage of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, storage, { get: refused, configurable: true });
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {}, configurable: true });
}

test.afterAll(async () => {
  await context.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  await setCheckoutStyle('embedded');
  await request.dispose();
});

async function setCheckoutStyle(checkout_style: 'embedded' | 'redirect') {
  await office.ask('PATCH', `/v2/company/${office.company}/settings`, { data: { checkout_style } });
}

/** The client's page of an appointment with something to sign and something to pay. */
async function findOpenAppointment(): Promise<{ path: string; client: string }> {
  const list = await office.ask<{ pageData: { id: string; public_id: string; status: string }[] }>(
    'GET',
    '/v2/appointments?perPage=40',
  );
  for (const { id, public_id, status } of list.pageData) {
    // The request of another test offers neither signing nor paying before the office accepts it.
    if (status === 'requested') continue;
    const invoice = await office.ask<{ outstanding: number; is_canceled: boolean; online: object | null }>(
      'GET',
      `/v2/appointments/${id}/invoice`,
    );
    if (!invoice.online || invoice.is_canceled || invoice.outstanding <= 0) continue;
    const [agreement] = await office.ask<
      {
        signed: boolean;
        voided_at: string | null;
        unresolved: string[];
        signers: { name: string; link: string }[];
      }[]
    >('GET', `/v2/appointments/${id}/agreements`);
    const [signer, ...others] = agreement?.signers ?? [];
    if (!agreement || agreement.signed || agreement.voided_at || agreement.unresolved.length > 0) continue;
    if (!signer || others.length > 0) continue;
    return { path: `/client-view/${public_id}${new URL(signer.link).search}`, client: signer.name };
  }
  throw new Error('the demo has no appointment to sign and pay');
}

/** Opens a page that cannot store anything, and returns it with the errors on it. */
async function openWithoutStorage(path: string): Promise<{ page: Page; wrong: string[] }> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('popup', (popup) => wrong.push(`a window opened: ${popup.url()}`));
  // A cookie that is never set need not be blocked, whichever browser it is.
  page.on('response', async (response) => {
    const isOurs = new URL(response.url()).origin === new URL(page.url()).origin;
    const set = isOurs ? await response.headerValue('set-cookie').catch(() => null) : null;
    if (set) wrong.push(`a cookie was set by ${response.url()}`);
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const storage = await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the test expects it to be blocked
    document.cookie = 'blocked=1';
    const refusals = [() => localStorage, () => sessionStorage].map((storage) => {
      try {
        return `works: ${storage().length}`;
      } catch (error) {
        return (error as Error).name;
      }
    });
    return [document.cookie, ...refusals];
  });
  expect(storage).toEqual(['', 'SecurityError', 'SecurityError']);
  return { page, wrong };
}

async function signs(page: Page, client: string): Promise<void> {
  await page
    .getByRole('link', { name: /^(Read and sign|Sign)/ })
    .first()
    .click();
  await page.getByLabel('I have read this agreement').check();
  await page.getByLabel('Full name').fill(client);
  await page.getByLabel(/I agree to use electronic records/).check();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByText(/^You signed on/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to your page' }).click();
}

for (const style of ['embedded', 'redirect'] as const) {
  test(`from the link to the receipt, paying ${style === 'embedded' ? 'on our page' : 'on the gateway’s hosted page'}`, async () => {
    await setCheckoutStyle(style);
    const { path, client } = await findOpenAppointment();
    const { page, wrong } = await openWithoutStorage(path);
    await signs(page, client);
    // On the payment page the card form is open from the start.
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    if (style === 'embedded') {
      await page
        .frameLocator('iframe[title="Card details (simulator)"]')
        .getByRole('button', { name: 'Succeeds', exact: true })
        .click();
      await page.getByRole('button', { name: /^Pay \$/ }).click();
    } else {
      await page
        .getByRole('button', { name: /^Pay \$/ })
        .first()
        .click();
      await expect(page.getByText('SIMULATOR – use test cards')).toBeVisible();
      await page.getByRole('button', { name: 'Succeeds', exact: true }).click();
      await page.getByRole('button', { name: /^Pay/ }).click();
    }
    await expect(page.getByText('received. Thank you!')).toBeVisible();
    await page.goto(path);
    await expect(page.getByText('To do', { exact: true })).toHaveCount(0);
    expect(await context.cookies()).toEqual([]);
    expect(wrong).toEqual([]);
    await page.close();
  });
}
