import { defineConfig } from '@playwright/test';
import { servers, workers } from './e2e/servers.ts';
import { browserFlags, findE2eBrowser } from './scripts/browser.mjs';
import { createTempFolder } from './scripts/temp-folder.mjs';

const data = process.env.GABLE_E2E_DATA ?? ownFolder();

/** Made by the process that is called, handed on to the workers, and removed when the servers have ended. */
function ownFolder(): string {
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
  // What passes only at the second try is named at the end of the run: a fault to find, not one that holds up the others.
  retries: 1,
  // The journeys of a file go one after the other in one demo company.
  workers,
  reporter: 'list',
  use: {
    // Emptied between journeys, but not of the files it has loaded: a page costs half. Which files a first visit asks for
    // and waits for is looked at in windows of their own.
    reuseContext: true,
    // Recording takes a third of the time: who looks for a fault turns it on.
    trace: process.env.GABLE_E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    // Not the company's zone, so that a zone taken from the browser by mistake shows.
    timezoneId: 'Asia/Tokyo',
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: findE2eBrowser() ?? undefined, args: browserFlags() },
  },
  webServer: servers(data),
});
