import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { addDays, instantOf } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { firstVehicleTypes } from '#contract/first-vehicle-types.ts';
import type { payments } from '#contract/payments.ts';
import type { prices } from '#contract/prices.ts';
import type { publications } from '#contract/publications.ts';
import type { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import { readPicture } from '#scripts/demo/read-picture.ts';
import { systemClock } from '#server/clock.ts';
import type { SoakMarket } from './market.ts';
import { expectPdf } from './other-tasks.ts';
import { pickAt, type SoakRequest, type Task, task } from './visitor.ts';

export type Acknowledged = Record<'payments' | 'sanitation' | 'vehicles', Set<number>>;

const MINUTE_MS = 60_000;
const OPENING_CASH = 500;
const PUBLISHED_AT_ONCE = 40;

const withKey = (token: string, body: object) => ({
  method: 'POST' as const,
  token,
  body,
  headers: { 'idempotency-key': randomUUID() },
});

export function paymentTasks(market: SoakMarket, acknowledged: Acknowledged): Task[] {
  const { today, shopIds, invoiceIds, tokens } = market;
  const asAdmin = (body: object) => withKey(tokens.admin, body);
  const payment = (at: number) =>
    asAdmin({
      amountPaid: 100 + (at % 900) + 0.5,
      paymentDate: at % 10 === 0 ? addDays(today, -(at % 70)) : today,
      paymentMethod: pickAt(['Cash', 'Bank Transfer', 'Cheque'], at),
    });
  const send = async (address: string, request: SoakRequest) => {
    const answer = await market.askJson<Answer<typeof payments.byShop>>(address, request);
    acknowledged.payments.add(answer.payment.payment_id);
    return answer.payment;
  };
  const ofShop = (at: number) => `/api/payments/by-shop/${pickAt(shopIds, at)}`;
  const invoice = (at: number) => pickAt(invoiceIds, at);
  return [
    task('payment', 60, (at) => send(ofShop(at), payment(at))),
    task('payment of an invoice', 15, (at) => send(`/api/payments/by-invoice/${invoice(at)}`, payment(at))),
    task('payment sent twice', 6, async (at) => {
      const request = payment(at);
      const [one, other] = await Promise.all([send(ofShop(at), request), send(ofShop(at), request)]);
      if (one.payment_id !== other.payment_id) throw new Error(`${one.payment_id} and ${other.payment_id} were paid`);
    }),
    task('payment whose answer is lost', 6, async (at) => {
      const request = payment(at);
      await market.hangUp(ofShop(at), { ...request, afterMs: at % 40 });
      await wait(200);
      await send(ofShop(at), request);
    }),
    task('payment corrected', 2, async (at) => {
      const paid = await send(ofShop(at), payment(1 + at * 10));
      const { shop_id, payment_id, payment_date, amount_paid } = paid;
      const amounts = { admin_put_amount: amount_paid, actual_amount: amount_paid + 10, edit_reason: 'miscounted' };
      const body = { shop_id, payment_id, payment_date, ...amounts };
      await market.ask('/api/paymentscorrection/correct-payment', asAdmin(body));
    }),
    task('payment with its receipt', 4, async (at) => {
      const { payment_id } = await send(ofShop(at), payment(at));
      await expectPdf(market, `/api/payments/${payment_id}/receipt/pdf`, { token: tokens.admin });
      await market.ask(`/api/payments/${payment_id}/receipt/print`, asAdmin({}));
    }),
    task('payment previewed', 20, (at) => market.ask(`${ofShop(at)}?dry_run=true`, payment(at))),
    task('invoice printed', 6, (at) =>
      market.ask(`/api/invoices/${invoice(at)}/print`, { ...asAdmin({}), method: 'PATCH' }),
    ),
    task('invoices mailed', 1, (at) => {
      const invoices = [0, 1, 2].map((one) => ({ invoice_id: invoice(at * 3 + one) }));
      return market.ask('/api/email/send-email', asAdmin({ invoices }));
    }),
  ];
}

export function ticketTasks(market: SoakMarket, acknowledged: Acknowledged): Task[] {
  const token = market.tokens.tiketing;
  const post = (body: object) => ({ ...withKey(token, body), expected: [201] });
  const sanitation = async (body: object) => {
    const answer = await market.askJson<Answer<typeof sanitationTickets.issue>>('/api/sanitation', post(body));
    acknowledged.sanitation.add(answer.ticket.id);
    return answer.ticket.id;
  };
  const vehicle = async (body: object) => {
    const answer = await market.askJson<Answer<typeof vehicleTickets.issue>>('/api/vehicle-tickets', post(body));
    acknowledged.vehicles.add(answer.ticket.id);
    return answer.ticket.id;
  };
  const lorry = (at: number) => {
    const vehicleNumber = `NB ${1000 + (at % 9000)}`;
    const vehicleType = pickAt(firstVehicleTypes, at).name;
    return { vehicleNumber, vehicleType, ticketPrice: market.ticketPrices[vehicleType] ?? 0 };
  };
  let offlineCount = 0;
  const offline = (minutes: number) => {
    offlineCount += 1;
    const issuedMs = Date.parse(systemClock.now()) - minutes * MINUTE_MS;
    return { issued_at: instantOf(issuedMs), device_number: `${market.deviceCode}-${offlineCount}` };
  };
  return [
    task('sanitation ticket', 50, (at) => sanitation({ price: pickAt([20, 100], at) })),
    task('vehicle ticket', 50, (at) => vehicle(lorry(at))),
    task('sanitation ticket of a phone', 12, (at) => sanitation({ price: 20, ...offline(at % 600) })),
    task('vehicle ticket of a phone, sent again', 8, async (at) => {
      const body = { ...lorry(at), ...offline(at % 600) };
      const one = await vehicle(body);
      const other = await vehicle(body);
      if (one !== other) throw new Error(`${one} and ${other} were issued for one`);
    }),
    task('ticket cancelled', 4, async () => {
      const id = await sanitation({ price: 100 });
      await market.ask(`/api/sanitation/${id}`, { method: 'DELETE', token, body: { reason: 'wrong price' } });
    }),
    task('shift', 2, async () => {
      const id = randomUUID();
      await market.ask('/api/gate/shifts', post({ id, opening_cash: OPENING_CASH, device: market.deviceCode }));
      await sanitation({ price: 100, shift_id: id });
      const body = { counted_cash: OPENING_CASH + 100 };
      await market.ask(`/api/gate/shifts/${id}/close`, { method: 'POST', token, body });
    }),
  ];
}

export function publishTasks(market: SoakMarket): Task[] {
  const { today, productIds } = market;
  const token = market.tokens.editor;
  const pictures = ['tap', 'cup', 'gate', 'tent'].map((name) => readPicture(`news-${name}`).bytes);
  const pair = (at: number) => ({ min_price: 80 + (at % 40), max_price: 130 + (at % 50) });
  return [
    task('prices of today', 2, async (at) => {
      const body = Array.from({ length: PUBLISHED_AT_ONCE }, (_, row) => ({
        product_id: pickAt(productIds, at * PUBLISHED_AT_ONCE + row),
        date: today,
        ...pair(at + row),
      }));
      const address = '/api/prices/update-multiple';
      const request = { method: 'POST', token, body } as const;
      const { results } = await market.askJson<Answer<typeof prices.updateMultiple>>(address, request);
      if (results.length !== PUBLISHED_AT_ONCE) throw new Error(`only ${results.length} prices were published`);
      const first = `/api/prices/product/${body[0]?.product_id}/date/${today}`;
      await market.ask(first, { method: 'PUT', token, body: pair(at + 1) });
      await market.ask(`${first}/changes`, { token });
    }),
    task('news with a picture', 1, async (at) => {
      const body = new FormData();
      const notice = { type: 'notice', topic: `Notice ${at}` };
      const texts = { ...notice, topic_si: `දැන්වීම ${at}`, description: 'The gate opens at four in the morning.' };
      for (const [name, value] of Object.entries(texts)) body.set(name, value);
      const image = new Blob([new Uint8Array(pickAt(pictures, at))], { type: 'image/webp' });
      body.set('image', image, 'notice.webp');
      const request = { method: 'POST', token, body, expected: [201] } as const;
      const added = await market.askJson<Answer<typeof publications.add>>('/api/publications', request);
      const address = `/api/publications/${added.publicationId}`;
      const changed = { ...notice, description: 'The gate opens at five.' };
      await market.ask(address, { method: 'PUT', token, body: changed });
      await market.ask(`/si/news/${added.publicationId}`);
      await market.ask(address, { method: 'DELETE', token });
      await market.ask(address, { expected: [404] });
    }),
  ];
}
