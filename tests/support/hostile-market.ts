import type { Browser, BrowserContext } from '@playwright/test';
import { addDays, monthOf } from '#billing/calendar.ts';
import { accounts } from '#contract/accounts.ts';
import { fines } from '#contract/fines.ts';
import { gate } from '#contract/gate.ts';
import { invoices } from '#contract/invoices.ts';
import { marketDays } from '#contract/market-days.ts';
import { payments } from '#contract/payments.ts';
import { prices } from '#contract/prices.ts';
import { products } from '#contract/products.ts';
import { publications } from '#contract/publications.ts';
import { session } from '#contract/session.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { askerOf, type MarketCalls } from './ask-market.ts';
import { lastMonth, monthBeforeLast, sampleToday } from './sample-ledgers.ts';
import type { Market } from './start-market.ts';

const ATTACKS = [
  `"'><img src=x onerror=window.hit=1>`,
  `</script><script>window.hit=2</script>`,
  `<svg onload=window.hit=3>{{constructor.constructor('window.hit=4')()}}`,
  `<a href=javascript:window.hit=5>x</a>\${window.hit=6}</title></style></textarea><!--`,
];
const FORMULA_SIGNS = ['=', '+', '-', '@'];

function hostile(mark: string, room: number): string {
  const sign = FORMULA_SIGNS[mark.length % FORMULA_SIGNS.length];
  let text = `${sign}1+1 ${mark}`;
  for (const attack of ATTACKS) if (text.length + attack.length <= room) text += attack;
  return text;
}

export const TEXTS = {
  'm-user': hostile('m-user', 60),
  'm-shop': hostile('m-shop', 80),
  'm-place': hostile('m-place', 120),
  'm-tenant': hostile('m-tenant', 120),
  'm-phone': hostile('m-phone', 60),
  'm-home': hostile('m-home', 200),
  'm-note': hostile('m-note', 200),
  'm-corrected': hostile('m-corrected', 200),
  'm-gone-payment': hostile('m-gone-payment', 200),
  'm-gone-bill': hostile('m-gone-bill', 200),
  'm-gone-fine': hostile('m-gone-fine', 200),
  'm-balance': hostile('m-balance', 200),
  'm-good': hostile('m-good', 80),
  'm-good-si': hostile('m-good-si', 80),
  'm-good-ta': hostile('m-good-ta', 80),
  'm-about': hostile('m-about', 1000),
  'm-alias': hostile('m-alias', 80),
  'm-topic': hostile('m-topic', 160),
  'm-topic-si': hostile('m-topic-si', 160),
  'm-topic-ta': hostile('m-topic-ta', 160),
  'm-news': hostile('m-news', 5000),
  'm-news-si': hostile('m-news-si', 5000),
  'm-news-ta': hostile('m-news-ta', 5000),
  'm-shut': hostile('m-shut', 120),
  'm-shut-si': hostile('m-shut-si', 120),
  'm-shut-ta': hostile('m-shut-ta', 120),
  'm-cash': hostile('m-cash', 200),
  'm-void': hostile('m-void', 200),
  'm-agent': hostile('m-agent', 200),
  'M-CAR': '=1+M-CAR<IMG SRC=X>',
} as const;

export interface Hostile {
  context: BrowserContext;
  token: string;
  product: number;
  publication: number;
  tenant: number;
  payment: number;
  vehicle: number;
  invoice: string;
}

export const SHOP = 'A-1';
export const SHUT = addDays(sampleToday, -3);

export async function fillWithTexts(market: Market, browser: Browser): Promise<Hostile> {
  const entered = await fetch(`${market.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': TEXTS['m-agent'] },
    body: JSON.stringify({ email: 'superadmin@example.com', password: DEMO_PASSWORD }),
  });
  const signedIn = (await entered.json()) as Record<'token' | 'role' | 'name' | 'email', string>;
  const ask = askerOf(market.url, signedIn.token);
  await ask(session.verify, { body: { email: 'superadmin@example.com', password: DEMO_PASSWORD } });
  const account = { username: TEXTS['m-user'], email: 'clerk@example.com', password: DEMO_PASSWORD };
  await ask(accounts.register, { body: { ...account, role: 'editor' } });
  const filled = { ...(await fillBooks(ask)), ...(await fillGoods(ask)), vehicle: await fillGate(ask) };
  const localStorage = (['token', 'role', 'name', 'email'] as const).map((name) => ({ name, value: signedIn[name] }));
  const context = await browser.newContext({
    baseURL: market.url,
    viewport: { width: 1366, height: 768 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
    storageState: { cookies: [], origins: [{ origin: market.url, localStorage }] },
  });
  return { context, token: signedIn.token, ...filled };
}

async function fillBooks(ask: MarketCalls): Promise<Pick<Hostile, 'tenant' | 'payment' | 'invoice'>> {
  const terms = { rent_amount: 8000, vat_rate: 18, operation_fee: 2000 };
  await ask(shops.add, { body: { shop_id: SHOP, shop_name: TEXTS['m-shop'], location: TEXTS['m-place'], ...terms } });
  const renting = { name: TEXTS['m-tenant'], contact: TEXTS['m-phone'], address: TEXTS['m-home'] };
  const { tenant } = await ask(tenants.add, {
    body: { ...renting, email: 'nimal@example.com', shop_id: SHOP, from: '2026-01-01' },
  });
  const billOf = async (month_year: string) =>
    (await ask(invoices.generate, { body: { shop_id: SHOP, month_year } })).invoice.invoice_id;
  const gone = await billOf('2026-01');
  const invoice = await billOf(monthBeforeLast);
  for (const month of [lastMonth, monthOf(sampleToday)]) await billOf(month);
  await ask(fines.apply, { params: { id: invoice } });
  await ask(fines.remove, { params: { id: invoice }, body: { reason: TEXTS['m-gone-fine'] } });
  await ask(invoices.remove, { params: { id: gone }, body: { reason: TEXTS['m-gone-bill'] } });
  const pay = async (amountPaid: number, note: string) => {
    const given = { params: { shopId: SHOP }, body: { amountPaid, paymentDate: sampleToday, note } };
    return (await ask(payments.byShop, given)).payment.payment_id;
  };
  const payment = await pay(600, TEXTS['m-note']);
  const lost = String(await pay(50, 'To be deleted'));
  await ask(payments.remove, { params: { id: lost }, body: { reason: TEXTS['m-gone-payment'] } });
  const amounts = { admin_put_amount: 600, actual_amount: 550, payment_id: String(payment) };
  const correction = { shop_id: SHOP, payment_date: sampleToday, edit_reason: TEXTS['m-corrected'] };
  await ask(payments.correct, { body: { ...correction, ...amounts } });
  await ask(shops.setBalance, { params: { id: SHOP }, body: { balance_amount: -10, reason: TEXTS['m-balance'] } });
  return { tenant: tenant.tenant_id, payment, invoice };
}

async function fillGoods(ask: MarketCalls): Promise<Pick<Hostile, 'product' | 'publication'>> {
  const names = { name: TEXTS['m-good'], name_si: TEXTS['m-good-si'], name_ta: TEXTS['m-good-ta'] };
  const about = { type: 'vegetable' as const, description: TEXTS['m-about'], aliases: [TEXTS['m-alias']] };
  const { productId } = await ask(products.add, { body: { ...names, ...about } });
  const line = { product_id: productId, min_price: 120, max_price: 150 };
  await ask(prices.updateMultiple, {
    body: [-5, -1, 0].map((days) => ({ ...line, date: addDays(sampleToday, days) })),
  });
  await ask(prices.updateMultiple, { body: [{ ...line, date: sampleToday, min_price: 110 }] });
  const topics = { topic: TEXTS['m-topic'], topic_si: TEXTS['m-topic-si'], topic_ta: TEXTS['m-topic-ta'] };
  const { publicationId } = await ask(publications.add, {
    body: {
      type: 'news',
      ...topics,
      description: TEXTS['m-news'],
      description_si: TEXTS['m-news-si'],
      description_ta: TEXTS['m-news-ta'],
    },
  });
  const reasons = { reason: TEXTS['m-shut'], reason_si: TEXTS['m-shut-si'], reason_ta: TEXTS['m-shut-ta'] };
  await ask(marketDays.save, { params: { date: SHUT }, body: { kind: 'closed', ...reasons } });
  return { product: productId, publication: publicationId };
}

async function fillGate(ask: MarketCalls): Promise<number> {
  const id = '0b7e5a0e-3f8e-4a53-8a45-2f5b8c9d7e61';
  await ask(gate.openShift, { body: { id, opening_cash: 500 } });
  const lorry = { vehicleNumber: TEXTS['M-CAR'], vehicleType: 'Lorry', ticketPrice: 150 } as const;
  const { ticket } = await ask(vehicleTickets.issue, { body: lorry });
  const { ticket: taken } = await ask(sanitationTickets.issue, { body: { price: 20 } });
  await ask(sanitationTickets.remove, { params: { id: String(taken.id) }, body: { reason: TEXTS['m-void'] } });
  const counted = { counted_cash: 1, reason: TEXTS['m-cash'] };
  await ask(gate.closeShift, { params: { id }, body: counted });
  return ticket.id;
}
