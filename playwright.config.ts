import { defineConfig } from '@playwright/test';
import { servers, workers } from './e2e/support/servers.ts';
import { browserFlags, findE2eBrowser } from './scripts/browser.mjs';
import { createTempFolder } from './scripts/temp-folder.mjs';

const data = process.env.GABLE_E2E_DATA ?? createDataFolder();

/** Created by the main process, passed on to the workers, and removed when the servers have stopped. */
function createDataFolder(): string {
  const folder = createTempFolder();
  process.env.GABLE_E2E_DATA = folder;
  return folder;
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // Tests that pass only on the second attempt are listed at the end: a defect to fix, which does not block the run.
  retries: 1,
  // The tests of a file run one after another in one demo company.
  workers,
  reporter: 'list',
  use: {
    // Cleared between tests, except for the cache: loading a page takes half the time. What a first visit loads is
    // tested in separate browser contexts.
    reuseContext: true,
    // A worker's requests pass by `page.route`. e2e/offline/offline.spec.ts opens contexts with one.
    serviceWorkers: 'block',
    // Recording traces takes a third of the time: turn it on to find a defect.
    trace: process.env.GABLE_E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    // Differs from the company's time zone, to reveal code that uses the browser's by mistake.
    timezoneId: 'Asia/Tokyo',
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: findE2eBrowser() ?? undefined, args: browserFlags() },
  },
  webServer: servers(data),
});
