// What booking costs on a phone: letters and taps, counted in the page.
import { expect, type Locator, type Page } from '@playwright/test';
import { type Api, logIn } from '../support/api.ts';
import { heading, visitor } from '../support/booking-steps.ts';
import { waitUntilLoaded } from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';

/** 40 words of five letters a minute, and the time to find and hit a target, in seconds. */
const letter = 60 / (40 * 5);
const tap = 1.5;
const most = 90;

let office: Api;
test.beforeAll(async ({ playwright, baseURL }) => {
  office = await logIn(await playwright.request.newContext({ baseURL: baseURL ?? '' }));
});

/** Counts taps and typed letters, in every field. */
async function countEffort(page: Page): Promise<() => Promise<{ letters: number; taps: number }>> {
  await page.evaluate(() => {
    const effort = { letters: 0, taps: 0 };
    Object.assign(window, { effort });
    window.addEventListener('pointerdown', () => (effort.taps += 1), true);
    window.addEventListener('keydown', () => (effort.letters += 1), true);
  });
  return () =>
    page.evaluate(() => (window as unknown as { effort: { letters: number; taps: number } }).effort);
}

/** Taps a field and types each letter. */
async function write(field: Locator, text: string): Promise<void> {
  await field.tap();
  await field.pressSequentially(text);
}

test('a visitor books from a phone in under 90 seconds of typing and tapping', main, async ({ browser }) => {
  const settings = await office.ask<{ request_id: string }>('GET', `/v2/company/${office.company}/settings`);
  const client = await visitor(browser, { hasTouch: true, isMobile: true });
  await client.goto(`/schedule/${settings.request_id}`);
  await expect(client.getByLabel('Street and number')).toBeEnabled();
  const effort = await countEffort(client);
  const next = () => client.getByRole('button', { name: 'Continue' }).tap();
  // An address that no search knows: nothing is filled in for the visitor.
  await write(client.getByLabel('Street and number'), '4711 Typewriter Lane');
  await write(client.getByLabel('State'), 'NY');
  await write(client.getByLabel('ZIP code'), '10001');
  await write(client.getByLabel('Square feet'), '2400');
  await next();
  await client.getByRole('checkbox').first().tap();
  await next();
  await waitUntilLoaded(client);
  await client.getByRole('group').filter({ hasText: /:\d\d/ }).getByRole('button').first().tap();
  await expect(client.getByText('Reserved for you')).toBeVisible();
  await next();
  await write(client.getByLabel('First name'), 'Theodora');
  await write(client.getByLabel('Last name'), 'Featherstone');
  await write(client.getByLabel('Email'), 'theodora.featherstone@visitor.example');
  await write(client.getByLabel('Phone'), '5125550143');
  await next();
  await client.getByLabel(/I accept the/).tap();
  await client.getByRole('button', { name: /Send request|Book appointment/ }).tap();
  await expect(heading(client, 'We have received your request')).toBeVisible();
  const { letters, taps } = await effort();
  const seconds = letters * letter + taps * tap;
  test.info().annotations.push({
    type: 'effort',
    description: `${letters} letters, ${taps} taps: ${seconds.toFixed(0)} s`,
  });
  expect(letters).toBeGreaterThan(90);
  expect(seconds).toBeLessThan(most);
});

test('a phone knows what to fill in and which keyboard to show', async ({ browser }) => {
  const settings = await office.ask<{ request_id: string }>('GET', `/v2/company/${office.company}/settings`);
  const client = await visitor(browser, { hasTouch: true, isMobile: true });
  await client.goto(`/schedule/${settings.request_id}`);
  const wants = async (label: string, expected: Record<string, string>) => {
    for (const [name, value] of Object.entries(expected))
      await expect(client.getByLabel(label)).toHaveAttribute(name, value);
  };
  await wants('State', { autocomplete: 'address-level1', enterkeyhint: 'next' });
  await wants('ZIP code', { autocomplete: 'postal-code', inputmode: 'numeric' });
  await wants('Square feet', { autocomplete: 'off', inputmode: 'decimal' });
  await write(client.getByLabel('Street and number'), '12 Keyboard Street');
  await write(client.getByLabel('State'), 'NY');
  await write(client.getByLabel('ZIP code'), '10001');
  await write(client.getByLabel('Square feet'), '2400');
  // The keyboard's own key continues.
  await client.getByLabel('Square feet').press('Enter');
  await client.getByRole('checkbox').first().tap();
  await client.getByRole('button', { name: 'Continue' }).tap();
  await waitUntilLoaded(client);
  await client.getByRole('group').filter({ hasText: /:\d\d/ }).getByRole('button').first().tap();
  await expect(client.getByText('Reserved for you')).toBeVisible();
  await client.getByRole('button', { name: 'Continue' }).tap();
  await wants('First name', { autocomplete: 'given-name', autocapitalize: 'words' });
  await wants('Last name', { autocomplete: 'family-name', autocapitalize: 'words' });
  await wants('Email', { autocomplete: 'email', type: 'email', autocapitalize: 'none' });
  await wants('Phone', { autocomplete: 'tel', type: 'tel', inputmode: 'tel' });
});
