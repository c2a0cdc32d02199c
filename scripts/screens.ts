import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { fillOnce } from '../tests/fill-once.ts';
import { type Market, signIn, startMarket } from '../tests/start-market.ts';
import { longNames, type Screen, screens } from './screens/list.ts';
import { BROWSER_FLAGS, ensureBrowser } from './setup/browser.ts';

/**
 * `npm run screens [NAME]`: a picture of every screen, for people to look at, in screens/ (which git ignores): a phone
 * (390 x 844) and a desktop (1366 x 768), light and dark, public pages in three languages; with the demo's data, empty,
 * loading, failing, and with the longest names. NAME takes only screens whose file name contains it.
 */
const folder = path.resolve(import.meta.dirname, '../screens');
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1366, height: 768 } };
const wanted = process.argv[2] ?? '';

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const forget = await fillOnce();
const markets = { demo: await startMarket('demo'), empty: await startMarket('empty') };
const executablePath = ensureBrowser();
const browser = await chromium.launch({ args: BROWSER_FLAGS, ...(executablePath !== undefined && { executablePath }) });
let taken = 0;
try {
  for (const screen of screens) {
    for (const state of screen.states)
      await takeState(browser, markets[state === 'empty' ? 'empty' : 'demo'], screen, state);
  }
} finally {
  await browser.close();
  await markets.demo.stop();
  await markets.empty.stop();
  forget();
}
console.log(`${taken} pictures in ${folder}`);

async function takeState(
  from: Browser,
  market: Market,
  screen: Screen,
  state: Screen['states'][number],
): Promise<void> {
  for (const [sizeName, viewport] of Object.entries(sizes)) {
    for (const colorScheme of screen.schemes) {
      for (const language of screen.isPublic ? (['en', 'si', 'ta'] as const) : (['en'] as const)) {
        const name = [screen.name, state, language, sizeName, colorScheme].join('.');
        if (!name.includes(wanted)) continue;
        const context = await from.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
        const page = await context.newPage();
        if (screen.signsInAs) await signIn(page, market, screen.signsInAs);
        await prepare(page, state);
        const prefix = language === 'en' ? '' : `/${language}`;
        await page.goto(market.url + prefix + screen.path, {
          waitUntil: state === 'loading' ? 'commit' : 'networkidle',
        });
        await screen.act?.(page);
        await page.waitForTimeout(state === 'loading' ? 700 : 250);
        await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: screen.isPublic });
        await context.close();
        taken += 1;
      }
    }
  }
}

/** Puts the network into the state that the picture is to show. */
async function prepare(page: Page, state: Screen['states'][number]): Promise<void> {
  if (state === 'failing')
    await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: { code: 'not_ready', message: '' } }));
  if (state === 'loading') await page.route('**/api/**', () => new Promise(() => {}));
  if (state === 'long') await longNames(page);
}
