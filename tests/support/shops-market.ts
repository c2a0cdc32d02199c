import type { Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { test as base } from './market.ts';
import { withSameSettings } from './same-settings.ts';
import { addReaders } from './sample-ledgers.ts';
import { type Market, sessionOf, startMarket } from './start-market.ts';

const MOST_LINES = 60;

type Enter = (role: Role) => Promise<Page>;

export const test = base.extend<{ enter: Enter; market: Market; page: Page }>({
  market: async ({ ledgers }, use) => withSameSettings(ledgers, use),
  enter: async ({ browser, market }, use, info) => {
    const opened: Page[] = [];
    await use(async (role) => {
      const context = await browser.newContext({
        baseURL: market.url,
        storageState: await sessionOf(market, role),
        acceptDownloads: true,
        viewport: { width: 1366, height: 768 },
        reducedMotion: 'reduce',
        timezoneId: 'America/New_York',
      });
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    if (info.status !== info.expectedStatus) await describePages(info.title, opened);
    for (const page of opened) await page.context().close();
  },
  page: async ({ enter }, use) => use(await enter('superadmin')),
});

/** Prints what the pages of a failed test show, because the log of a run is often all that is left of it. */
async function describePages(title: string, pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 2000 })
      .catch((error: unknown) => String(error));
    const lines = text.split(/\n+/).slice(0, MOST_LINES);
    console.log([`${title}: ${page.url()} shows`, ...lines].join('\n    '));
  }
}

/**
 * Returns a `test` for a file that counts what is in its market, and so cannot share one. `fill` runs before the first
 * test. `settings` are environment variables of the server.
 */
export function inOwnMarket(
  fill: (market: Market) => Promise<void>,
  settings: Record<string, string> = {},
): typeof test {
  let market: Market | undefined;
  const own = test.extend<{ market: Market }>({
    market: async ({ browserName: _ }, use) => {
      if (!market) throw new Error('The market was not started.');
      await use(market);
    },
  });
  own.beforeAll(async () => {
    market = await startMarket('empty', settings);
    await addReaders(market);
    await fill(market);
  });
  own.afterAll(() => market?.stop());
  return own;
}
