import { expect } from '@playwright/test';
import { demoIds } from './support/api.ts';
import { expectAccessible, phone, waitUntilLoaded } from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';

test(
  'a client with cookies, storage and pop-ups blocked sees the next step and requests a change',
  main,
  async ({ browser, page }) => {
    const ids = await demoIds(page);
    const context = await browser.newContext({ locale: 'en-US', viewport: phone });
    await context.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('blocked', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, { get: refuse });
      }
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
      window.open = () => null;
    });
    const client = await context.newPage();
    const said: string[] = [];
    client.on('pageerror', (error) => said.push(error.message));
    await client.goto(ids.openClientPage);
    await expect(client.getByText(/^Hello \S+/)).toBeVisible();
    await expect(client.getByRole('heading', { name: 'Sign To do' })).toBeVisible();
    await expect(client.getByRole('link', { name: 'Read and sign' })).toBeVisible();
    await client.getByRole('button', { name: 'Request a change' }).click();
    await client.getByLabel('Describe your request').fill('Could we begin an hour later?');
    await waitUntilLoaded(client);
    await expectAccessible(client, 'client-view with the form');
    await client.getByRole('button', { name: 'Send to the company' }).click();
    await expect(client.getByText('Request sent')).toBeVisible();
    await expect(client.getByText('Pending')).toBeVisible();
    // Without the personal part the page is read-only and emails the link to the address on file.
    await client.goto(ids.openClientPage.replace(/\?.*/, ''));
    await client.getByRole('button', { name: 'Send me my link' }).click();
    await expect(client.getByText('Check your inbox')).toBeVisible();
    expect(said).toEqual([]);
  },
);
