import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from './scripts/setup/programs.ts';
import { keepTemporaryFilesInMemory } from './scripts/setup/temporary-files.ts';

keepTemporaryFilesInMemory();

const executablePath = findBrowser();

/** Journeys through the built product in a real browser; each worker starts a market, which its test files share (tests/support/market.ts). */
export default defineConfig({
  testDir: 'tests',
  // What is called *.test.ts is Vitest's, also here (tests/faults).
  testMatch: '**/*.spec.ts',
  // It is emptied at the start; beside it are the results of all suites (scripts/test/measured.ts).
  outputDir: 'test-results/journeys',
  globalSetup: './playwright.setup.ts',
  fullyParallel: false,
  workers: 2,
  // Other suites run beside these (scripts/test/run.ts): slow is no fault.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { args: BROWSER_FLAGS, ...(executablePath !== undefined && { executablePath }) },
    screenshot: 'only-on-failure',
    // A worker answers before the routes of a test; only the tests of offline reading let it (tests/offline.spec.ts).
    serviceWorkers: 'block',
    reuseContext: true,
    timezoneId: 'America/New_York',
  },
});
