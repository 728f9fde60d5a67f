import { test as base } from '@playwright/test';
import { workerOrigin } from './servers.ts';

/** A journey: each worker walks in a house of its own, so that files may run beside each other. */
export const test = base.extend<{ closesWindows: undefined }>({
  baseURL: async ({ browserName: _ }, use, info) => {
    await use(workerOrigin(info.parallelIndex));
  },
  // Playwright leaves those of `browser.newContext()` open until its browser ends: each goes on drawing and asking for news.
  closesWindows: [
    async ({ browser, context }, use) => {
      await use(undefined);
      const others = browser.contexts().filter((one) => one !== context);
      await Promise.all(others.map((one) => one.close()));
    },
    { auto: true },
  ],
});
