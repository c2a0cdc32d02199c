import { test as base, type Page } from '@playwright/test';
import type { Role } from '#contract/permissions.ts';
import { addReaders } from './sample-ledgers.ts';
import { type Market, sessionOf, startMarket } from './start-market.ts';

type Enter = (role: Role) => Promise<Page>;

export const test = base.extend<{ enter: Enter; page: Page }, { market: Market }>({
  market: [
    async ({ browserName: _ }, use) => {
      const market = await startMarket('empty');
      await addReaders(market);
      await use(market);
      await market.stop();
    },
    { scope: 'worker' },
  ],
  enter: async ({ browser, market }, use) => {
    const opened: Page[] = [];
    await use(async (role) => {
      const context = await browser.newContext({
        ...{ baseURL: market.url, storageState: await sessionOf(market, role), acceptDownloads: true },
        ...{ viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce', timezoneId: 'America/New_York' },
      });
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
  page: async ({ enter }, use) => use(await enter('superadmin')),
});
