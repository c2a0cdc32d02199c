import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import type { Office } from '#scripts/demo/run-product.ts';
import { listedScreens, type ScreenToVisit } from '#scripts/screens/list.ts';
import { inOffice, median, onCopy, openBrowser, timesOf } from '../harness.ts';

interface Cost {
  name: string;
  calls: number;
  serverMs: number;
  longestTaskMs: number;
}

export interface OfficeCosts {
  /** The kilobytes of scripts until the login page is shown, with an empty cache. */
  firstLoadKb: number;
  untilDashboardKb: number;
  costs: Cost[];
}

const SLOWER_PROCESSOR = 4;
const ROUNDS = 5;

export function measureScreens(folder: string): Promise<OfficeCosts> {
  const measure = async (office: Office) => {
    const browser = await openBrowser();
    try {
      return await measureAll(browser, office);
    } finally {
      await browser.close();
    }
  };
  return onCopy(folder, (copy) => inOffice(copy, measure, 'superadmin'));
}

async function measureAll(browser: Browser, office: Office): Promise<OfficeCosts> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const loads = await measureFirstLoads(context, office);
  const costs: Cost[] = [];
  for (const { name, path } of officeScreens()) {
    const cost = { name, ...(await open(context, office, path)) };
    costs.push(cost);
    console.log(
      `${name.padEnd(44)} ${cost.calls} calls, ${cost.serverMs.toFixed(1)} ms, longest task ${cost.longestTaskMs} ms`,
    );
  }
  return { ...loads, costs };
}

function officeScreens(): ScreenToVisit[] {
  const seen = new Set<string>();
  return listedScreens.filter(({ isPublic, signsInAs, states, path }) => {
    const isWanted = !isPublic && signsInAs === 'superadmin' && states.includes('full') && !seen.has(path);
    if (isWanted) seen.add(path);
    return isWanted;
  });
}

async function measureFirstLoads(context: BrowserContext, office: Office): Promise<Omit<OfficeCosts, 'costs'>> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('form')) return;
      observer.disconnect();
      performance.mark('form');
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${office.server.url}/login`);
  await page.getByLabel('Email').fill('superadmin@example.com');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/admin-dashboard');
  await page.waitForLoadState('networkidle');
  const scripts = await page.evaluate(() => {
    const formAt = performance.getEntriesByName('form')[0]?.startTime ?? Number.NaN;
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime, transferSize }) => ({ isBeforeForm: startTime < formAt, kb: transferSize / 1000 }));
  });
  await page.close();
  const kbOf = (some: typeof scripts) => some.reduce((sum, { kb }) => sum + kb, 0);
  return { firstLoadKb: kbOf(scripts.filter(({ isBeforeForm }) => isBeforeForm)), untilDashboardKb: kbOf(scripts) };
}

async function open(context: BrowserContext, office: Office, path: string): Promise<Omit<Cost, 'name'>> {
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  const asked: string[] = [];
  page.on('request', (request) => {
    const address = request.url().replace(office.server.url, '');
    if (request.method() === 'GET' && address.startsWith('/api/')) asked.push(address);
  });
  await watchLongTasks(page);
  await page.goto(office.server.url + path);
  // `main` and `[role=status]` are accepted too, because pages for printing have no heading.
  await page.locator('h1, main, [role=status]').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  const longestTaskMs = await page.evaluate(() => Math.round(Reflect.get(globalThis, 'longestTaskMs') as number));
  await page.close();
  let serverMs = 0;
  for (const address of asked) {
    serverMs += median(await timesOf(ROUNDS, 1, () => askAgain(office, address)));
  }
  return { calls: asked.length, serverMs, longestTaskMs };
}

async function askAgain({ server, authorization }: Office, address: string): Promise<void> {
  await (await fetch(server.url + address, { headers: { authorization } })).arrayBuffer();
}

async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { longestTaskMs: 0 });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        Object.assign(globalThis, {
          longestTaskMs: Math.max(duration, Reflect.get(globalThis, 'longestTaskMs') as number),
        });
    }).observe({ type: 'longtask', buffered: true });
  });
}
