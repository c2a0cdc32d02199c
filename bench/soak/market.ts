import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { addDays, addMonths, type Day, dayOf, fromDayNumber, monthOf } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { gate } from '#contract/gate.ts';
import type { invoices } from '#contract/invoices.ts';
import { languages } from '#contract/languages.ts';
import type { openData } from '#contract/open-data.ts';
import type { prices } from '#contract/prices.ts';
import type { products } from '#contract/products.ts';
import type { publications } from '#contract/publications.ts';
import { type Role, roles } from '#contract/roles.ts';
import type { session } from '#contract/session.ts';
import type { shops } from '#contract/shops.ts';
import type { tariff } from '#contract/tariff.ts';
import { proofOf } from '#scripts/demo/run-product.ts';
import { systemClock } from '#server/clock.ts';
import { pickAt, type SoakRequest, type Task, type Visitor, WHOLE_MARKET_MS } from './visitor.ts';

export interface SoakMarket extends Visitor {
  today: Day;
  productIds: number[];
  years: number[];
  shopIds: string[];
  invoiceIds: string[];
  deviceCode: string;
  /** Prices in rupees by the name of the vehicle type. */
  ticketPrices: Record<string, number>;
  tokens: Record<Role, string>;
  lists: Record<string, readonly (string | number)[]>;
}

export async function openSoakMarket(visitor: Visitor): Promise<SoakMarket> {
  const { askJson } = visitor;
  const tokens = {} as Record<Role, string>;
  for (const role of roles) tokens[role] = await signInToSoak(visitor, role);
  const token = tokens.admin;
  const catalogue = await askJson<Answer<typeof products.list>>('/api/products');
  const news = await askJson<Answer<typeof publications.list>>('/api/publications');
  const series = await askJson<Answer<typeof prices.series>>(`/api/prices/product/${catalogue[0]?.id}/series`);
  const days = series.days.map(fromDayNumber);
  const newest = await askJson<Answer<typeof prices.byDate>>(`/api/prices/by-date/${days.at(-1)}`);
  const allInvoices = await askJson<Answer<typeof invoices.list>>('/api/invoices', { token, mostMs: WHOLE_MARKET_MS });
  const allShops = await askJson<Answer<typeof shops.list>>('/api/shops', { token });
  const phone = { method: 'POST', token: tokens.tiketing, body: {}, expected: [201] } as const;
  const { device } = await askJson<Answer<typeof gate.addDevice>>('/api/gate/devices', phone);
  const page = (await visitor.ask('/product/1/chart')).body.toString();
  const years = (await askJson<Answer<typeof openData.years>>('/api/v1/years')).map(({ year }) => year);
  const today = dayOf(systemClock.now());
  const tariffs = await askJson<Answer<typeof tariff.list>>('/api/gate/tariffs', { token });
  const productIds = catalogue.map(({ id }) => id);
  const shopIds = allShops.map(({ shop_id }) => shop_id);
  const past = Array.from({ length: 48 }, (_, months) => addMonths(today, -months));
  return {
    ...visitor,
    today,
    productIds,
    shopIds,
    years,
    tokens,
    deviceCode: device.letters,
    ticketPrices: tariffs.find(({ valid_from }) => valid_from <= today)?.prices ?? {},
    invoiceIds: allInvoices.map(({ invoice_id }) => invoice_id),
    lists: {
      day: days,
      newest: days.slice(-1),
      today: [today],
      product: productIds,
      shop: shopIds,
      year: years,
      priced: newest.map(({ product_id }) => product_id),
      code: catalogue.map(({ code }) => code),
      publication: news.map(({ id }) => id),
      picture: [...catalogue, ...news].flatMap(({ image }) => (image === null ? [] : [new URL(image).pathname])),
      asset: [...new Set(page.match(/\/assets\/[\w./~-]+\.\w+/g))],
      month: past.map(monthOf),
      pastYear: past.map((date) => date.slice(0, 4)),
      thisYear: [today.slice(0, 4)],
      recent: Array.from({ length: 40 }, (_, ago) => addDays(today, -ago)),
      language: languages,
      prefix: languages.map((language) => (language === 'en' ? '' : `/${language}`)),
      word: ['carrot', 'mango', 'rice'],
      index: ['/sitemap.xml', '/robots.txt', '/api/openapi.json'],
      app: ['/login', '/gate', '/gate/worker.js', '/admin-dashboard'],
      health: ['/healthz', '/readyz'],
      period: ['daily', 'monthly'],
      series: ['T20_', 'T100_', 'V'],
    },
  };
}

export async function confirmIdentity({ ask, tokens }: SoakMarket): Promise<void> {
  await ask('/api/admin/verify', { method: 'POST', token: tokens.superadmin, body: proofOf('superadmin') });
}

export async function signInToSoak({ askJson }: Visitor, role: Role): Promise<string> {
  const request = { method: 'POST', body: proofOf(role) } as const;
  return (await askJson<Answer<typeof session.login>>('/api/admin/login', request)).token;
}

interface ReadRow {
  kind: 'page' | 'api' | 'again' | 'browser' | 'missing' | 'invalid' | 'office' | 'gate' | 'market';
  'per minute': string;
  what: string;
  address: string;
}

/** The headers that a browser sends. A client without them gets uncompressed answers. */
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' };
const STRIDE = 7919;

export function readTasks(market: SoakMarket): Task[] {
  const csv = readFileSync(path.join(import.meta.dirname, 'reads.csv'), 'utf8');
  return parse<ReadRow>(csv, { columns: true }).map(({ kind, what, address, ...row }) => ({
    what,
    perMinute: Number(row['per minute']),
    run: (at) => read(market, { kind, address: fillIn(market, address, at) }, at),
  }));
}

async function read(
  market: SoakMarket,
  { kind, address }: Pick<ReadRow, 'kind' | 'address'>,
  at: number,
): Promise<void> {
  const requests: Record<ReadRow['kind'], SoakRequest> = {
    page: { headers: BROWSER },
    browser: { headers: BROWSER },
    again: { headers: BROWSER },
    api: {},
    missing: { expected: [404] },
    invalid: { expected: [400] },
    office: { token: market.tokens.manager },
    gate: { token: market.tokens.tiketing },
    market: { token: market.tokens.admin, mostMs: WHOLE_MARKET_MS },
  };
  const prefix = kind === 'page' ? pickAt(market.lists.prefix ?? [], at) : '';
  const { headers } = await market.ask(prefix + address, requests[kind]);
  if (kind === 'page' && !headers['content-type']?.startsWith('text/html')) {
    throw new Error(`${address} is ${headers['content-type']}`);
  }
  if (kind !== 'again') return;
  await market.ask(address, { headers: { ...BROWSER, 'if-none-match': headers.etag ?? '' }, expected: [304, 200] });
}

function fillIn({ lists }: SoakMarket, address: string, at: number): string {
  return address.replaceAll(/\{(\w+)(?:\.\.(\d+))?\}/g, (_, name: string, last: string | undefined) =>
    last === undefined ? String(pickAt(lists[name] ?? [], at * STRIDE)) : String(1 + (at % Number(last))),
  );
}
