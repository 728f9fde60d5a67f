import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from './scripts/browser.mjs';

// Workers read this file too: the folder is made once and handed on.
process.env.GABLE_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'gable-e2e-'));
const port = Number(process.env.GABLE_E2E_PORT ?? 4173);
const baseURL = `http://localhost:${port}`;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalTeardown: './e2e/remove-data.ts',
  outputDir: 'test-results',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // One server and its demo company: journeys go one after the other.
  workers: 1,
  reporter: 'list',
  use: {
    baseURL,
    trace: 'retain-on-failure',
    // Not the company's zone, so that a zone taken from the browser by mistake shows.
    timezoneId: 'Asia/Tokyo',
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: findBrowser() ?? undefined, args: browserFlags() },
  },
  webServer: {
    command: 'node --enable-source-maps dist/server.js',
    url: `${baseURL}/ready`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: String(port),
      PUBLIC_URL: baseURL,
      DATA_DIR: process.env.GABLE_E2E_DATA,
      DEMO: '1',
      LOG_LEVEL: 'warn',
      TZ: 'Asia/Tokyo',
    },
  },
});
