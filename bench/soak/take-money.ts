import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { addDays } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { payments } from '#contract/payments.ts';
import { cutOff } from './cut-off.ts';
import { type Errand, pick } from './errand.ts';
import type { Market } from './market.ts';
import type { Asked } from './visitor.ts';

type Paid = Answer<typeof payments.byShop>['payment'];

/** What the cashiers do. Every payment that was acknowledged is added to the set, by its id. */
export function takeMoney(market: Market, acknowledged: Set<number>): Errand[] {
  const { today, shopIds, invoiceIds, tokens } = market;
  const asAdmin = (body: object): Asked & { headers: Record<string, string> } => ({
    ...{ method: 'POST', token: tokens.admin, body },
    headers: { 'idempotency-key': randomUUID() },
  });
  const payment = (at: number) =>
    asAdmin({
      amountPaid: 100 + (at % 900) + 0.5,
      // Some come late, and everything after them is reckoned anew.
      paymentDate: at % 10 === 0 ? addDays(today, -(at % 70)) : today,
      paymentMethod: pick(['Cash', 'Bank Transfer', 'Cheque'], at),
    });
  const send = async (address: string, asked: Asked): Promise<Paid> => {
    const { payment: paid } = await market.tell<Answer<typeof payments.byShop>>(address, asked);
    acknowledged.add(paid.payment_id);
    return paid;
  };
  const ofShop = (at: number) => `/api/payments/by-shop/${pick(shopIds, at)}`;
  return [
    { what: 'payment', aMinute: 60, run: (at) => send(ofShop(at), payment(at)) },
    {
      what: 'payment of an invoice',
      aMinute: 15,
      run: (at) => send(`/api/payments/by-invoice/${pick(invoiceIds, at)}`, payment(at)),
    },
    {
      what: 'payment sent twice',
      aMinute: 6,
      async run(at) {
        const asked = payment(at);
        const [one, other] = await Promise.all([send(ofShop(at), asked), send(ofShop(at), asked)]);
        if (one.payment_id !== other.payment_id) throw new Error(`${one.payment_id} and ${other.payment_id} were paid`);
      },
    },
    {
      what: 'payment whose answer is lost',
      aMinute: 6,
      async run(at) {
        const asked = payment(at);
        await cutOff(market, ofShop(at), { ...asked, afterMs: at % 40 });
        await wait(200);
        await send(ofShop(at), asked);
      },
    },
    {
      what: 'payment corrected',
      aMinute: 2,
      async run(at) {
        const paid = await send(ofShop(at), payment(1 + at * 10));
        await market.ask(
          '/api/paymentscorrection/correct-payment',
          asAdmin({
            ...{ shop_id: paid.shop_id, payment_id: paid.payment_id, payment_date: paid.payment_date },
            ...{ admin_put_amount: paid.amount_paid, actual_amount: paid.amount_paid + 10, edit_reason: 'miscounted' },
          }),
        );
      },
    },
    {
      what: 'payment with its receipt',
      aMinute: 4,
      async run(at) {
        const { payment_id } = await send(ofShop(at), payment(at));
        const { body } = await market.ask(`/api/payments/${payment_id}/receipt/pdf`, { token: tokens.admin });
        if (body.toString('latin1', 0, 5) !== '%PDF-') throw new Error('the receipt is no PDF');
        await market.ask(`/api/payments/${payment_id}/receipt/print`, asAdmin({}));
      },
    },
    {
      what: 'payment looked at before',
      aMinute: 20,
      run: (at) =>
        market.ask(
          '/api/payments/preview',
          asAdmin({ shop_id: pick(shopIds, at), amountPaid: 5000, paymentDate: today }),
        ),
    },
    {
      what: 'invoice printed',
      aMinute: 6,
      run: (at) => market.ask(`/api/invoices/${pick(invoiceIds, at)}/print`, { ...asAdmin({}), method: 'PATCH' }),
    },
    {
      what: 'invoices mailed',
      aMinute: 1,
      run: (at) =>
        market.ask(
          '/api/email/send-email',
          asAdmin({ invoices: [0, 1, 2].map((one) => ({ invoice_id: pick(invoiceIds, at * 3 + one) })) }),
        ),
    },
  ];
}
