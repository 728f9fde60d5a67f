// Visitors confirm their booking by mail, and show that they are people, where that is wanted.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type APIRequestContext, expect } from '@playwright/test';
import { type Api, logIn } from '../support/api.ts';
import { fillToReview, heading, received, send, visitor } from '../support/booking-steps.ts';
import { expectAccessible } from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';
import { servers, workers } from '../support/servers.ts';

const requestIdOf = async (office: Api) =>
  (await office.ask<{ request_id: string }>('GET', `/v2/company/${office.company}/settings`)).request_id;

async function countAt(office: Api, address: string): Promise<number> {
  const path = `/v2/appointments?tab=all&text=${encodeURIComponent(address)}`;
  return (await office.ask<{ pageInfo: { total: number } }>('GET', path)).pageInfo.total;
}

/** The path of the link in the last mail to an address. */
async function confirmationPath(request: APIRequestContext, address: string): Promise<string> {
  const find = async () => {
    const { data } = (await (await request.get('/api/dev/outbox')).json()) as {
      data: { to: string[]; text: string }[];
    };
    const texts = data.filter((mail) => mail.to.join().includes(address)).map((mail) => mail.text);
    return texts.map((text) => /\/confirm-booking\/[\w-]+\/[\w-]+/.exec(text)?.[0]).find(Boolean) ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
}

test(
  'a booking is confirmed by the button behind the link in a mail, after its address was corrected',
  main,
  async ({ browser, playwright, baseURL }) => {
    const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const office = await logIn(request);
    const set = (data: object) => office.ask('PATCH', `/v2/company/${office.company}/settings`, { data });
    await set({ enable_online_scheduling: true, confirm_by_email: true });
    const page = await visitor(browser);
    await page.goto(`/schedule/${await requestIdOf(office)}`);
    await fillToReview(page, '77 Confirm Street', 'Typo');
    await send(page).click();
    await expect(heading(page, 'Check your email')).toBeVisible();
    await expectAccessible(page, 'the panel of the sent link');
    await page.getByRole('button', { name: 'Change the email address' }).click();
    await page.getByLabel('Email').fill('vera.right@visitor.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await send(page).click();
    await expect(page.getByText('We sent a link to vera.right@visitor.example')).toBeVisible();
    expect(await countAt(office, '77 Confirm Street')).toBe(0);
    const path = await confirmationPath(request, 'vera.right@visitor.example');
    // What checks mail follows its links.
    await request.get(path);
    expect(await countAt(office, '77 Confirm Street')).toBe(0);
    await page.goto(path);
    await expect(page.getByText('77 Confirm Street')).toBeVisible();
    await expectAccessible(page, 'the page of the link');
    await page.getByRole('button', { name: 'Confirm appointment' }).dblclick();
    await expect(received(page)).toBeVisible();
    await page.goto(await confirmationPath(request, 'vera.typo@visitor.example'));
    await expect(page.getByRole('heading', { name: 'This link' })).toBeVisible();
    expect(await countAt(office, '77 Confirm Street')).toBe(1);
    await set({ confirm_by_email: false });
  },
);

let checking: ChildProcess | undefined;
test.afterAll(() => {
  checking?.kill('SIGTERM');
});

test('with a check of visitors the form is sent by people, and its script is loaded on no other page', async ({
  browser,
  playwright,
}) => {
  const [server] = servers(process.env.GABLE_E2E_DATA ?? '');
  const port = Number(server?.env.PORT) + workers;
  const origin = `http://localhost:${port}`;
  const [command = '', ...args] = server?.command.split(' ') ?? [];
  const data = join(process.env.GABLE_E2E_DATA ?? '', 'check');
  checking = spawn(command, args, {
    env: {
      ...process.env,
      ...server?.env,
      ...{ PORT: String(port), PUBLIC_URL: origin, DATA_DIR: data, CAPTCHA_PROVIDER: 'turnstile' },
    },
    stdio: 'inherit',
  });
  const request = await playwright.request.newContext({ baseURL: origin });
  await expect
    .poll(async () => (await request.get('/ready').catch(() => null))?.status() ?? 0, { timeout: 60_000 })
    .toBe(200);
  const office = await logIn(request);
  await office.ask('PATCH', `/v2/company/${office.company}/settings`, {
    data: { enable_online_scheduling: true },
  });
  const requestId = await requestIdOf(office);
  const policyOf = async (path: string) =>
    (await request.get(path)).headers()['content-security-policy'] ?? '';
  const frames = /frame-src 'self' http:\/\/[\w.]+:\d+/;
  expect(await policyOf(`/schedule/${requestId}`)).toMatch(frames);
  expect(await policyOf(`/public-profile/${requestId}`)).not.toMatch(frames);
  const page = await visitor(browser, { baseURL: origin });
  await page.goto(`/schedule/${requestId}`);
  await fillToReview(page, '78 Robot Road', 'Person');
  await send(page).click();
  await expect(page.getByText('Please confirm that you are a person')).toBeVisible();
  await page.frameLocator('iframe[title="Widget of the check"]').getByLabel('I am a person').check();
  await expect(page.getByText('Please confirm that you are a person')).toBeHidden();
  await expectAccessible(page, 'the review step with a check');
  await send(page).click();
  await expect(received(page)).toBeVisible();
  expect(await countAt(office, '78 Robot Road')).toBe(1);
});
