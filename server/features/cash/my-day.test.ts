/** @module-tag postgres */
import { expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { type CashDay, cash, MOST_CHEQUES } from '#contract/cash.ts';
import { payments } from '#contract/payments.ts';
import type { Role } from '#contract/roles.ts';
import { tenancies } from '#contract/tenancies.ts';
import type { PaymentMethod } from '#contract/words.ts';
import { accountIdOf } from '../../testing/example-market.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';

const DAY = '2026-10-12';
const CHEQUE = { paymentMethod: 'Cheque', chequeNumber: '004512', chequeBank: 'Bank of Ceylon' } as const;

async function openDesk(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo(DAY, '09:00:00.000');
  return office;
}

interface Taken {
  role?: Role;
  day?: string;
  method?: PaymentMethod;
}

async function take(
  office: TestOffice,
  amountPaid: number,
  { role = 'cashier', day = DAY, method = 'Cash' }: Taken = {},
) {
  const body = { amountPaid, paymentDate: day, ...(method === 'Cheque' ? CHEQUE : { paymentMethod: method }) };
  return (await office.ask(payments.byShop, { params: { shopId: 'A-1' }, body, role })).payment.payment_id;
}

const voidAs = (office: TestOffice, id: number, role: Role = 'cashier') =>
  office.ask(payments.remove, { params: { id: String(id) }, body: { reason: 'Entered twice' }, role });

const dayOf = (office: TestOffice, query: { date?: string; by?: string } = {}, role: Role = 'cashier') =>
  office.ask(cash.day, { query, role });

const shownIn = (day: CashDay) =>
  day.movements.map(({ kind, method, amount, is_void }) => [kind, method, amount, ...(is_void ? ['void'] : [])]);

test("a cashier's day has every method, what was void, a returned cheque and a refund, and the sheet says the same", async () => {
  const office = await openDesk();
  await take(office, 1000);
  await voidAs(office, await take(office, 500.5));
  const cheque = await take(office, 700, { method: 'Cheque' });
  await take(office, 250.25, { method: 'Card' });
  await take(office, 30_000);
  await office.ask(payments.returnCheque, { params: { id: String(cheque) }, body: { reason: 'Returned unpaid' } });
  const refund = { action: 'credit_refunded', amount: 150, method: 'Cash', reason: 'Paid too much' } as const;
  await office.ask(tenancies.money, { params: { id: '1' }, query: {}, body: refund });
  const own = await dayOf(office);
  expect(shownIn(own)).toEqual([
    ['payment', 'Cash', 1000],
    ['payment', 'Cash', 500.5, 'void'],
    ['payment', 'Cheque', 700, 'void'],
    ['payment', 'Card', 250.25],
    ['payment', 'Cash', 30_000],
  ]);
  expect(own.sums).toMatchObject({ count: 3, payments: 31_250.25, voids: 0, other: 0, total: 31_250.25, cash: 31_000 });
  const all = await dayOf(office, { by: 'all' }, 'manager');
  expect(all.sums).toMatchObject({ payments: 31_250.25, other: -150, total: 31_100.25, cash: 30_850 });
  expect(all.people.map(({ name, sums }) => [name, sums.total])).toEqual([
    ['admin', -150],
    ['cashier', 31_250.25],
  ]);
  const answer = await office.tell(cash.daySheet, { query: { by: 'all' }, role: 'manager' });
  const [sheet = ''] = await readPdfText(answer.rawPayload);
  for (const text of ['31,100.25', '30,850.00', '-150.00', 'void (500.50)', 'Day sheet of everybody, 12 Oct 2026'])
    expect(sheet).toContain(text);
  office.app.clock.advance(3_723_000);
  const later = await office.tell(cash.daySheet, { query: { by: 'all' }, role: 'manager' });
  const timeOf = (text: string | undefined) => /Printed 12 Oct 2026, (\d\d:\d\d:\d\d)/.exec(text ?? '')?.[1];
  expect([timeOf(sheet), timeOf((await readPdfText(later.rawPayload))[0])]).toEqual(['09:00:00', '10:02:03']);
});

test('what is voided or corrected on a later day is a movement of that day, and the past day stays as it was', async () => {
  const office = await openDesk();
  const paid = await take(office, 1000);
  await take(office, 400, { method: 'Cheque' });
  await office.correct('A-1', DAY, [1000, 900], { payment_id: paid });
  const before = await dayOf(office);
  expect(before.sums).toMatchObject({ payments: 1300, total: 1300, cash: 900 });
  office.goTo('2026-10-13');
  await office.correct('A-1', DAY, [900, 850], { payment_id: paid });
  await voidAs(office, paid, 'admin');
  expect((await dayOf(office, { date: DAY })).sums).toEqual(before.sums);
  const later = await dayOf(office, { by: 'all' }, 'admin');
  expect(shownIn(later)).toEqual([
    ['void', 'Cash', -1000],
    ['void', 'Cash', 100],
    ['correction', 'Cash', -50, 'void'],
  ]);
  expect(later.sums).toMatchObject({ payments: 0, voids: -900, total: -900, cash: -900 });
});

test('a payment with an earlier date belongs to the day on which it was recorded', async () => {
  const office = await openDesk();
  await take(office, 1000, { role: 'admin', day: '2026-10-05' });
  expect((await dayOf(office, { date: '2026-10-05' }, 'admin')).movements).toEqual([]);
  expect((await dayOf(office, {}, 'admin')).movements).toMatchObject([{ amount: 1000, paid_on: '2026-10-05' }]);
});

test('a cashier changes only own payments of today, waives nothing, and sees only the own day', async () => {
  const office = await openDesk();
  const ofOther = await take(office, 1000, { role: 'admin' });
  const own = await take(office, 800);
  const place = { params: { id: String(ofOther) }, role: 'cashier' } as const;
  await office.refused(payments.remove, { ...place, body: { reason: 'Twice' } }, 'payment_of_other_day');
  const changed = { paymentMethod: 'Card', reason: 'Wrong method' } as const;
  await office.refused(payments.replace, { ...place, body: changed }, 'payment_of_other_day');
  const waiving = { amountPaid: 1, paymentDate: DAY, do_not_charge: ['INV-A-1-202610'] };
  await office.refused(payments.byShop, { params: { shopId: 'A-1' }, body: waiving, role: 'cashier' }, 'not_allowed');
  await office.refused(cash.day, { query: { by: 'all' }, role: 'cashier' }, 'not_allowed');
  await office.refused(cash.daySheet, { query: { by: 'admin@example.com' }, role: 'cashier' }, 'not_allowed');
  expect((await dayOf(office)).people.map(({ name }) => name)).toEqual(['cashier']);
  await office.ask(payments.replace, { params: { id: String(own) }, body: changed, role: 'cashier' });
  expect((await dayOf(office)).sums).toMatchObject({ cash: 0, total: 800 });
  office.goTo('2026-10-13');
  const last = { params: { id: String(own + 1) }, role: 'cashier' } as const;
  await office.refused(payments.remove, { ...last, body: { reason: 'Twice' } }, 'payment_of_other_day');
});

async function renameCashier(office: TestOffice, email: string): Promise<void> {
  await office.tokenOf('superadmin');
  await office.app.verifySessions();
  const params = { id: String(await accountIdOf(office.app, 'cashier')) };
  const body = { username: 'Kumari', email, role: 'cashier', is_disabled: false } as const;
  await office.ask(accounts.edit, { params, body, role: 'superadmin' });
}

test('a day still belongs to a person whose email has changed, even if somebody else gets the old one', async () => {
  const office = await openDesk();
  const early = await take(office, 1000);
  await renameCashier(office, 'kumari@example.com');
  await take(office, 200);
  await voidAs(office, early);
  const password = 'a long enough password';
  const other = { username: 'Other', email: 'cashier@example.com', role: 'cashier', password } as const;
  await office.ask(accounts.register, { body: other, role: 'superadmin' });
  const kumari = { email: 'kumari@example.com', name: 'Kumari' };
  const own = await dayOf(office);
  expect(own).toMatchObject({ person: kumari, sums: { count: 1, total: 200 }, people: [kumari] });
  expect(own.movements.map(({ person, amount }) => [person, amount])).toEqual([
    ['Kumari', 1000],
    ['Kumari', 200],
  ]);
  expect((await dayOf(office, { by: 'all' }, 'manager')).people).toEqual([{ ...kumari, sums: own.sums }]);
  expect((await dayOf(office, { by: 'cashier@example.com' }, 'manager')).movements).toEqual([]);
  const query = { received: DAY, voided: 'true' } as const;
  expect((await office.ask(payments.list, { query })).payments).toMatchObject([
    { amount_paid: 200, received_by: 'Kumari', cash_day: kumari },
    { amount_paid: 1000, recorded_by: 'cashier@example.com', received_by: 'Kumari', cash_day: kumari },
  ]);
});

const chequesIn = (office: TestOffice, state: 'pending' | 'cleared' = 'pending', role: Role = 'cashier') =>
  office.ask(cash.cheques, { query: { state }, role });

test('a cheque is pending until it is cleared or returned; the day and its sheet say how much is pending', async () => {
  const office = await openDesk();
  const first = await take(office, 700, { method: 'Cheque' });
  const second = await take(office, 300, { method: 'Cheque' });
  const third = await take(office, 55.5, { role: 'admin', method: 'Cheque', day: '2026-10-05' });
  await office.correct('A-1', DAY, [300, 250], { payment_id: second });
  await take(office, 20);
  expect(await chequesIn(office)).toMatchObject({ pending: { count: 3, amount: 1005.5 } });
  const cleared_on = DAY;
  office.goTo('2026-10-14');
  const body = { payment_ids: [first, third, first], cleared_on };
  await office.refused(cash.clearCheques, { body, role: 'cashier' }, 'not_allowed');
  await office.refused(cash.clearCheques, { body: { ...body, cleared_on: '2026-10-11' } }, 'invalid_input');
  await office.refused(cash.clearCheques, { body: { ...body, cleared_on: '2026-10-15' } }, 'invalid_input');
  await office.refused(cash.clearCheques, { body: { ...body, payment_ids: [first, third + 1] } }, 'payment_not_found');
  const cleared = await office.ask(cash.clearCheques, { body });
  expect(cleared).toMatchObject({ message: '2 cheques are recorded as cleared.', pending: { count: 1, amount: 250 } });
  expect((await chequesIn(office, 'cleared')).cheques).toMatchObject([
    { payment_id: third, amount: 55.5, received_on: DAY, cleared_on },
    { payment_id: first, amount: 700, received_by: 'cashier', cheque_number: '004512', cleared_on },
  ]);
  const day = await dayOf(office, { by: 'all' }, 'manager');
  expect(day.pending_cheques).toEqual({ count: 1, amount: 250 });
  const answer = await office.tell(cash.daySheet, { query: { by: 'all' }, role: 'manager' });
  expect((await readPdfText(answer.rawPayload))[0]).toContain('at the time of printing: 1, Rs. 250.00');
  await office.ask(cash.clearCheques, { body: { payment_ids: [first], cleared_on: null } });
  expect((await chequesIn(office)).pending).toEqual({ count: 2, amount: 950 });
  for (const id of [first, third])
    await office.ask(payments.returnCheque, { params: { id: String(id) }, body: { reason: 'Returned unpaid' } });
  expect(await chequesIn(office)).toMatchObject({
    pending: { count: 1, amount: 250 },
    cheques: [{ payment_id: second }],
  });
  expect((await chequesIn(office, 'cleared')).cheques).toEqual([]);
  expect((await office.auditLog()).filter(({ event_type }) => event_type === 'Cheque Cleared')).toMatchObject([
    { shop_id: 'A-1', old_value: null, new_value: DAY },
    { shop_id: 'A-1', old_value: null, new_value: DAY },
    { shop_id: 'A-1', old_value: DAY, new_value: null },
  ]);
  await office.expectCleanBooks();
});

test('the bank pays no cheque before the date on it', async () => {
  const office = await openDesk();
  const postdated = { amountPaid: 700, paymentDate: DAY, ...CHEQUE, chequeDate: '2026-10-20' };
  const { payment } = await office.ask(payments.byShop, { params: { shopId: 'A-1' }, body: postdated });
  const clear = (cleared_on: string) => ({ body: { payment_ids: [payment.payment_id], cleared_on } });
  const early = await office.refused(cash.clearCheques, clear(DAY), 'invalid_input');
  expect(JSON.stringify(early)).toContain('The bank cannot pay this before');
  office.goTo('2026-10-21');
  await office.refused(cash.clearCheques, clear('2026-10-19'), 'invalid_input');
  await office.ask(cash.clearCheques, clear('2026-10-20'));
});

test('a cleared cheque whose amount changes is pending again', async () => {
  const office = await openDesk();
  const cheque = await take(office, 700, { method: 'Cheque' });
  await office.ask(cash.clearCheques, { body: { payment_ids: [cheque], cleared_on: DAY } });
  await office.correct('A-1', DAY, [700, 7000], { payment_id: cheque });
  expect(await chequesIn(office)).toMatchObject({ pending: { count: 1, amount: 7000 } });
});

test('a cleared cheque whose bank is put right stays cleared', async () => {
  const office = await openDesk();
  const cheque = await take(office, 700, { method: 'Cheque' });
  const pending = await take(office, 80, { method: 'Cheque' });
  await office.ask(cash.clearCheques, { body: { payment_ids: [cheque], cleared_on: DAY } });
  for (const id of [cheque, pending])
    await office.ask(payments.replace, {
      params: { id: String(id) },
      body: { chequeBank: 'HNB', reason: 'Wrong bank' },
    });
  expect((await chequesIn(office)).cheques).toMatchObject([{ amount: 80, cheque_bank: 'HNB' }]);
  expect((await chequesIn(office, 'cleared')).cheques).toMatchObject([
    { amount: 700, cheque_bank: 'HNB', cleared_on: DAY },
  ]);
});

test('the longest pending cheques come first, at most 500 are listed, and all are counted', {
  tags: ['slow'],
}, async () => {
  const office = await openDesk();
  for (let at = 0; at < MOST_CHEQUES + 2; at += 1) await take(office, 1, { method: 'Cheque' });
  const postdated = { amountPaid: 5, paymentDate: DAY, ...CHEQUE, chequeDate: '2026-10-01' };
  const { payment } = await office.ask(payments.byShop, { params: { shopId: 'A-1' }, body: postdated });
  const { cheques, pending } = await chequesIn(office);
  expect(cheques).toHaveLength(MOST_CHEQUES);
  expect(cheques[0]?.payment_id).toBe(payment.payment_id);
  expect(pending).toEqual({ count: MOST_CHEQUES + 3, amount: MOST_CHEQUES + 7 });
});
