import { type Day, dayOf, fromDayNumber } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { gate } from '#contract/gate.ts';
import type { invoices } from '#contract/invoices.ts';
import type { openData } from '#contract/open-data.ts';
import type { Role } from '#contract/permissions.ts';
import type { prices } from '#contract/prices.ts';
import type { products } from '#contract/products.ts';
import type { publications } from '#contract/publications.ts';
import type { session } from '#contract/session.ts';
import type { shops } from '#contract/shops.ts';
import { DEMO_PASSWORD } from '#scripts/demo/fill-demo.ts';
import { systemClock } from '#server/clock.ts';
import type { Visitor } from './visitor.ts';

/** What there is in the running market to ask for, and who is signed in. */
export interface Market extends Visitor {
  today: Day;
  /** Days with a price list, oldest first. */
  days: Day[];
  productIds: number[];
  /** Of them those that have a price on the newest day. */
  pricedIds: number[];
  productCodes: string[];
  publicationIds: number[];
  years: number[];
  /** Addresses of pictures, and of what the pages are made of. */
  pictures: string[];
  assets: string[];
  shopIds: string[];
  invoiceIds: string[];
  /** Of a gate phone. */
  letters: string;
  tokens: Record<Role, string>;
}

/** Signs everybody in and looks round. */
export async function enterMarket(visitor: Visitor): Promise<Market> {
  const { tell } = visitor;
  const tokens = {
    superadmin: await signIn(visitor, 'superadmin'),
    admin: await signIn(visitor, 'admin'),
    manager: await signIn(visitor, 'manager'),
    editor: await signIn(visitor, 'editor'),
    tiketing: await signIn(visitor, 'tiketing'),
  };
  const token = tokens.admin;
  const catalogue = await tell<Answer<typeof products.list>>('/api/products');
  const news = await tell<Answer<typeof publications.list>>('/api/publications');
  const series = await tell<Answer<typeof prices.series>>(`/api/prices/product/${catalogue[0]?.id}/series`);
  const days = series.days.map(fromDayNumber);
  const newest = await tell<Answer<typeof prices.byDate>>(`/api/prices/by-date/${days.at(-1)}`);
  const allInvoices = await tell<Answer<typeof invoices.list>>('/api/invoices', { token });
  const allShops = await tell<Answer<typeof shops.list>>('/api/shops', { token });
  const phone = { method: 'POST', token: tokens.tiketing, body: {}, expected: [201] } as const;
  const { device } = await tell<Answer<typeof gate.addDevice>>('/api/gate/devices', phone);
  const page = (await visitor.ask('/product/1/chart')).body.toString();
  return {
    ...visitor,
    today: dayOf(systemClock.now()),
    days,
    productIds: catalogue.map(({ id }) => id),
    pricedIds: newest.map(({ product_id }) => product_id),
    productCodes: catalogue.map(({ code }) => code),
    publicationIds: news.map(({ id }) => id),
    years: (await tell<Answer<typeof openData.years>>('/api/v1/years')).map(({ year }) => year),
    pictures: [...catalogue, ...news].flatMap(({ image }) => (image === null ? [] : [new URL(image).pathname])),
    assets: [...new Set(page.match(/\/assets\/[\w.-]+/g))],
    shopIds: allShops.map(({ shop_id }) => shop_id),
    invoiceIds: allInvoices.map(({ invoice_id }) => invoice_id),
    letters: device.letters,
    tokens,
  };
}

/** Opens a session of the demo's person of that role and gives its token. */
export async function signIn({ tell }: Visitor, role: Role): Promise<string> {
  const body = { email: `${role}@example.com`, password: DEMO_PASSWORD };
  return (await tell<Answer<typeof session.login>>('/api/admin/login', { method: 'POST', body })).token;
}
