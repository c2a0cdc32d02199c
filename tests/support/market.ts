import { test as base } from '@playwright/test';
import { type Market, startMarket } from './start-market.ts';

export const test = base.extend<object, { market: Market }>({
  market: [
    async ({ browserName: _ }, use) => {
      const market = await startMarket('demo');
      await use(market);
      await market.stop();
    },
    { scope: 'worker' },
  ],
});
