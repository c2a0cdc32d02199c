import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import type { TakenMail } from '#server/testing/mail-server.ts';
import { buildWeb } from '../serve.ts';
import { BROWSER_FLAGS, ensureBrowser } from '../setup/programs.ts';
import { lines, partsOfPage, withoutBuild, withoutChance } from './normalise.ts';
import {
  COMPARED_PASSWORD,
  type ComparedMarket,
  type ComparedRequest,
  openComparedMarket,
  SUPERADMIN,
} from './open-market.ts';
import { laterSteps, steps } from './requests.ts';
import { ALERTED, FIRST_TIME, LAST_TIME, PROOF, SHIFT, type Step } from './steps.ts';
import { answerOf, fileOf, textOfAnswer, writeAnswers } from './write-answers.ts';

type WritePagesWrite = (name: string, text: string) => void;

const PAGES = [
  '/',
  '/?news=announcement',
  '/news',
  '/news?type=event',
  '/news/1',
  '/news/99',
  '/home-dailyprice',
  '/home-dailyprice?date=2026-11-10',
  '/home-dailyprice?date=2026-10-05',
  '/home-dailyprice?type=fruit',
  '/home-dailyprice?q=nothing',
  '/home-dailyprice?q=car&view=cards',
  '/product/1/chart',
  '/product/4/chart',
  '/product/1/chart?range=all&group=month&rows=all',
  '/product/99/chart',
  '/contact',
  '/calendar',
  '/open-data',
  '/alerts',
  '/alerts?product=1',
  '/alerts/manage',
  '/how-right',
  '/how-right?product=1&year=2026',
  '/print/prices/2026-11-19',
  '/print/poster',
  '/board',
  '/offline',
  '/nothing-here',
];

const FILES = [
  '/robots.txt',
  '/sitemap.xml',
  '/calendar.ics',
  '/manifest.webmanifest',
  '/login',
  '/gate',
  '/api/docs',
  '/mcp',
  '/poster.pdf',
  '/p/1',
  '/n/1',
  '/healthz',
  '/readyz',
];

const HEADERS = [
  'content-type',
  'cache-control',
  'vary',
  'content-security-policy',
  'referrer-policy',
  'location',
  'link',
];

/** Writes all public pages in all languages, with the pictures and files to which they link. */
async function writePages(market: ComparedMarket, write: WritePagesWrite): Promise<void> {
  const linked = new Set<string>();
  for (const language of languages)
    for (const path of PAGES) {
      const answer = await market.send({ method: 'GET', path: inLanguage(language, path), language });
      const html = await answer.text();
      for (const [, address = ''] of html.matchAll(/(?:href|content|src)="(?:https:\/\/pola\.example)?(\/[^"#]*)"/g))
        if (isMade(address)) linked.add(address.replaceAll('&amp;', '&'));
      const head = HEADERS.flatMap((name) =>
        answer.headers.has(name) ? [`${name}: ${answer.headers.get(name)}`] : [],
      );
      const parts = partsOfPage(html);
      const name = `pages/${language}${fileOf(path).replace(/\.txt$/, '')}`;
      const headText = withoutBuild(withoutChance(head.join('\n'))).replaceAll(/'sha256-[^']+'/g, "'<hash>'");
      write(`${name}.html`, `${answer.status}\n${headText}\n\n${parts.html}`);
      write(`${name}.css`, parts.css);
      if (parts.data !== '') write(`${name}.json`, parts.data);
    }
  for (const path of [
    ...FILES,
    ...languages.map((language) => inLanguage(language, '/manifest.webmanifest')),
    ...linked,
  ])
    write(`files${fileOf(path)}`, withoutBuild(await answerOf(market, { path, language: 'en' })));
}

/** Returns true for pictures, PDFs and feeds that the server generates, not for pages and files of the build. */
function isMade(address: string): boolean {
  return (
    !address.startsWith('/assets/') &&
    /\.(png|webp|jpe?g|pdf|ics|atom|csv|gz|parquet|json|jsonld|xml)(\?|$)/.test(address)
  );
}

export async function writeMarket(folder: string): Promise<void> {
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${text.trimEnd()}\n`);
  };
  await buildWeb();
  const market = await openComparedMarket(FIRST_TIME);
  const took = measure();
  try {
    const filled = await fillMarket(market, steps);
    const confirmed = await fillMarket(market, confirmations(market));
    const later = await fillMarket(market, laterSteps);
    took('filled');
    await market.setTime(LAST_TIME);
    await market.runSchedule();
    await market.waitForMails(1);
    await market.setTime(ALERTED);
    await market.waitForMails(3);
    write('fill.txt', [filled, confirmed, later].join('\n\n'));
    await writeMails(market.mails, write);
    took('mails');
    await writePages(market, write);
    took('pages');
    await writeScreens(market, write);
    took('papers');
    await writeAnswers(market, write);
    took('answers');
  } finally {
    await market.close();
  }
}

function confirmations({ mails }: ComparedMarket): Step[] {
  const confirms = keysOfAlerts(mails).map((key): Step => ({ send: 'POST /api/alerts/confirm', body: { key } }));
  return [{ as: 'reader' }, ...confirms];
}

function measure(): (what: string) => void {
  let since = performance.now();
  return (what) => {
    console.log(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s`);
    since = performance.now();
  };
}

/** Sends the requests. Returns requests and answers as text. */
async function fillMarket(market: ComparedMarket, steps: readonly Step[]): Promise<string> {
  const said: string[] = [];
  const tokens = new Map<string, string>();
  let role = 'superadmin';
  for (const step of steps) {
    if ('at' in step) {
      await market.setTime(step.at);
      tokens.clear();
    } else if ('as' in step) role = step.as;
    else if ('mails' in step) await market.waitForMails(step.mails);
    else {
      await market.passTime();
      const [method = '', path = ''] = step.send.split(' ');
      const token = role === 'reader' ? undefined : (tokens.get(role) ?? (await market.signIn(`${role}@example.com`)));
      if (token !== undefined) tokens.set(role, token);
      const answer = await prove(market, { method, path, token, body: bodyOf(path, step.body) });
      said.push(`${role}: ${step.send}\n${answer}`);
    }
  }
  return said.join('\n\n');
}

function bodyOf(path: string, body: object | undefined): object | undefined {
  if (!/^\/api\/(products|publications)(\/\d+)?$/.test(path) || body === undefined) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  return form;
}

async function prove(market: ComparedMarket, request: ComparedRequest): Promise<string> {
  const answer = await market.send(request);
  const text = await answer.text();
  if (!text.includes('"verification_required"')) return written(answer.status, text);
  await market.send({ method: 'POST', path: '/api/admin/verify', token: request.token, body: PROOF });
  const again = await market.send(request);
  return written(again.status, await again.text());
}

function written(status: number, text: string): string {
  return `${status} ${withoutChance(text)}`;
}

type Write = (name: string, text: string) => void;

/** Returns the keys of the alerts that readers have to confirm, sorted by email address. */
function keysOfAlerts(mails: readonly TakenMail[]): string[] {
  const asked = mails.flatMap(({ to, raw }) => {
    const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, '');
    const key = /alerts\/manage\?key=([\w-]{32})/.exec(head)?.[1];
    return key === undefined ? [] : [{ to, key }];
  });
  return asked.toSorted((one, other) => (one.to < other.to ? -1 : 1)).map(({ key }) => key);
}

/** Writes every email with all its parts decoded. The emails to one address are numbered in the order of their texts. */
async function writeMails(mails: readonly TakenMail[], write: Write): Promise<void> {
  const texts = await Promise.all(mails.map(async ({ to, raw }) => ({ to, text: await textOfPart(raw) })));
  const of = Map.groupBy(texts, ({ to }) => to);
  for (const [to, sent] of of)
    for (const [at, { text }] of sent.toSorted((one, other) => (one.text < other.text ? -1 : 1)).entries())
      write(`mails/${to}-${at + 1}.txt`, text);
}

async function textOfPart(raw: string): Promise<string> {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(end + 4);
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1];
  const shown = decodeWords(headers)
    .replaceAll('\r\n', '\n')
    .replaceAll(boundary ?? '\0', '<boundary>')
    .replace(/^(Message-ID: ).*/im, '$1<id>')
    .replaceAll(/<[\w.-]+@pola\.example>/g, '<id>');
  if (boundary === undefined)
    return withoutChance(`${shown}\n\n${await textOfAnswer(decode(headers, body), typeOf(headers))}`);
  const parts = body.split(`--${boundary}`).slice(1, -1);
  const read = await Promise.all(parts.map((part) => textOfPart(part.replace(/^\r\n/, ''))));
  return withoutChance(`${shown}\n\n${read.join('\n--\n')}`);
}

function typeOf(headers: string): string {
  return /content-type: ([^;\r\n]+)/i.exec(headers)?.[1] ?? 'text/plain';
}

function decode(headers: string, body: string): Buffer {
  const encoding = /content-transfer-encoding: (\S+)/i.exec(headers)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const joined = body.replaceAll('=\r\n', '');
  return Buffer.from(
    joined.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => byteOf(hex)),
    'latin1',
  );
}

function byteOf(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

function decodeWords(headers: string): string {
  return headers
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : text.replaceAll('_', ' ').replaceAll(/=([\dA-F]{2})/gi, (__, hex: string) => byteOf(hex)),
    )
    .replaceAll(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());
}

type WriteScreensWrite = (name: string, text: string) => void;

const INVOICES = ['A-12', 'A-13', 'A-14', 'T-1', 'T-2'].flatMap((shop) => [`INV-${shop}-202608`, `INV-${shop}-202610`]);

/** Printed documents that exist only as pages of the office, and not as PDFs. */
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
/** Matches attributes whose values depend on when the browser measures the page. */
const MEASURED = / (style|data-state|data-[a-z]+-hidden|data-scrollbars|data-offset-scrollbars)="[^"]*"/g;
const QR = /(?<= d=")(M\d+ \d+[hv\d-]+z)+(?=")/g;

async function writeScreens(market: ComparedMarket, write: WriteScreensWrite): Promise<void> {
  const executablePath = ensureBrowser();
  const browser = await chromium.launch({
    args: BROWSER_FLAGS,
    ...(executablePath !== undefined && { executablePath }),
  });
  try {
    const answer = await market.send({
      method: 'POST',
      path: '/api/admin/login',
      body: { email: SUPERADMIN, password: COMPARED_PASSWORD },
    });
    const session = (await answer.json()) as Record<string, string>;
    const open = async (language: Language) =>
      openContext(browser, { ...session, mustChangePassword: 'false', language });
    const contexts = await Promise.all(
      languages.map(async (language) => ({ language, context: await open(language) })),
    );
    const writeOne = async ({ language, context }: (typeof contexts)[number], path: string) =>
      write(`papers/${language}${fileOf(path)}`, await look(context, market.url, path));
    // The languages print the invoices one after the other, because printing also changes the invoices: it marks them
    // as printed.
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
  const context = await browser.newContext({ bypassCSP: true, serviceWorkers: 'block' });
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
