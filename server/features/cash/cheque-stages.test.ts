/** @module-tag postgres */
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#billing/calendar.ts';
import { type ChequeList, cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { payments } from '#contract/payments.ts';
import { tenancies } from '#contract/tenancies.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';

const DAY = '2026-10-12';

async function openDesk(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo(DAY, '09:00:00.000');
  return office;
}

async function takeCheque(office: TestOffice, amountPaid: number, chequeDate?: string): Promise<number> {
  const body = { amountPaid, paymentDate: DAY, paymentMethod: 'Cheque' as const, chequeNumber: '004512', chequeDate };
  const taken = { params: { shopId: 'A-1' }, body, role: 'cashier' } as const;
  return (await office.ask(payments.byShop, taken)).payment.payment_id;
}

const listed = async (office: TestOffice, state: ChequeList = 'pending') =>
  (await office.ask(cash.cheques, { query: { state } })).cheques;

const stagesOf = async (office: TestOffice) => (await listed(office)).map(({ amount, stage }) => `${amount} ${stage}`);

const deposit = (ids: number[], deposited_on: string | null) => ({ body: { payment_ids: ids, deposited_on } });

test('the list says what is next for each cheque, from its own day to the answer of the bank', async () => {
  const office = await openDesk();
  const plain = await takeCheque(office, 100);
  const tomorrow = await takeCheque(office, 200, '2026-10-13');
  const later = await takeCheque(office, 300, '2026-10-14');
  expect(await stagesOf(office)).toEqual(['100 due', '200 due', '300 later']);
  const { message } = await office.ask(cash.depositCheques, deposit([plain], DAY));
  expect(message).toBe('1 cheque is recorded as paid in.');
  office.goTo('2026-10-14', '09:00:00.000');
  expect(await stagesOf(office)).toEqual(['100 deposited', '200 overdue', '300 due']);
  office.goTo('2026-10-15', '09:00:00.000');
  expect(await stagesOf(office)).toEqual(['100 unanswered', '200 overdue', '300 overdue']);
  await office.refused(cash.depositCheques, deposit([tomorrow, later], '2026-10-13'), 'invalid_input');
  await office.ask(cash.depositCheques, deposit([plain], null));
  expect((await stagesOf(office))[0]).toBe('100 overdue');
  expect((await office.auditLog()).filter(({ event_type }) => event_type === 'Cheque Deposited')).toMatchObject([
    { shop_id: 'A-1', old_value: null, new_value: DAY },
    { shop_id: 'A-1', old_value: DAY, new_value: null },
  ]);
  await office.expectCleanBooks();
});

test('a cheque that was not paid in within six months is named', async () => {
  const office = await openDesk();
  await takeCheque(office, 100, '2026-08-31');
  office.goTo('2027-02-28', '09:00:00.000');
  expect(await stagesOf(office)).toEqual(['100 overdue']);
  office.goTo('2027-03-01', '09:00:00.000');
  expect(await stagesOf(office)).toEqual(['100 expired']);
});

test('the cheques of a deposit slip are paid in with the cash of the session, and postdated ones are not', async () => {
  const office = await openDesk();
  await office.ask(cash.setSettings, { body: { sessions: true } });
  const opened = await office.ask(cash.openSession, { body: { opening_float: 0 }, role: 'cashier' });
  await takeCheque(office, 100);
  await takeCheque(office, 300, '2026-10-20');
  const params = { id: String(opened.session.session_id) };
  await office.ask(cash.closeSession, { params, body: { count: [] }, role: 'cashier' });
  await office.ask(cash.bankSession, { params, body: { banked_on: DAY } });
  expect(await listed(office)).toMatchObject([
    { amount: 100, deposited_on: DAY, stage: 'deposited' },
    { amount: 300, deposited_on: null, stage: 'later' },
  ]);
});

test('returned cheques are counted by tenant, over all shops, and not by name', { tags: ['slow'] }, async () => {
  const office = await openDesk();
  for (const shop of ['B-1', 'C-1']) await office.let(shop);
  const tenancyIn = async (shop: string) => (await office.summaryOf(shop)).Tenant?.tenant_id ?? 0;
  const second = { params: { id: String(await tenancyIn('B-1')) } };
  const body = { same_tenant_as: await tenancyIn('A-1'), reason: 'Identity card seen' };
  await office.ask(tenancies.changeTenant, { ...second, body });
  const take = async (shopId: string, amount: number) => {
    const more = { paymentMethod: 'Cheque', chequeNumber: '004512' } as const;
    return (await office.pay(shopId, amount, DAY, more)).payment.payment_id;
  };
  for (const id of [await take('A-1', 100), await take('B-1', 200)])
    await office.ask(payments.returnCheque, { params: { id: String(id) }, body: { reason: 'Returned unpaid' } });
  for (const shop of ['A-1', 'B-1', 'C-1']) await take(shop, 300);
  expect((await listed(office)).map((cheque) => [cheque.shop_id, cheque.returned_in_a_year])).toEqual([
    ['A-1', 2],
    ['B-1', 2],
    ['C-1', 0],
  ]);
});

test('returned cheques stay on a list, with their amount, and are counted for a year', async () => {
  const office = await openDesk();
  const returned = [await takeCheque(office, 100), await takeCheque(office, 200)];
  await office.correct('A-1', DAY, [200, 250], { payment_id: returned[1] ?? 0 });
  await takeCheque(office, 300);
  for (const id of returned)
    await office.ask(payments.returnCheque, { params: { id: String(id) }, body: { reason: 'Returned unpaid' } });
  expect(await listed(office, 'returned')).toMatchObject([
    { amount: 250, stage: 'returned', returned_on: DAY },
    { amount: 100, stage: 'returned', returned_on: DAY },
  ]);
  expect(await listed(office)).toMatchObject([{ amount: 300, returned_in_a_year: 2 }]);
  office.goTo('2027-10-13');
  expect(await listed(office)).toMatchObject([{ amount: 300, returned_in_a_year: 0 }]);
});

const clear = (ids: number[], cleared_on: string) => ({ body: { payment_ids: ids, cleared_on } });

const replaceCheque = async (office: TestOffice, id: number, change: { shop_id?: string; chequeDate?: string }) =>
  (await office.ask(payments.replace, { params: { id: String(id) }, body: { ...change, reason: 'Wrong' } })).payment
    .payment_id;

test('a cheque is paid in before the bank pays it, also if its payment was put right later', async () => {
  const office = await openDesk();
  await office.let('A-2');
  const first = await takeCheque(office, 100);
  office.goTo('2026-10-15', '09:00:00.000');
  const moved = await replaceCheque(office, first, { shop_id: 'A-2' });
  await office.ask(cash.depositCheques, deposit([moved], '2026-10-13'));
  await office.refused(cash.clearCheques, clear([moved], DAY), 'invalid_input');
  await office.ask(cash.clearCheques, clear([moved], '2026-10-14'));
  const late = await office.refused(cash.depositCheques, deposit([moved], '2026-10-15'), 'invalid_input');
  expect(JSON.stringify(late)).toContain(`The bank paid the cheque of payment ${moved} on`);
  await office.ask(cash.depositCheques, deposit([moved], '2026-10-14'));
});

test('days at the bank before a new date of the cheque are not copied when its payment is put right', async () => {
  const office = await openDesk();
  const wrong = await takeCheque(office, 100);
  office.goTo('2026-10-15', '09:00:00.000');
  await office.ask(cash.depositCheques, deposit([wrong], '2026-10-13'));
  await office.ask(cash.clearCheques, clear([wrong], '2026-10-14'));
  const dated = await replaceCheque(office, wrong, { chequeDate: '2026-10-13' });
  expect(await listed(office, 'cleared')).toMatchObject([{ deposited_on: '2026-10-13', cleared_on: '2026-10-14' }]);
  await replaceCheque(office, dated, { chequeDate: '2026-10-16' });
  expect(await listed(office)).toMatchObject([{ deposited_on: null, cleared_on: null, stage: 'due' }]);
});

const returnOn = (id: number, returned_on: string) => ({
  params: { id: String(id) },
  body: { reason: 'Returned unpaid', returned_on },
});

test('a returned cheque names the day of its return, from the last day the bank was said to have it until today', async () => {
  const office = await openDesk();
  const cheque = await takeCheque(office, 100, '2026-10-20');
  office.goTo('2026-10-30', '09:00:00.000');
  const refused = async (day: string) => {
    const refusal = await office.refused(payments.returnCheque, returnOn(cheque, day), 'invalid_input');
    expect(refusal.details?.[0]?.field).toBe('returned_on');
    return JSON.stringify(refusal.details);
  };
  expect(await refused('2026-10-11')).toContain('12 Oct 2026');
  expect(await refused('2026-10-31')).toContain('30 Oct 2026');
  await office.ask(cash.depositCheques, deposit([cheque], '2026-10-21'));
  expect(await refused('2026-10-20')).toContain('21 Oct 2026');
  await office.ask(cash.clearCheques, clear([cheque], '2026-10-22'));
  expect(await refused('2026-10-21')).toContain('22 Oct 2026');
  await office.ask(payments.returnCheque, returnOn(cheque, '2026-10-23'));
  expect(await listed(office, 'returned')).toMatchObject([
    { returned_on: '2026-10-23', deposited_on: '2026-10-21', cleared_on: null, stage: 'returned' },
  ]);
  const { event_description } = await office.app.database.reader
    .selectFrom('audit_log')
    .select('event_description')
    .where('event_type', '=', 'Cheque Returned')
    .executeTakeFirstOrThrow();
  expect(event_description).toContain('returned on 23 Oct 2026');
  await office.expectCleanBooks();
});

test('the year of returned cheques counts from the days of return, and a day recorded late changes no balance or fine', async () => {
  const recordReturn = async (recordedOn: string) => {
    const office = await openDesk();
    const cheque = await takeCheque(office, 9000);
    office.goTo('2026-10-20', '09:00:00.000');
    await office.pay('A-1', 5000, '2026-10-20');
    office.goTo(recordedOn, '09:00:00.000');
    await office.ask(payments.returnCheque, returnOn(cheque, '2026-10-22'));
    office.goTo('2026-11-25', '09:00:00.000');
    await office.pay('A-1', 10, '2026-11-25', { paymentMethod: 'Cheque' });
    const { Invoices, ShopBalance } = await office.summaryOf('A-1');
    await office.expectCleanBooks();
    return { Invoices, balance: ShopBalance.balance_amount, office };
  };
  const { office, ...early } = await recordReturn('2026-10-22');
  const { office: other, ...late } = await recordReturn('2026-11-20');
  expect(late).toEqual(early);
  for (const one of [office, other]) {
    one.goTo('2027-10-22', '09:00:00.000');
    expect(await listed(one)).toMatchObject([{ returned_in_a_year: 1 }]);
    one.goTo('2027-10-23', '09:00:00.000');
    expect(await listed(one)).toMatchObject([{ returned_in_a_year: 0 }]);
  }
});

/** Checks that each sum is that of its list, of which the ended cheques count for 30 days. */
async function expectSumsOfLists(office: TestOffice): Promise<void> {
  const { cheques: sums, pending_cheques } = await office.ask(cash.day, { role: 'manager' });
  expect((await office.ask(dashboard.morning, { role: 'manager' })).cheques).toEqual(sums);
  const since = addDays(dayOf(office.app.clock.now()), -29);
  for (const state of ['in_hand', 'paid_in', 'cleared', 'returned'] as const) {
    const rows = (await listed(office, state)).filter(
      ({ cleared_on, returned_on }) => (cleared_on ?? returned_on ?? since) >= since,
    );
    const amount = rows.reduce((sum, row) => sum + row.amount, 0);
    expect([state, sums[state]]).toEqual([state, { count: rows.length, amount }]);
  }
  expect(pending_cheques).toEqual({
    count: sums.in_hand.count + sums.paid_in.count,
    amount: sums.in_hand.amount + sums.paid_in.amount,
  });
}

test('a cheque is in the sum of what has happened to it last, and ended ones for 30 days', {
  tags: ['slow'],
}, async () => {
  const office = await openDesk();
  const sums = async () =>
    Object.values((await office.ask(cash.day, { role: 'cashier' })).cheques).map(({ amount }) => amount);
  await expectSumsOfLists(office);
  const cheques = [await takeCheque(office, 100), await takeCheque(office, 200), await takeCheque(office, 400)];
  const [first = 0, second = 0, third = 0] = cheques;
  await office.correct('A-1', DAY, [200, 250], { payment_id: second });
  expect(await sums()).toEqual([750, 0, 0, 0]);
  await office.ask(cash.depositCheques, deposit([first, second], DAY));
  expect(await sums()).toEqual([400, 350, 0, 0]);
  await expectSumsOfLists(office);
  await office.ask(cash.clearCheques, clear([first], DAY));
  await office.ask(payments.returnCheque, returnOn(second, DAY));
  expect(await sums()).toEqual([400, 0, 100, 250]);
  await expectSumsOfLists(office);
  await office.ask(payments.remove, { params: { id: String(third) }, body: { reason: 'Given back' } });
  expect(await sums()).toEqual([0, 0, 100, 250]);
  office.goTo('2026-11-10', '09:00:00.000');
  expect(await sums()).toEqual([0, 0, 100, 250]);
  office.goTo('2026-11-11', '09:00:00.000');
  expect(await sums()).toEqual([0, 0, 0, 0]);
  await expectSumsOfLists(office);
});
