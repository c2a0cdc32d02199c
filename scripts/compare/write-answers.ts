import { createHash } from 'node:crypto';
import { gunzipSync, unzipSync } from 'fflate';
import { languages } from '#contract/languages.ts';
import { readPdfText } from '#server/testing/pdf.ts';
import { indented, lines, withoutChance } from './normalise.ts';
import { type ComparedMarket, SUPERADMIN } from './open-market.ts';
import { SHIFT } from './steps.ts';

type Write = (name: string, text: string) => void;

/** The addresses to request for paths with parameters. Paths without parameters are all requested. */
const ASKED: readonly string[] = [
  ...['A-12', 'A-13', 'A-14', 'B-7', 'F-1', 'T-1'].flatMap((shop) => [
    `/api/shops/${shop}`,
    `/api/shops/shop-summary/${shop}`,
    `/api/shops/${shop}/statement`,
    `/api/shops/${shop}/statement/pdf`,
  ]),
  ...[1, 2, 3, 4, 5, 6, 7].flatMap((tenancy) => [
    `/api/tenants/${tenancy}`,
    `/api/tenancies/${tenancy}`,
    `/api/tenancies/${tenancy}/personal-data`,
    `/api/tenancies/${tenancy}/other-charges`,
  ]),
  ...['A-12', 'A-13', 'A-14', 'T-1', 'T-2'].flatMap((shop) =>
    ['202608', '202610'].map((month) => `/api/invoices/INV-${shop}-${month}/pdf`),
  ),
  ...[8, 9, 19, 20, 21, 22, 23].flatMap((payment) => [
    `/api/payments/${payment}/receipt`,
    `/api/payments/${payment}/receipt/pdf`,
  ]),
  ...['report', 'report2', 'report3'].flatMap((report) =>
    ['en', 'si', 'ta'].flatMap((language) => [
      `/api/${report}/monthly-income?year=2026&month=10&format=pdf&language=${language}`,
      `/api/${report}/monthly-income?year=2026&month=10&format=xlsx&language=${language}`,
    ]),
  ),
  ...['en', 'si', 'ta'].flatMap((language) => [
    `/api/reports/rent-roll/file?month=2026-10&format=pdf&language=${language}`,
    `/api/reports/rent-roll/file?month=2026-10&format=xlsx&language=${language}`,
    `/api/reports/year/file?year=2026&format=pdf&language=${language}`,
    `/api/reports/year/file?year=2026&format=xlsx&language=${language}`,
    `/api/v1/feeds/${language}/publications.atom`,
  ]),
  '/api/reports/rent-roll?month=2026-10',
  '/api/tenants?former=true',
  '/api/products?archived=true',
  '/api/invoices?search=A-12&status=unpaid',
  '/api/payments/payments?year=2026&month=9&voided=true',
  '/api/paymentscorrection/payments-by-date?shop_id=A-12&payment_date=2026-08-03',
  '/api/settings/runs/6f1c1b52-6a0b-4d0e-9c53-0a3f1f5d7e11',
  '/api/settings/runs/6f1c1b52-6a0b-4d0e-9c53-0a3f1f5d7e12',
  '/api/summery/summary?year=2026&month=10',
  '/api/products/1',
  '/api/products/4',
  '/api/prices/by-date/2026-11-19',
  '/api/prices/days/2026-11-19',
  '/api/prices/sheet/2026-11-20',
  '/api/prices/product/1/chart',
  '/api/prices/product/1/series',
  '/api/prices/product/1/date/2026-11-18',
  '/api/prices/product/1/date/2026-11-18/changes',
  '/api/v1/comparisons?date=2026-11-19',
  '/api/market-days?from=2026-01-01&to=2026-12-31',
  '/api/v1/products/CAR/prices?from=2026-11-01&to=2026-11-20',
  '/api/v1/years/2026/prices.csv',
  '/api/v1/years/2026/prices.json',
  '/api/v1/years/2026/arrivals.csv',
  '/api/v1/arrivals?from=2026-11-19&to=2026-11-20',
  '/api/v1/outlook/CAR?year=2026',
  '/api/v1/days?year=2026',
  '/api/v1/prices?date=2026-11-19',
  '/api/publications/1',
  '/api/sanitation/by-date?date=2026-11-20',
  '/api/vehicle-tickets/by-date?date=2026-11-20',
  `/api/gate/shifts/${SHIFT}`,
  '/api/gate/shifts?date=2026-11-20',
  '/api/gate/check/V1',
  '/api/gate/check/S1',
  '/api/gate/check/V3',
  '/api/tax/schedules/2641',
  ...['01', '02', '03', '04'].map((schedule) => `/api/tax/schedules/2641/${schedule}`),
  ...['1', '2', '3', '4'].map((document) => `/api/tax/documents/${document}/pdf`),
  '/api/approvals?list=open',
  '/api/approvals?list=ended',
  ...[1, 2, 3, 4, 5].map((page) => `/api/audit?limit=100&page=${page}`),
];

interface Description {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
}

/**
 * Writes the answers of all calls that only read, in each language, and how all other calls refuse an empty request.
 */
export async function writeAnswers(market: ComparedMarket, write: Write): Promise<void> {
  const described = await (await market.send({ method: 'GET', path: '/api/openapi.json' })).text();
  write('openapi.json', indented(withoutChance(described)));
  const { paths } = JSON.parse(described) as Description;
  const plain = Object.entries(paths).flatMap(([path, calls]) => ('get' in calls && !path.includes('{') ? [path] : []));
  const token = await market.signIn(SUPERADMIN);
  for (const path of new Set([...plain.filter(isRead), ...ASKED])) {
    const english = await answerOf(market, { path, token, language: 'en' });
    write(`answers/en${fileOf(path)}`, english);
    for (const language of languages.filter((one) => one !== 'en')) {
      const answer = await answerOf(market, { path, token, language });
      if (answer !== english) write(`answers/${language}${fileOf(path)}`, answer);
    }
  }
  const asked = new Set(ASKED.map((path) => path.replace(/\?.*/, '')));
  const missing = Object.entries(paths).flatMap(([path, calls]) => {
    const shape = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return 'get' in calls && path.includes('{') && ![...asked].some((one) => shape.test(one)) ? [path] : [];
  });
  write('answers/not-asked.txt', missing.join('\n'));
  await writePapers(market, token, write);
  await writeMcpAnswers(market, write);
  await writeRefusals(market, paths, { token, write });
}

async function writePapers(market: ComparedMarket, token: string, write: Write): Promise<void> {
  const months = ['202608', '202609', '202610', '202611'];
  const invoice_ids = ['A-12', 'A-13', 'A-14', 'T-1', 'T-2'].flatMap((shop) =>
    months.slice(0, shop === 'T-1' ? 1 : 4).map((month) => `INV-${shop}-${month}`),
  );
  const answer = await market.send({ method: 'POST', path: '/api/invoices/papers', token, body: { invoice_ids } });
  write('answers/en/invoices-papers.txt', `${answer.status}\n${indented(withoutChance(await answer.text()))}`);
}

async function writeMcpAnswers(market: ComparedMarket, write: Write): Promise<void> {
  for (const [method, params] of [
    ['tools/list', {}],
    ['tools/call', { name: 'products', arguments: {} }],
    ['tools/call', { name: 'day', arguments: { day: 'no day' } }],
  ] as const) {
    const answer = await fetch(`${market.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const name = [method, 'name' in params ? params.name : ''].join('-').replace('/', '-');
    write(`tools/${name}.txt`, `${answer.status}\n${indented(withoutChance(await answer.text()))}`);
  }
}

/** Matches calls that are not sent, because they would change later answers or end the session. */
const NOT_SENT = /\/(logout|login|backup|end-session|language|columns|new-app|new-passkey|recovery-codes|week|test)\b/;

async function writeRefusals(
  market: ComparedMarket,
  paths: Description['paths'],
  { token, write }: { token: string; write: Write },
): Promise<void> {
  for (const language of languages) {
    const said: string[] = [];
    for (const [path, calls] of Object.entries(paths))
      for (const method of Object.keys(calls).filter((one) => one !== 'get' && !NOT_SENT.test(path))) {
        const hasDryRun = calls[method]?.parameters?.some(({ name }) => name === 'dry_run');
        const address = path.replaceAll(/\{\w+\}/g, '999999') + (hasDryRun ? '?dry_run=true' : '');
        await market.passTime();
        const sent = { method: method.toUpperCase(), path: address, token, body: {}, language };
        const answer = await market.send(sent);
        said.push(`${sent.method} ${address}\n${answer.status} ${withoutChance(await answer.text())}`);
      }
    write(`refusals/${language}.txt`, said.join('\n\n'));
  }
}

function isRead(path: string): boolean {
  return !/\/(backup\/backup|books\/verify)$/.test(path) && !path.includes('monthly-income') && !path.endsWith('/file');
}

export function fileOf(path: string): string {
  return `${path.replaceAll(/[?&=]/g, ',').replace(/\/$/, '/index')}.txt`;
}

export async function answerOf(
  market: ComparedMarket,
  { path, token, language }: { path: string; token?: string; language: string },
): Promise<string> {
  const answer = await market.send({ method: 'GET', path, token, language });
  const type = answer.headers.get('content-type') ?? '';
  const head = ['content-type', 'content-disposition', 'cache-control', 'content-language', 'x-total-count']
    .flatMap((name) => (answer.headers.has(name) ? [`${name}: ${answer.headers.get(name)}`] : []))
    .join('\n');
  const content = Buffer.from(await answer.arrayBuffer());
  const text = await textOfAnswer(content, type);
  return `${answer.status}\n${head}\n\n${path.endsWith('/settings/runs') ? inOrder(text) : text}`;
}

/** Sorts the runs, because runs with the same time are returned in random order. */
function inOrder(list: string): string {
  const runs = JSON.parse(list) as object[];
  return indented(
    JSON.stringify(runs.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))),
  );
}

export async function textOfAnswer(content: Buffer, type: string): Promise<string> {
  if (type.includes('json')) return indented(withoutChance(content.toString()));
  if (type.includes('application/pdf')) return textOfPdf(content);
  if (type.includes('spreadsheet')) return textOfSheets(content);
  if (type.includes('gzip')) return Buffer.from(gunzipSync(content)).toString();
  if (type.startsWith('text/') || type.includes('xml')) return lines(withoutChance(content.toString()));
  return digestOf(content);
}

/**
 * Returns the text of a PDF with a digest of its drawing instructions. The digest is omitted if the text contains a
 * random value, such as a code of the audit log.
 */
async function textOfPdf(content: Buffer): Promise<string> {
  const pages = await readPdfText(content);
  const said = pages.map((page, at) => `page ${at + 1}\n${page}`).join('\n');
  const known = withoutChance(said);
  if (known !== said) return known;
  const drawn = content
    .toString('latin1')
    .replaceAll(/\/(CreationDate|ModDate) \([^)]*\)|\/ID \[[^\]]*\]/g, '')
    .replaceAll(/startxref[\s\S]*|xref\n[\s\S]*?trailer/g, '');
  return `${said}\ndrawn: ${digestOf(Buffer.from(drawn, 'latin1'))}`;
}

function textOfSheets(content: Buffer): string {
  const files = Object.entries(unzipSync(content)).filter(([name]) => !name.startsWith('docProps/'));
  return files
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, bytes]) => `${name}\n${lines(withoutChance(Buffer.from(bytes).toString()))}`)
    .join('\n');
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
