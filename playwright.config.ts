import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from './scripts/setup/programs.ts';
import { keepTemporaryFilesInMemory } from './scripts/setup/temporary-files.ts';

keepTemporaryFilesInMemory();

const executablePath = findBrowser();

/**
 * User journeys through the built product in a real browser. Each worker starts servers with the data of a market,
 * which its test files share (tests/support/market.ts).
 */
export default defineConfig({
  testDir: 'tests',
  // Vitest runs the *.test.ts files, including those in tests/faults.
  testMatch: '**/*.spec.ts',
  // Playwright empties this folder at the start. The results of all suites are next to it (scripts/test/measured.ts).
  outputDir: 'test-results/journeys',
  globalSetup: './playwright.setup.ts',
  fullyParallel: false,
  workers: 2,
  // Other suites run at the same time (scripts/test/run.ts), which makes these tests slow.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { args: BROWSER_FLAGS, ...(executablePath !== undefined && { executablePath }) },
    screenshot: 'only-on-failure',
    // Otherwise a service worker would answer requests before the routes that a test sets up. Tests of the service
    // worker itself allow it.
    serviceWorkers: 'block',
    reuseContext: true,
    timezoneId: 'America/New_York',
  },
});
