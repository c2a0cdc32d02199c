/** @module-tag postgres */
import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import { cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { electronic } from '#contract/electronic.ts';
import { gate } from '#contract/gate.ts';
import { payments } from '#contract/payments.ts';
import { places } from '#contract/places.ts';
import { sanitationTickets } from '#contract/tickets.ts';
import type { PaymentMethod } from '#contract/words.ts';
import { closeDrawer, DESK_DAY, openCashDesk, openDrawer, turnSessions } from '../../testing/cash-desk.ts';
import type { TestOffice } from '../../testing/office.ts';

const SHIFT = '7f6d3f57-6d3e-4c9b-9a53-6c1f4a3c2b10';
const CASHIER = 'cashier@example.com';

/** Returns the places with money, after checking that together they are what was paid and lent. */
async function placesOf(office: TestOffice): Promise<Record<string, number>> {
  const now = await office.ask(places.now, { role: 'manager' });
  const total = now.places.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  expect(total).toBe(Math.round((now.from_tenants + now.from_visitors + now.from_office) * 100));
  return Object.fromEntries(
    now.places.filter(({ amount }) => amount !== 0).map(({ place, amount }) => [place, amount]),
  );
}

async function take(office: TestOffice, amountPaid: number, paymentMethod: PaymentMethod = 'Cash'): Promise<number> {
  const body = { amountPaid, paymentDate: DESK_DAY, paymentMethod };
  const { payment } = await office.ask(payments.byShop, { params: { shopId: 'A-1' }, body, role: 'cashier' });
  return payment.payment_id;
}

test('money goes from drawers, cheques and transfers to the bank, and every rupee is in one place on the way', async () => {
  const office = await openCashDesk();
  const id = await openDrawer(office, 500);
  await take(office, 3000);
  const cheque = await take(office, 200, 'Cheque');
  const transfer = await take(office, 100, 'Bank Transfer');
  expect(await placesOf(office)).toEqual({ drawer: 3500, cheques: 200, to_confirm: 100 });
  await closeDrawer(office, id, { cents: 340_000, kept_cash: 400, reason: 'A note was torn' });
  const counted = { difference: 100, kept: 400 };
  expect(await placesOf(office)).toEqual({ ...counted, to_bank: 3000, cheques: 200, to_confirm: 100 });
  const params = { id: String(id) };
  await office.ask(cash.bankSession, { params, body: { banked_on: DESK_DAY, part: 'to_bank' } });
  await office.ask(cash.clearCheques, { body: { payment_ids: [cheque], cleared_on: DESK_DAY } });
  await office.ask(electronic.confirm, { body: { payment_ids: [transfer], confirmed_on: DESK_DAY } });
  expect(await placesOf(office)).toEqual({ ...counted, bank: 3300 });
  await openDrawer(office, 400);
  expect(await placesOf(office)).toEqual({ difference: 100, drawer: 400, bank: 3300 });
});

test('a payment that is cancelled in another session leaves the drawer of that session', async () => {
  const office = await openCashDesk();
  const id = await openDrawer(office, 0);
  const payment = await take(office, 3000);
  await closeDrawer(office, id, { cents: 300_000 });
  await openDrawer(office, 5000, 'admin');
  await office.ask(payments.remove, { params: { id: String(payment) }, body: { reason: 'Entered twice' } });
  expect(await placesOf(office)).toEqual({ to_bank: 3000, drawer: 2000 });
});

test('tickets are in the shift of their person, counted with its difference, or to be counted', async () => {
  const office = await openCashDesk();
  const issue = (role: 'tiketing' | 'editor') => office.ask(sanitationTickets.issue, { role, body: { price: 100 } });
  await office.ask(gate.openShift, { role: 'tiketing', body: { id: SHIFT, opening_cash: 500 } });
  await issue('tiketing');
  await issue('editor');
  expect(await placesOf(office)).toEqual({ gate_shift: 600, to_count: 100 });
  const { places: open } = await office.ask(places.now, { role: 'manager' });
  expect(open.find(({ place }) => place === 'to_count')?.people).toEqual([
    { email: 'editor@example.com', name: 'editor', amount: 100 },
  ]);
  const body = { counted_cash: 590, reason: 'Wrong change' };
  await office.ask(gate.closeShift, { role: 'tiketing', params: { id: SHIFT }, body });
  expect(await placesOf(office)).toEqual({ gate_held: 590, difference: 10, to_count: 100 });
  const { places: closed } = await office.ask(places.now, { role: 'manager' });
  expect(closed.find(({ place }) => place === 'gate_held')?.people).toEqual([
    { email: 'tiketing@example.com', name: 'tiketing', amount: 590 },
  ]);
});

test('cash that was recorded while sessions were off is without a session, and nothing is nowhere', async () => {
  const office = await openCashDesk();
  await turnSessions(office, false);
  await take(office, 3000);
  const payment = await take(office, 700);
  await office.ask(payments.remove, { params: { id: String(payment) }, body: { reason: 'Entered twice' } });
  expect(await placesOf(office)).toEqual({ without_session: 3000 });
  expect((await office.ask(dashboard.morning, { role: 'manager' })).nowhere).toBe(0);
});

test('cash that was left in a drawer and is in no later float is nowhere, on the dashboard too', async () => {
  const office = await openCashDesk();
  const id = await openDrawer(office, 0);
  await take(office, 3000);
  await closeDrawer(office, id, { cents: 300_000, kept_cash: 3000 });
  const body = { opening_float: 0, reason: 'Somebody emptied it' };
  const { session } = await office.ask(cash.openSession, { body, role: 'cashier' });
  // A release that did not compare the float with what was left stored nothing to compare it with.
  await office.app.database.owner
    .updateTable('cash_sessions')
    .set({ float_expected_cents: null })
    .where('id', '=', session.session_id)
    .execute();
  expect(await placesOf(office)).toEqual({ nowhere: 3000 });
  const { places: all } = await office.ask(places.now, { role: 'manager' });
  expect(all.at(-1)?.people).toEqual([{ email: CASHIER, name: 'cashier', amount: 3000 }]);
  expect((await office.ask(dashboard.morning, { role: 'manager' })).nowhere).toBe(3000);
});

test('after a write only the ledgers, drawers or gate that it changed are read again', async () => {
  const office = await openCashDesk();
  await office.let('A-2');
  await openDrawer(office, 0);
  await take(office, 300);
  const body = { amountPaid: 50, paymentDate: DESK_DAY, paymentMethod: 'Card' } as const;
  await office.ask(payments.byShop, { params: { shopId: 'A-2' }, body, role: 'cashier' });
  await office.ask(sanitationTickets.issue, { role: 'editor', body: { price: 100 } });
  const before = { drawer: 300, to_confirm: 50, to_count: 100 };
  expect(await placesOf(office)).toEqual(before);
  // These changes have no audit entry, so they show what a later read reads again.
  const { owner } = office.app.database;
  await owner
    .updateTable('ledger_entries')
    .set({ cents: cents(7000) })
    .where('cents', '=', cents(30_000))
    .execute();
  await owner
    .updateTable('shift_sums')
    .set({ cents: cents(1) })
    .execute();
  await office.ask(payments.byShop, { params: { shopId: 'A-2' }, body, role: 'cashier' });
  expect(await placesOf(office)).toEqual({ ...before, to_confirm: 100 });
  await office.ask(sanitationTickets.issue, { role: 'editor', body: { price: 20 } });
  expect(await placesOf(office)).toEqual({ ...before, to_confirm: 100, to_count: 20.01 });
});

test('a person who may see only own figures does not see the places', async () => {
  const office = await openCashDesk();
  await office.refused(places.now, { role: 'cashier' }, 'not_allowed');
});
