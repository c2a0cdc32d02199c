import { DatabaseSync } from 'node:sqlite';
import { type Browser, expect, type Page } from '@playwright/test';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import { everyScreen, type ScreenToVisit } from '#scripts/screens/list.ts';
import { sqliteFile } from '#server/db/connect.ts';
import { expectNoAxeFindings, expectReadableColours, expectStill } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { newYearsDay } from './support/demo-days.ts';
import { test } from './support/market.ts';
import { openScreen } from './support/office-screens.ts';
import { staffTextsIn } from './support/staff-texts.ts';
import { type Market, sessionOf } from './support/start-market.ts';

interface Look {
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  check: (page: Page) => Promise<void>;
  /**
   * Whether dialogs and errors are checked too. A check of colours omits them, because they have the same colours as
   * their page.
   */
  withActs: boolean;
}

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1366, height: 768 };
const BY_DAY: readonly Look[] = [
  { viewport: PHONE, colorScheme: 'light', check: expectNoAxeFindings, withActs: true },
  { viewport: DESKTOP, colorScheme: 'dark', check: expectReadableColours, withActs: false },
];
const AT_NIGHT = [PHONE, DESKTOP].flatMap((viewport) =>
  (['light', 'dark'] as const).map(
    (colorScheme): Look => ({ viewport, colorScheme, check: expectNoAxeFindings, withActs: true }),
  ),
);

/** One screen of each layout. `npm test` checks each of these on a phone or on a desktop. */
const LAYOUTS = [
  'site-home',
  'site-prices',
  'site-chart',
  'site-news',
  'site-contact',
  'office-login',
  'office-dashboard',
  'office-invoices',
  'office-shop-summary-invoice',
  'office-make-payment-confirm',
  'office-price-sheet',
  'office-add-publication',
  'gate-vehicles',
];
/** Pages in their printed form. */
const PAPERS = ['office-print-invoices-paper', 'office-receipt-print'];
/**
 * Screens that resemble another screen of the same page. Outside the nightly run, only that other screen is checked.
 */
const ONLY_AT_NIGHT = [
  'site-prices-filtered',
  'site-news-events',
  'office-dashboard-month',
  'office-invoices-nothing-found',
  'office-products-nothing-found',
  'office-publications-nothing-found',
  'office-publications-news',
  'office-system-logs-corrections',
  'office-shop-summary-former',
  'office-shop-summary-vacant',
  'office-shop-summary-reader',
  'office-charge-kinds-reader',
  'office-fine-arrest',
  'office-invoice-arrest',
];
/**
 * Screens of a market without data that are also checked outside the nightly run: a few pages of the site, and each
 * kind of empty screen of the office.
 */
const EMPTY_BY_DAY = [
  'site-home',
  'site-prices',
  'site-prices-print',
  'office-dashboard',
  'office-invoices',
  'office-add-tenant',
  'office-price-sheet',
  'office-view-prices',
  'office-settings',
];
const AT_ONCE = 8;

test.use({ actionTimeout: 20_000 });
test.describe.configure({ timeout: 300_000 });

const shown = (await everyScreen()).filter(({ name }) => !PAPERS.includes(name));
const byDay = {
  full: shown.filter(({ name }) => !LAYOUTS.includes(name) && !ONLY_AT_NIGHT.includes(name)),
  empty: shown.filter(({ name }) => EMPTY_BY_DAY.includes(name)),
};
const states = ['full', 'empty'] as const;
const groups = states.flatMap((state) =>
  [...Map.groupBy(byDay[state], ({ name, signsInAs }) => `${name.split('-', 1)} ${signsInAs}`).values()].flatMap(
    (all) =>
      Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) => ({
        state,
        screens: all.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
      })),
  ),
);

const byTurn = (place: number) => languages[place % languages.length] ?? 'en';

test('one screen of each layout is accessible and fits a phone or a desktop', { tag: '@quick' }, async ({
  browser,
  demo,
}) => {
  expect(await visitLayouts(browser, demo, 0)).toEqual([]);
});

test('each of these screens also fits the other one', async ({ browser, demo }) => {
  expect(await visitLayouts(browser, demo, 1)).toEqual([]);
});

for (const [at, { state, screens }] of groups.entries()) {
  const language = byTurn(at);
  const span = `${screens.at(0)?.name} to ${screens.at(-1)?.name}, ${state}`;

  test(`accessible, on a phone and a desktop, in ${language}: ${span}`, async ({ browser, demo, emptyMarket }) => {
    await visitAll(
      browser,
      { market: state === 'full' ? demo : emptyMarket, screens, languageOf: () => language },
      BY_DAY,
    );
  });
}

for (const language of languages) {
  for (const state of states)
    test(`every look of every screen of a market that is ${state}, in ${language}`, { tag: '@nightly' }, async ({
      browser,
      demo,
      emptyMarket,
    }) => {
      test.setTimeout(1_800_000);
      const screens = shown.filter((screen) => screen.states.includes(state));
      await visitAll(
        browser,
        { market: state === 'full' ? demo : emptyMarket, screens, languageOf: () => language },
        AT_NIGHT,
      );
    });
}

interface Visit {
  market: Market;
  screens: readonly ScreenToVisit[];
  languageOf: (place: number) => Language;
}

/** Visits each layout with one of the looks by turn. */
async function visitLayouts(browser: Browser, market: Market, turn: number): Promise<string[]> {
  const layouts = shown.filter(({ name }) => LAYOUTS.includes(name));
  const faults: string[] = [];
  for (const [at, look] of BY_DAY.entries()) {
    const screens = layouts.filter((_, place) => (place + at) % BY_DAY.length === turn);
    faults.push(...(await visitWith(browser, { market, screens, languageOf: byTurn }, look)));
  }
  return faults;
}

async function visitAll(browser: Browser, visit: Visit, looks: readonly Look[]): Promise<void> {
  const faults: string[] = [];
  for (const look of looks) faults.push(...(await visitWith(browser, visit, look)));
  expect(faults).toEqual([]);
}

async function visitWith(browser: Browser, visit: Visit, look: Look): Promise<string[]> {
  const { market } = visit;
  const screens = visit.screens.filter(({ act }) => look.withActs || act === undefined);
  const faults: string[] = [];
  let page: Page | undefined;
  let before: { screen: ScreenToVisit; language: Language } | undefined;
  for (const [place, screen] of screens.entries()) {
    const language = visit.languageOf(place);
    const isNewPage = !page || before?.screen.signsInAs !== screen.signsInAs || isOfGate(screen);
    if (!page || isNewPage) {
      await page?.context().close();
      page = await openPage(browser, { market, screen, look });
    }
    if (isNewPage || before?.language !== language)
      await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    try {
      // The page is opened anew after a change of language. It is also opened anew after a screen with an action,
      // because the action may have left a dialog or an input behind.
      const isAnew = before?.screen.act !== undefined || before?.language !== language;
      await open(page, { market, screen, language, isAnew });
      await screen.act?.(page, language);
      await page.mouse.move(0, 0);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expectStill(page);
      await look.check(page);
      await expectNoSidewaysScroll(page);
    } catch (error) {
      faults.push(`${screen.name} in ${language}, ${look.viewport.width} px wide, ${look.colorScheme}: ${error}`);
    }
    await page.unrouteAll();
    before = { screen, language };
  }
  await page?.context().close();
  return faults;
}

const isOfGate = ({ name }: ScreenToVisit) => name.startsWith('gate-');

interface Place {
  market: Market;
  screen: ScreenToVisit;
  look: Look;
}

async function openPage(browser: Browser, { market, screen, look }: Place): Promise<Page> {
  const { signsInAs } = screen;
  const context = await browser.newContext({
    baseURL: market.url,
    viewport: look.viewport,
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
    ...(signsInAs && { storageState: await sessionOf(market, signsInAs) }),
  });
  await context.addInitScript(() => {
    window.print = () => {};
  });
  return context.newPage();
}

interface Opening {
  market: Market;
  screen: ScreenToVisit;
  language: Language;
  isAnew: boolean;
}

async function open(page: Page, { market, screen, language, isAnew }: Opening): Promise<void> {
  const path = await fillIn(screen.path, market);
  const isInside = !isAnew && !screen.isPublic && screen.signsInAs && /^\/(?!gate|print|no-such)/.test(path);
  if (isInside) await openScreen(page, path, staffTextsIn(language)['shell.notFound.title']);
  else await page.goto(screen.isPublic ? inLanguage(language, path) : path);
  await page.locator('h1, h2, form, main p').first().waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function fillIn(path: string, market: Market): Promise<string> {
  if (path.includes('LATEST')) {
    const days = await (await fetch(`${market.url}/api/prices/days/2999-01-01`)).json();
    return path.replace('LATEST', (days as { latest: string | null }).latest ?? `${newYearsDay}`);
  }
  return path.includes('SHIFT') ? path.replace('SHIFT', newestClosedShift(market.dataDir)) : path;
}

function newestClosedShift(dataDir: string): string {
  const database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  const closed = database
    .prepare('select id from gate_shifts where closed_at is not null order by closed_at desc')
    .get();
  database.close();
  return String(closed?.id ?? '');
}
