import { test as base, expect } from '@playwright/test';
import { type Market, startMarket } from './start-market.ts';

export { type Market, signInBrowser, signInByForm, startMarket } from './start-market.ts';

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

export { expect };
