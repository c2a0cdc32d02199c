import { type Browser, test as base, expect, type Page } from '@playwright/test';
import type { Role } from '#contract/permissions.ts';
import { addReaders } from './sample-ledgers.ts';
import { type Market, signIn, startMarket } from './start-market.ts';

export { expect };

type Enter = (role: Role) => Promise<Page>;
type Session = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

interface OfMarket {
  market: Market;
  /** Signs a role in once for all tests: the door counts tries. */
  sessionOf: (role: Role) => Promise<Session>;
}

/** Tests of the books: a market without goods that shops are added to, and a page where somebody has signed in already. */
export const test = base.extend<{ enter: Enter; page: Page }, OfMarket>({
  market: [
    async ({ browserName: _ }, use) => {
      const market = await startMarket('empty');
      await addReaders(market);
      await use(market);
      await market.stop();
    },
    { scope: 'worker' },
  ],
  sessionOf: [
    async ({ browser, market }, use) => {
      const sessions = new Map<Role, Session>();
      await use(async (role) => {
        const known = sessions.get(role) ?? (await openSession(browser, market, role));
        sessions.set(role, known);
        return known;
      });
    },
    { scope: 'worker' },
  ],
  /** A page of somebody of that role, on a desk. */
  enter: async ({ browser, market, sessionOf }, use) => {
    const opened: Page[] = [];
    await use(async (role) => {
      const context = await browser.newContext({
        ...{ baseURL: market.url, storageState: await sessionOf(role), acceptDownloads: true },
        ...{ viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce', timezoneId: 'America/New_York' },
      });
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
  /** The superadmin's page. */
  page: async ({ enter }, use) => use(await enter('superadmin')),
});

async function openSession(browser: Browser, market: Market, role: Role): Promise<Session> {
  const context = await browser.newContext();
  await signIn(await context.newPage(), market, role);
  const session = await context.storageState();
  await context.close();
  return session;
}
