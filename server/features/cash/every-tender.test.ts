/** @module-tag postgres */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { approvals } from '#contract/approvals.ts';
import type { Sending } from '#contract/call.ts';
import { cash } from '#contract/cash.ts';
import { electronic } from '#contract/electronic.ts';
import { type CallName, listCalls } from '#contract/every-call.ts';
import { payments } from '#contract/payments.ts';
import { places } from '#contract/places.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { isCheque, offeredMethods, type PaymentMethod, paymentMethods } from '#contract/words.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';

const DAY = '2026-10-12';

interface Desk {
  office: TestOffice;
  tenancy: string;
  invoice: string;
}

async function openDesk(): Promise<Desk> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  const { invoice_id: invoice } = await office.generate('A-1', '2026-10');
  const [tenant] = await office.ask(tenants.list, {});
  office.goTo(DAY, '09:00:00.000');
  return { office, tenancy: String(tenant?.tenant_id), invoice };
}

type Money = Sending<typeof tenancies.money>['body'];
const receive = ({ office, tenancy }: Desk, method: Money['method'], amount = 100) =>
  office.ask(tenancies.money, {
    params: { id: tenancy },
    body: { action: 'deposit_received', amount, ...(method && { method }) },
  });

const placesOf = async (office: TestOffice) =>
  Object.fromEntries((await office.ask(places.now, {})).places.map(({ place, amount }) => [place, amount]));

const paid = (paymentMethod: PaymentMethod) => ({ amountPaid: 100, paymentDate: DAY, paymentMethod });

/** How each call that names a payment method receives 100 rupees by one; null if it only pays money back. */
const RECEIVING: Partial<Record<CallName, (desk: Desk, method: PaymentMethod) => Promise<unknown>>> = {
  'payments.byShop': ({ office }, method) =>
    office.ask(payments.byShop, { params: { shopId: 'A-1' }, body: paid(method) }),
  'payments.byInvoice': ({ office, invoice }, method) =>
    office.ask(payments.byInvoice, { params: { reference: invoice }, body: paid(method) }),
  async 'payments.replace'({ office }, method) {
    const first = method === 'Card' ? 'Online' : 'Card';
    const { payment } = await office.ask(payments.byShop, { params: { shopId: 'A-1' }, body: paid(first) });
    const params = { id: String(payment.payment_id) };
    await office.ask(payments.replace, { params, body: { paymentMethod: method, reason: 'Another way' } });
  },
  'tenancies.money': (desk, method) =>
    receive(
      desk,
      offeredMethods.find((one) => one === method),
    ),
  'tenancies.end': ({ office, tenancy }, method) =>
    office.ask(tenancies.end, {
      params: { id: tenancy },
      body: {
        last_day: DAY,
        actions: [{ action: 'deposit_received', amount: 100, method: offeredMethods.find((one) => one === method) }],
      },
    }),
};

test('the calls that name a payment method are those whose money is followed', () => {
  const naming = listCalls()
    .filter(({ entry }) => 'writes' in entry && entry.body !== undefined)
    .filter(({ entry }) =>
      JSON.stringify(z.toJSONSchema(entry.body ?? z.never(), { io: 'input', unrepresentable: 'any' })).includes(
        '"Bank Transfer"',
      ),
    );
  expect(new Set(naming.map(({ name }) => name))).toEqual(new Set(Object.keys(RECEIVING)));
});

const WAYS = Object.entries(RECEIVING).flatMap(([name, run]) =>
  paymentMethods
    .filter((method) => method !== 'Cash' && (name.startsWith('payments') || method !== 'Correction Made'))
    .map((method) => [name, method, run] as const),
);

test.each(WAYS)('%s by %s is not in the bank before somebody says so', { tags: ['slow'] }, async (_, method, run) => {
  const desk = await openDesk();
  await run(desk, method);
  expect(await placesOf(desk.office)).toMatchObject({
    bank: 0,
    cheques: isCheque(method) ? 100 : 0,
    to_confirm: isCheque(method) ? 0 : 100,
  });
});

test('no deposit is received as a correction', async () => {
  const { office, tenancy } = await openDesk();
  const body = { action: 'deposit_received', amount: 100, method: 'Correction Made' };
  await office.refused(tenancies.money, { params: { id: tenancy }, body: body as Money }, 'invalid_input');
});

test('a deposit by transfer is confirmed, or not found and then void', async () => {
  const desk = await openDesk();
  const { office, tenancy } = desk;
  await receive(desk, 'Bank Transfer', 300);
  await receive(desk, 'Card', 200);
  const { payments: listed } = await office.ask(electronic.list, { query: { state: 'to_confirm' } });
  expect(listed).toMatchObject([
    { is_deposit: true, amount: 300, method: 'Bank Transfer', tenant_name: 'Nimal Perera' },
    { is_deposit: true, amount: 200, method: 'Card' },
  ]);
  const [first, second] = listed.map(({ payment_id }) => payment_id);
  await office.ask(electronic.confirm, { body: { payment_ids: [first ?? 0], confirmed_on: DAY } });
  expect(await placesOf(office)).toMatchObject({ bank: 300, to_confirm: 200 });
  await office.ask(payments.notFound, { params: { id: String(second) }, body: { reason: 'Not on the statement' } });
  expect(await placesOf(office)).toMatchObject({ bank: 300, to_confirm: 0 });
  expect(await office.ask(tenancies.get, { params: { id: tenancy } })).toMatchObject({ deposit_held: 300 });
  await office.expectCleanBooks();
});

test('a deposit by cheque is pending until it is cleared, and a returned one is void', async () => {
  const desk = await openDesk();
  const { office, tenancy } = desk;
  await receive(desk, 'Cheque', 300);
  await receive(desk, 'Cheque', 200);
  const { cheques } = await office.ask(cash.cheques, { query: {} });
  expect(cheques).toMatchObject([
    { is_deposit: true, amount: 300 },
    { is_deposit: true, amount: 200 },
  ]);
  const [first, second] = cheques.map(({ payment_id }) => payment_id);
  await office.ask(cash.clearCheques, { body: { payment_ids: [first ?? 0], cleared_on: DAY } });
  await office.ask(payments.returnCheque, { params: { id: String(second) }, body: { reason: 'No funds' } });
  expect(await placesOf(office)).toMatchObject({ bank: 300, cheques: 0 });
  expect(await office.ask(tenancies.get, { params: { id: tenancy } })).toMatchObject({ deposit_held: 300 });
  await office.expectCleanBooks();
});

test('what a deposit has paid is due again when the bank does not have it, and only as much as is missing', async () => {
  const desk = await openDesk();
  const { office, tenancy } = desk;
  const money = async (amount: number) =>
    office.ask(tenancies.money, {
      params: { id: tenancy },
      body: { action: 'deposit_applied', amount, reason: 'Pays October' },
    });
  const file = async () => {
    const { amount_due, deposit_held } = await office.ask(tenancies.get, { params: { id: tenancy } });
    return { amount_due, deposit_held };
  };
  await receive(desk, 'Cash', 150);
  await receive(desk, 'Cheque', 300);
  await money(100);
  await money(120);
  expect(await file()).toEqual({ amount_due: 11_580, deposit_held: 230 });
  const { cheques } = await office.ask(cash.cheques, { query: {} });
  const params = { id: String(cheques[0]?.payment_id) };
  const body = { reason: 'No funds' };
  const preview = await office.ask(payments.returnCheque, { params, query: { dry_run: 'true' }, body });
  expect(preview.still_owed).toBe(11_700);
  await office.ask(payments.returnCheque, { params, body });
  expect(await file()).toEqual({ amount_due: 11_700, deposit_held: 50 });
  expect(await placesOf(office)).toMatchObject({ cheques: 0, without_session: 150 });
  const log = await office.app.database.reader
    .selectFrom('audit_log')
    .select('event_description')
    .where('event_type', '=', 'Cheque Returned')
    .orderBy('id')
    .execute();
  expect(log.at(-1)?.event_description).toBe(`120.00 that deposit ${params.id} had paid is due again`);
  await office.expectCleanBooks();
});

test('a deposit that was refunded is not voided until the tenant has given the money back', async () => {
  const desk = await openDesk();
  const { office, tenancy } = desk;
  await receive(desk, 'Card', 300);
  const refund = { action: 'deposit_refunded', amount: 200, method: 'Cash', reason: 'Left the market' } as const;
  await office.ask(tenancies.money, { params: { id: tenancy }, body: refund });
  const { payments: listed } = await office.ask(electronic.list, { query: { state: 'to_confirm' } });
  const notFound = { params: { id: String(listed[0]?.payment_id) }, body: { reason: 'Not on the statement' } };
  const before = await placesOf(office);
  const refusal = await office.refused(payments.notFound, notFound, 'deposit_refunded');
  expect(refusal.message).toContain('LKR 200.00 of this deposit was already refunded');
  expect(await placesOf(office)).toEqual(before);
  await receive(desk, 'Cash', 200);
  await office.ask(payments.notFound, notFound);
  expect(await office.ask(tenancies.get, { params: { id: tenancy } })).toMatchObject({ deposit_held: 0 });
  await office.expectCleanBooks();
});

test('above the approval limit a deposit is voided, and an own one confirmed, only with a second person', async () => {
  const desk = await openDesk();
  const { office } = desk;
  await office.ask(approvals.setLimit, { body: { amount: 1000 }, role: 'superadmin' });
  await receive(desk, 'Online', 5000);
  const { payments: listed } = await office.ask(electronic.list, { query: { state: 'to_confirm' } });
  const id = listed[0]?.payment_id ?? 0;
  await office.refused(electronic.confirm, { body: { payment_ids: [id], confirmed_on: DAY } }, 'approval_required');
  const notFound = { params: { id: String(id) }, body: { reason: 'Not on the statement' } };
  await office.refused(payments.notFound, notFound, 'approval_required');
});
