import { defineConfig } from '@playwright/test';
import { browserArguments, browserPathOrInstall } from './tests/support/browser-path.ts';
import { freePort } from './tests/support/free-port.ts';

// Chosen once, and handed down to the processes that read this file again.
process.env.GARDEN_TEST_PORT ??= `${await freePort()}`;

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.e2e.ts',
  globalSetup: './tests/support/browser-setup.ts',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  reporter: 'line',
  outputDir: 'test-results',
  use: {
    baseURL: process.env.GARDEN_ORIGIN ?? `http://localhost:${process.env.GARDEN_TEST_PORT}`,
    browserName: 'chromium',
    launchOptions: { executablePath: browserPathOrInstall(), args: browserArguments },
    viewport: { width: 1440, height: 900 },
    locale: 'en-SG',
    timezoneId: 'Asia/Singapore',
    trace: 'off',
    // A story opens a page for each of its people: a picture of each would bury what went wrong.
    screenshot: 'off',
  },
});
