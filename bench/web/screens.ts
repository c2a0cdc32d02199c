import { setTimeout as wait } from 'node:timers/promises';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import type { Office } from '#scripts/demo/run-product.ts';
import { everyScreen, type ScreenToVisit } from '#scripts/screens/list.ts';
import { inOffice, median, onCopy, timesOf } from '../harness.ts';
import { type Devtools, openDevtools, type Tab } from './devtools.ts';

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

const DESKTOP = { width: 1366, height: 768, deviceScaleFactor: 1, mobile: false };
const SLOWER_PROCESSOR = 4;
const ROUNDS = 5;
/** A page is complete when nothing has been requested for this long. */
const QUIET_MS = 500;
const LOOK_MS = 50;
const WITHIN_MS = 60_000;

export function measureScreens(folder: string): Promise<OfficeCosts> {
  const measure = async (office: Office) => {
    const browser = await openDevtools();
    try {
      return await measureAll(browser, office);
    } finally {
      await browser.close();
    }
  };
  return onCopy(folder, (copy) => inOffice(copy, measure, 'superadmin'));
}

async function measureAll(browser: Devtools, office: Office): Promise<OfficeCosts> {
  const first = await WatchedTab.open(browser);
  const loads = await measureFirstLoads(first, office);
  const costs: Cost[] = [];
  for (const { name, path } of await officeScreens()) {
    const tab = await WatchedTab.open(browser, first.profile);
    const cost = { name, ...(await open(tab, office, path)) };
    await tab.close();
    costs.push(cost);
    console.log(
      `${name.padEnd(44)} ${cost.calls} calls, ${cost.serverMs.toFixed(1)} ms, longest task ${cost.longestTaskMs} ms`,
    );
  }
  await first.close();
  return { ...loads, costs };
}

async function officeScreens(): Promise<ScreenToVisit[]> {
  const seen = new Set<string>();
  return (await everyScreen()).filter(({ isPublic, signsInAs, states, path }) => {
    const isWanted = !isPublic && signsInAs === 'superadmin' && states.includes('full') && !seen.has(path);
    if (isWanted) seen.add(path);
    return isWanted;
  });
}

/** A tab whose scripts are the functions of this file, which run in its page. */
class WatchedTab {
  readonly requests: { method: string; url: string }[] = [];
  readonly #open = new Set<string>();
  readonly #tab: Tab;
  #quietSince = performance.now();

  static async open(browser: Devtools, profile?: string): Promise<WatchedTab> {
    const tab = await browser.openTab(profile);
    await tab.send('Page.enable');
    await tab.send('Network.enable');
    await tab.send('Emulation.setDeviceMetricsOverride', DESKTOP);
    return new WatchedTab(tab);
  }

  constructor(tab: Tab) {
    this.#tab = tab;
    tab.on('Network.requestWillBeSent', (sent: { requestId: string; request: { method: string; url: string } }) => {
      this.#open.add(sent.requestId);
      this.requests.push(sent.request);
    });
    const end = ({ requestId }: { requestId: string }) => {
      this.#open.delete(requestId);
      this.#quietSince = performance.now();
    };
    tab.on('Network.loadingFinished', end);
    tab.on('Network.loadingFailed', end);
  }

  get profile(): string {
    return this.#tab.profile;
  }

  async slowDown(): Promise<void> {
    await this.#tab.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  }

  async runBefore(script: () => void): Promise<void> {
    await this.#tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${script})()` });
  }

  async visit(address: string): Promise<void> {
    await this.#tab.send('Page.navigate', { url: address });
  }

  async type(text: string): Promise<void> {
    await this.#tab.send('Input.insertText', { text });
  }

  /**
   * Runs a script after the next frame, when the page has nothing to do. Earlier the page would not know of a long task
   * that has just ended.
   */
  async run<Answer>(script: (parameter: string) => Answer, parameter = ''): Promise<Answer> {
    const idle = 'new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)))';
    const answer = await this.#tab.send<{ result: { value: Answer }; exceptionDetails?: object }>('Runtime.evaluate', {
      expression: `${idle}.then(() => (${script})(${JSON.stringify(parameter)}))`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
    return answer.result.value;
  }

  /** Waits until the script returns true and nothing has been requested for half a second. */
  async waitUntil(script: () => boolean): Promise<void> {
    const until = performance.now() + WITHIN_MS;
    this.#quietSince = performance.now();
    const isQuiet = () => this.#open.size === 0 && performance.now() - this.#quietSince > QUIET_MS;
    // A page that is replaced in the meantime does not answer.
    while (!(isQuiet() && (await this.run(script).catch(() => false)))) {
      if (performance.now() > until)
        throw new Error(`The page is not complete: ${this.requests[0]?.url}, ${[...this.#open].join(' ')}`);
      await wait(LOOK_MS);
    }
  }

  async close(): Promise<void> {
    await this.#tab.close();
  }
}

async function measureFirstLoads(tab: WatchedTab, office: Office): Promise<Omit<OfficeCosts, 'costs'>> {
  await tab.runBefore(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('form')) return;
      observer.disconnect();
      performance.mark('form');
    }).observe(document, { childList: true, subtree: true });
  });
  await tab.visit(`${office.server.url}/login`);
  await tab.waitUntil(() => document.querySelector('[type=password]') !== null);
  for (const [type, text] of [
    ['email', 'superadmin@example.com'],
    ['password', DEMO_PASSWORD],
  ]) {
    await tab.run((field) => document.querySelector<HTMLInputElement>(`[type=${field}]`)?.focus(), type);
    await tab.type(text ?? '');
  }
  await tab.run(() => document.querySelector<HTMLButtonElement>('[type=submit]')?.click());
  await tab.waitUntil(
    () =>
      location.pathname.endsWith('/admin-dashboard') &&
      document.querySelector('h1')?.checkVisibility() === true &&
      document.querySelector('[aria-busy=true]') === null,
  );
  const scripts = await tab.run(() => {
    const formAt = performance.getEntriesByName('form')[0]?.startTime ?? Number.NaN;
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime, transferSize }) => ({ isBeforeForm: startTime < formAt, kb: transferSize / 1000 }));
  });
  const kbOf = (some: typeof scripts) => some.reduce((sum, { kb }) => sum + kb, 0);
  return { firstLoadKb: kbOf(scripts.filter(({ isBeforeForm }) => isBeforeForm)), untilDashboardKb: kbOf(scripts) };
}

async function open(tab: WatchedTab, office: Office, path: string): Promise<Omit<Cost, 'name'>> {
  await tab.slowDown();
  await tab.runBefore(watchLongTasks);
  await tab.visit(office.server.url + path);
  // `main` and `[role=status]` are accepted too, because pages for printing have no heading.
  await tab.waitUntil(
    () =>
      [...document.querySelectorAll('h1, main, [role=status]')].some(
        (one) => one.getBoundingClientRect().height > 0 && one.checkVisibility({ visibilityProperty: true }),
      ) && document.querySelector('[aria-busy=true]') === null,
  );
  const longestTaskMs = await tab.run(() => Math.round(Reflect.get(globalThis, 'longestTaskMs') as number));
  let serverMs = 0;
  const asked = tab.requests
    .filter(({ method, url }) => method === 'GET' && url.startsWith(`${office.server.url}/api/`))
    .map(({ url }) => url);
  for (const address of asked) {
    serverMs += median(await timesOf(ROUNDS, 1, () => askAgain(office, address)));
  }
  return { calls: asked.length, serverMs, longestTaskMs };
}

async function askAgain({ authorization }: Office, address: string): Promise<void> {
  await (await fetch(address, { headers: { authorization } })).arrayBuffer();
}

/** Runs in the page before its own scripts. */
function watchLongTasks(): void {
  Object.assign(globalThis, { longestTaskMs: 0 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      Object.assign(globalThis, {
        longestTaskMs: Math.max(duration, Reflect.get(globalThis, 'longestTaskMs') as number),
      });
  }).observe({ type: 'longtask', buffered: true });
}
