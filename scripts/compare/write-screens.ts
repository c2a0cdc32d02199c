import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { type Language, languages } from '#contract/languages.ts';
import { BROWSER_FLAGS, ensureBrowser } from '../setup/programs.ts';
import { lines, withoutBuild, withoutChance } from './normalise.ts';
import { type Market, PASSWORD, SUPERADMIN } from './open-market.ts';
import { ALERTED, SHIFT } from './requests.ts';
import { fileOf } from './write-answers.ts';

type Write = (name: string, text: string) => void;

const INVOICES = ['A-12', 'A-13', 'A-14', 'T-1', 'T-2'].flatMap((shop) => [`INV-${shop}-202608`, `INV-${shop}-202610`]);

/** Papers that only the office draws. */
const PAPERS = [
  `/print/shift/${SHIFT}`,
  '/print/ticket/V1',
  '/print/ticket/S1',
  '/print/ticket/V3',
  '/receipt/8',
  '/receipt/9',
  '/receipt/20',
  '/receipt/22',
  '/shop-summary/A-12?tab=statement',
  '/shop-summary/A-13?tab=statement',
  '/shop-summary/A-14?tab=statement',
  '/rent-roll?month=2026-10',
];
/** Attributes that depend on when the browser measures. */
const MEASURED = / (style|data-state|data-[a-z]+-hidden|data-scrollbars|data-offset-scrollbars)="[^"]*"/g;
const QR = /(?<= d=")(M\d+ \d+[hv\d-]+z)+(?=")/g;

export async function writeScreens(market: Market, write: Write): Promise<void> {
  const executablePath = ensureBrowser();
  const browser = await chromium.launch({
    args: BROWSER_FLAGS,
    ...(executablePath !== undefined && { executablePath }),
  });
  try {
    const answer = await market.send({
      method: 'POST',
      path: '/api/admin/login',
      body: { email: SUPERADMIN, password: PASSWORD },
    });
    const session = (await answer.json()) as Record<string, string>;
    const open = async (language: Language) =>
      openContext(browser, { ...session, mustChangePassword: 'false', language });
    const contexts = await Promise.all(
      languages.map(async (language) => ({ language, context: await open(language) })),
    );
    const writeOne = async ({ language, context }: (typeof contexts)[number], path: string) =>
      write(`papers/${language}${fileOf(path)}`, await look(context, market.url, path));
    // The window marks what it prints, so one after the other.
    for (const one of contexts) await writeOne(one, '/print/invoices');
    const writeAll = async (one: (typeof contexts)[number]) => {
      for (const path of PAPERS) await writeOne(one, path);
    };
    await Promise.all(contexts.map(writeAll));
  } finally {
    await browser.close();
  }
}

async function openContext(browser: Browser, stored: Record<string, string>): Promise<BrowserContext> {
  const context = await browser.newContext({ bypassCSP: true, serviceWorkers: 'block', timezoneId: 'Asia/Colombo' });
  await context.clock.setFixedTime(new Date(ALERTED));
  await context.addInitScript(
    ({ given, ids }) => {
      for (const [name, value] of Object.entries(given)) localStorage.setItem(name, String(value));
      sessionStorage.setItem('print-invoices', JSON.stringify(ids));
      window.print = () => undefined;
    },
    { given: stored, ids: INVOICES },
  );
  return context;
}

async function look(context: BrowserContext, url: string, path: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(url + path, { waitUntil: 'networkidle' });
  await page.locator('h1, h2, main p').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  if (path === '/print/invoices') await page.locator('main button:not([disabled])').first().waitFor();
  const html = await page
    .locator('main')
    .first()
    .evaluate((main) => main.outerHTML);
  await page.close();
  const text = lines(withoutBuild(withoutChance(html.replaceAll(MEASURED, ''))));
  return path.startsWith('/print/ticket') ? text.replaceAll(QR, '<code of the audit log>') : text;
}
