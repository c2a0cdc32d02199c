import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import type { Role } from '#contract/roles.ts';
import { sqliteFile } from '#server/db/connect.ts';
import { startWeatherService } from '#server/testing/weather-service.ts';
import { fillOnce } from '../tests/support/fill-once.ts';
import { type Market, signInBrowser, startMarket } from '../tests/support/start-market.ts';
import { lengthenNames } from './screens/lengthen-names.ts';
import { everyScreen, type ScreenToVisit, type State } from './screens/list.ts';
import { mainPictures } from './screens/main-pictures.ts';
import { buildWeb } from './serve.ts';
import { BROWSER_FLAGS, ensureBrowser } from './setup/programs.ts';

/**
 * `npm run screens [NAME ...]` takes pictures of every public page and every screen of screens/list.csv. NAMEs select
 * pictures by a part of the file name. `npm run pictures` takes those of docs/pictures: the first screen of each.
 */
const MAIN = '--main';
const areMain = process.argv.includes(MAIN);
const folder = path.resolve(import.meta.dirname, areMain ? '../docs/pictures' : '../screens');
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1366, height: 768 } };
const MOST_HEIGHT = 2400;
const AT_A_TIME = 3;
const PUBLIC_URL = 'https://pola.example';

interface Picture {
  name: string;
  screen: ScreenToVisit;
  state: State;
  language: Language;
  address: string;
  look: BrowserContextOptions;
}

await buildWeb();
const parts = process.argv.slice(2).filter((part) => part !== MAIN);
const fileNames = new Map(Object.entries(mainPictures).map(([file, name]) => [name, file]));
const wanted = (await allPictures()).filter(
  ({ name }) => (!areMain || fileNames.has(name)) && (parts.length === 0 || parts.some((part) => name.includes(part))),
);
if (parts.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const forget = await fillOnce();
const weather = await startWeatherService(new Date().toISOString());
const start = (kind: 'demo' | 'empty') =>
  startMarket(kind, {
    WEATHER_URL: weather.url,
    PUBLIC_URL,
    ...(kind === 'demo' && { SMTP_URL: 'smtp://127.0.0.1:9' }),
  });
const [demo, long, empty] = await Promise.all([start('demo'), start('demo'), start('empty')]);
lengthenNames(long.dataDir);
const latest = await latestDay(demo);
const shift = newestClosedShift(demo.dataDir);
const executablePath = ensureBrowser();
const browser = await chromium.launch({ args: BROWSER_FLAGS, ...(executablePath !== undefined && { executablePath }) });
const failures: string[] = [];
try {
  const sessions = await openSessions();
  // Pictures of the same screen are taken one after the other. At the same time, their actions would affect each other.
  const queue = Map.groupBy(wanted, ({ screen }) => screen).values();
  const work = async () => {
    for (const pictures of queue)
      for (const picture of pictures)
        await take(picture, sessions).catch((error) => failures.push(`${picture.name}: ${error}`));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
} finally {
  await browser.close();
  await Promise.all([demo, long, empty].map((market) => market.stop()));
  await weather.close();
  forget();
}
console.log(`${wanted.length - failures.length} pictures in ${folder}`);
for (const failure of failures) console.error(`FAIL ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function allPictures(): Promise<Picture[]> {
  return (await everyScreen()).flatMap((screen) =>
    screen.states.flatMap((state) =>
      languagesOf(screen, state).flatMap((language) =>
        Object.entries(sizes).flatMap(([size, viewport]) =>
          (state === 'full' && language === 'en' ? (['light', 'dark'] as const) : (['light'] as const)).map(
            (colorScheme) => ({
              name: [screen.name, state, language, size, colorScheme].join('.'),
              screen,
              state,
              language,
              address: screen.isPublic ? inLanguage(language, screen.path) : screen.path,
              look: { viewport, colorScheme, reducedMotion: 'reduce' as const },
            }),
          ),
        ),
      ),
    ),
  );
}

function languagesOf({ isPublic }: ScreenToVisit, state: State): readonly Language[] {
  return isPublic || state === 'full' ? languages : ['en'];
}

type Sessions = Map<string, NonNullable<BrowserContextOptions['storageState']>>;

/** Signs in once for each market and role, because the server limits sign-in attempts. */
async function openSessions(): Promise<Sessions> {
  const sessions: Sessions = new Map();
  for (const { screen, state } of wanted) {
    const key = sessionKey(state, screen.signsInAs);
    if (screen.signsInAs === undefined || sessions.has(key)) continue;
    const context = await browser.newContext();
    await signInBrowser(await context.newPage(), marketOf(state), screen.signsInAs);
    sessions.set(key, await context.storageState());
    await context.close();
  }
  return sessions;
}

async function take({ name, screen, state, language, address, look }: Picture, sessions: Sessions): Promise<void> {
  const storageState = sessions.get(sessionKey(state, screen.signsInAs));
  // The content security policy is bypassed. It allows images only from the server of the page, and would block the
  // images at PUBLIC_URL.
  const context = await browser.newContext({ ...look, bypassCSP: true, ...(storageState && { storageState }) });
  try {
    await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await context.route(`${PUBLIC_URL}/**`, async (route) => {
      const url = route.request().url().replace(PUBLIC_URL, marketOf(state).url);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    const page = await context.newPage();
    if (state === 'failing') await page.route('**/api/**', (route) => route.fulfill({ status: 503 }));
    if (state === 'loading') await page.route('**/api/**', () => undefined);
    await page.goto(marketOf(state).url + address.replace('LATEST', latest).replace('SHIFT', shift), {
      waitUntil: state === 'loading' ? 'load' : 'networkidle',
    });
    await arrive(page, state);
    await screen.act?.(page, language);
    await settle(page, state);
    if (!areMain) await growToContent(page);
    const picture = await page.screenshot({ animations: 'disabled' });
    const file = path.join(folder, `${areMain ? fileNames.get(name) : name}.png`);
    if (areMain) await sharp(picture).png({ palette: true, effort: 10 }).toFile(file);
    else await writeFile(file, picture);
  } finally {
    await context.close();
  }
}

/** Waits until a page is drawn. On a busy machine the network may already be idle before that. */
async function arrive(page: Page, state: State): Promise<void> {
  // The page counts as drawn when it has a heading, a form or a paragraph. An empty printed page has no heading.
  await page.locator('h1, h2, form, main p').first().waitFor();
  if (state !== 'loading') await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

async function settle(page: Page, state: State): Promise<void> {
  if (state === 'loading') await page.locator('[aria-busy=true]').first().waitFor();
  else await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  if (state === 'failing') await page.getByRole('alert').first().waitFor();
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    await document.fonts.ready;
  });
}

async function growToContent(page: Page): Promise<void> {
  const { width, height } = await page.evaluate(() => ({
    width: window.innerWidth,
    height: document.documentElement.scrollHeight,
  }));
  await page.setViewportSize({ width, height: Math.min(height, MOST_HEIGHT) });
  await page.evaluate(() => window.scrollTo(0, 0));
}

function marketOf(state: State): Market {
  if (state === 'empty') return empty;
  return state === 'long' ? long : demo;
}

function sessionKey(state: State, role: Role | undefined): string {
  return `${marketOf(state).url} ${role}`;
}

async function latestDay(market: Market): Promise<string> {
  const answer = (await (await fetch(`${market.url}/api/prices/days/2026-01-01`)).json()) as { latest: string };
  return answer.latest;
}

function newestClosedShift(dataDir: string): string {
  const database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  const closed = database
    .prepare('select id from gate_shifts where closed_at is not null order by closed_at desc')
    .get();
  database.close();
  return String(closed?.id ?? '');
}
