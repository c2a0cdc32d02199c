import type { Browser, BrowserContext } from '@playwright/test';
import { addDays, addMonths, type Day, dayOf } from '#billing/calendar.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { PASSWORD } from '#server/testing/accounts.ts';
import { openTestApp } from '#server/testing/app-context.ts';
import { makeHistory } from '#server/testing/history.ts';
import { officeAt, type TestOffice } from '#server/testing/office.ts';
import { setup as startPostgres } from '#server/testing/postgres.ts';
import { sampleToday } from './sample-ledgers.ts';
import { type Market, serveMarket, signInBrowser } from './start-market.ts';

export type Engine = 'sqlite' | 'postgres';

export const NAMED = [
  { shop_id: 'A-1', shop_name: '=1+1', tenant: 'සුනිල් ශ්‍රී විජේසිංහ' },
  { shop_id: 'A-2', shop_name: '+94 11 000 0000 Traders', tenant: 'ஸ்ரீதரன் க்ஷத்ரியன்' },
  { shop_id: 'A-10', shop_name: '-Discount & Sons', tenant: '@SUM(A1:A9)' },
  { shop_id: 'B-1', shop_name: '@Nimal', tenant: '=HYPERLINK("http://example.com","x")' },
  { shop_id: 'B-2', shop_name: 'නිමල් වෙළඳසැල', tenant: '-2+3' },
  { shop_id: 'B-3', shop_name: 'மலையக காய்கறி', tenant: "+cmd|' /C calc'!A0" },
] as const;
export const NOTE = "=1+1, 'කට් බීට්' -2";

export interface RandomMarket {
  engine: Engine;
  office: TestOffice;
  market: Market;
  middle: Day;
  close(): Promise<void>;
}

export async function openRandomMarket(engine: Engine, seed: number): Promise<RandomMarket> {
  const stopEngine = engine === 'postgres' ? await startPostgres() : undefined;
  process.env.TEST_ENGINE = engine;
  const app = await openTestApp();
  const office = officeAt(app);
  const first = addMonths(sampleToday, -8);
  const shopIds = NAMED.map(({ shop_id }) => shop_id);
  await makeHistory(office, { seed, shopIds, first, days: 200, writes: 18, onLet: () => nameThem(office) });
  office.goTo(addDays(first, 201));
  for (const shopId of shopIds) await office.pay(shopId, 1234.56, dayOf(office.app.clock.now()), { note: NOTE });
  const market = await serveMarket(app.dataDir, { DATABASE_URL: app.databaseUrl ?? '' });
  return {
    engine,
    office,
    market,
    middle: addDays(first, 100),
    async close() {
      await market.stop();
      await app.close();
      await stopEngine?.();
    },
  };
}

async function nameThem(office: TestOffice): Promise<void> {
  const rented = await office.ask(tenants.list, {});
  for (const row of rented) {
    const named = NAMED.find(({ shop_id }) => shop_id === row.shop_id);
    if (!named) continue;
    const { shop_id, shop_name, tenant } = named;
    const shop = await office.summaryOf(shop_id);
    await office.ask(shops.edit, { params: { id: shop_id }, body: { ...shop, shop_name } });
    await office.ask(tenants.edit, { params: { id: String(row.tenant_id) }, body: { ...row, name: tenant } });
  }
}

export async function enterAsSuperadmin(browser: Browser, { market }: RandomMarket): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: market.url, acceptDownloads: true });
  const page = await context.newPage();
  await signInBrowser(page, market, 'superadmin', PASSWORD);
  await page.close();
  return context;
}
