import { test as base } from '@playwright/test';
import { workerOrigin } from './servers.ts';

/** Marks the tests of the main paths: `npm test` runs only these, `.ci/run` all. */
export const main = { tag: '@main' };

/** An end-to-end test: each worker has its own installation, so that files can run in parallel. */
export const test = base.extend<{ closesWindows: undefined }>({
  baseURL: async ({ browserName: _ }, use, info) => {
    await use(workerOrigin(info.parallelIndex));
  },
  // Playwright leaves contexts of `browser.newContext()` open until its browser ends: each keeps rendering and polling.
  closesWindows: [
    async ({ browser, context }, use) => {
      await use(undefined);
      const others = browser.contexts().filter((one) => one !== context);
      await Promise.all(others.map((one) => one.close()));
    },
    { auto: true },
  ],
});
