/** @module-tag postgres */
import { expect, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import type { Answer, Sending } from '#contract/call.ts';
import { cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { receiptPaper } from '#contract/documents/receipt-paper.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { places } from '#contract/places.ts';
import { reminders } from '#contract/reminders.ts';
import { rentRules } from '#contract/rent-rules.ts';
import { shops } from '#contract/shops.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { recordSignIn, scheduleContextOf } from '../../testing/schedule.ts';
import { runSchedule } from '../schedule/start-schedule.ts';

const RECEIVED = '2026-10-05';
const CHEQUE_DAY = '2026-10-12';
type Changes = Partial<Sending<typeof payments.replace>['body']>;

const setRule = (office: TestOffice, cheques_on_their_day: boolean, from_month?: string) =>
  office.ask(rentRules.set, { body: { rent_due_day: 15, fine_rate: 30, cheques_on_their_day, from_month } });

/** Opens a market with October's bill of Rs. 11,800.00 for A-1, where cheques count from their day. */
async function openMarket(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  await setRule(office, true);
  office.goTo(RECEIVED);
  return office;
}

const cheque = (chequeDate: string = CHEQUE_DAY) => ({
  paymentMethod: 'Cheque' as const,
  chequeNumber: '004512',
  chequeDate,
});

const take = (office: TestOffice, amount = 11_800, more = cheque()) => office.pay('A-1', amount, RECEIVED, more);

/** Goes to the first minute of a day, in which the schedule looks for what is due. */
async function wakeOn(office: TestOffice, day: string): Promise<void> {
  office.goTo(day, '00:00:30.000');
  await recordSignIn(office.app, office.app.clock.now());
  await runSchedule(scheduleContextOf(office));
}

const owedBy = async (office: TestOffice) => (await office.summaryOf('A-1')).total_owed;
const byId = (id: number) => ({ params: { id: String(id) } });

const collectedIn = async (office: TestOffice) => (await office.ask(dashboard.morning, { role: 'manager' })).collected;

test('a post-dated cheque pays nothing before its day, and everything from the first minute of it', async () => {
  const office = await openMarket();
  const taken = await take(office);
  expect(taken.message).toBe('Payment processed successfully! The cheque counts from 12 Oct 2026.');
  expect(taken).toMatchObject({ settled: [], still_owed: 11_800, balance_amount: 0 });
  expect(taken.payment).toMatchObject({ counts_from: CHEQUE_DAY, payment_date: '2026-10-05T05:30:00.000Z' });
  await wakeOn(office, '2026-10-11');
  expect(await owedBy(office)).toBe(11_800);
  expect((await office.summaryOf('A-1')).promised_cheques).toEqual([{ amount: 11_800, counts_from: CHEQUE_DAY }]);
  expect((await office.statementOf('A-1')).map(({ kind }) => kind)).toEqual(['invoice']);
  await office.expectCleanBooks();
  await wakeOn(office, CHEQUE_DAY);
  expect(await owedBy(office)).toBe(0);
  expect(await office.summaryOf('A-1')).not.toHaveProperty('promised_cheques');
  expect((await office.statementOf('A-1')).map(({ kind, date, balance }) => [kind, date, balance])).toEqual([
    ['invoice', '2026-10-01T06:30:00.000Z', -11_800],
    ['payment', '2026-10-11T18:30:00.000Z', 0],
  ]);
  expect((await office.auditLog()).find(({ event_type }) => event_type === 'Cheque Counted')).toMatchObject({
    shop_id: 'A-1',
    new_value: '11800.00',
    user_actioned: 'schedule',
  });
  await office.expectCleanBooks();
});

test('until the market chooses otherwise, a post-dated cheque counts when it is received', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo(RECEIVED);
  const taken = await take(office);
  expect(taken).toMatchObject({ message: 'Payment processed successfully!', still_owed: 0 });
  expect(taken.payment).not.toHaveProperty('counts_from');
});

test('the rule of the day of receipt decides, so no later rule changes what is recorded', async () => {
  const office = await openMarket();
  await setRule(office, false, '2026-11');
  await take(office);
  office.goTo('2026-11-03');
  await office.let('A-2');
  const later = await office.pay('A-2', 500, '2026-11-03', cheque('2026-11-20'));
  expect(later.payment).not.toHaveProperty('counts_from');
  const replaced = await office.ask(payments.replace, {
    ...byId(later.payment.payment_id),
    body: { chequeDate: '2026-11-25', reason: 'Another day' },
  });
  expect(replaced.payment).not.toHaveProperty('counts_from');
  const before = await office.pay('A-1', 100, '2026-10-20', cheque('2026-11-20'));
  expect(before.payment).toMatchObject({ counts_from: '2026-11-20' });
});

test('the fine of late rent falls due with a cheque whose day is late, although it was received in time', async () => {
  const office = await openMarket();
  await take(office, 11_800, cheque('2026-10-20'));
  await wakeOn(office, '2026-10-20');
  expect(await office.chargesOf('A-1')).toEqual([
    '2026-10 VAT 1800 of 1800 Paid',
    '2026-10 OperationFee 2000 of 2000 Paid',
    '2026-10 Rent 8000 of 8000 Paid',
    '2026-10 Fine 0 of 2400 Unpaid',
  ]);
  await office.expectCleanBooks();
});

test('a server that starts after the day counts the cheque from its day, without the fines of the days between', {
  tags: ['slow'],
}, async () => {
  const office = await openMarket();
  await take(office);
  office.goTo('2026-10-17', '08:00:00.000');
  await office.ask(fines.apply, { params: { id: 'INV-A-1-202610' } });
  await runSchedule(scheduleContextOf(office));
  expect((await office.chargesOf('A-1')).filter((line) => line.includes('Fine'))).toEqual([]);
  expect(await owedBy(office)).toBe(0);
  await office.expectCleanBooks();
});

test('a cheque that is returned or voided before its day never counts', async () => {
  const office = await openMarket();
  const returned = await take(office, 5000);
  const voided = await take(office, 6000);
  await office.ask(payments.returnCheque, { ...byId(returned.payment.payment_id), body: { reason: 'Account closed' } });
  await office.ask(payments.remove, { ...byId(voided.payment.payment_id), body: { reason: 'Entered twice' } });
  await wakeOn(office, CHEQUE_DAY);
  expect(await owedBy(office)).toBe(11_800);
  expect((await office.auditLog()).filter(({ event_type }) => event_type === 'Cheque Counted')).toEqual([]);
  await office.expectCleanBooks();
});

test('a corrected cheque counts with its corrected amount, before and after its day', async () => {
  const office = await openMarket();
  await take(office, 5000);
  expect((await office.correct('A-1', RECEIVED, [5000, 4000])).still_owed).toBe(11_800);
  await wakeOn(office, CHEQUE_DAY);
  expect(await owedBy(office)).toBe(7800);
  expect((await office.correct('A-1', RECEIVED, [4000, 4500])).still_owed).toBe(7300);
  await office.expectCleanBooks();
});

const CHANGES: readonly [string, Changes, number][] = [
  ['by cash', { paymentMethod: 'Cash' }, 0],
  ['dated the day of receipt', { chequeDate: RECEIVED }, 0],
  ['of another day', { chequeDate: '2026-10-14' }, 11_800],
  ['of another number', { chequeNumber: '004513' }, 11_800],
];

test.each(CHANGES)('a cheque that turns out to be %s counts as that', async (_, changes, owed) => {
  const office = await openMarket();
  const { payment } = await take(office);
  const body = { reason: 'Typed wrong', ...changes };
  const replaced = await office.ask(payments.replace, { ...byId(payment.payment_id), body });
  expect(replaced.still_owed).toBe(owed);
  await wakeOn(office, '2026-10-14');
  expect(await owedBy(office)).toBe(0);
  await office.expectCleanBooks();
});

test('the cheque is in hand at once, and is collected in the month of its day', async () => {
  const office = await openMarket();
  await take(office, 11_800, cheque('2026-11-02'));
  const inHand = async () => {
    const now = await office.ask(places.now, { role: 'manager' });
    return [now.from_tenants, now.places.find(({ place }) => place === 'cheques')?.amount];
  };
  expect(await inHand()).toEqual([11_800, 11_800]);
  expect(await collectedIn(office)).toBe(0);
  const [listed] = (await office.ask(cash.cheques, { query: { state: 'pending' } })).cheques;
  expect(listed).toMatchObject({ stage: 'later', counts_from: '2026-11-02' });
  await wakeOn(office, '2026-11-02');
  expect(await inHand()).toEqual([11_800, 11_800]);
  expect(await collectedIn(office)).toBe(11_800);
});

test('the receipt says from when the cheque counts, and that it pays nothing yet', async () => {
  const office = await openMarket();
  const { payment } = await take(office);
  const factsAndLines = async () => {
    const receipt: Answer<typeof payments.receipt> = await office.ask(payments.receipt, byId(payment.payment_id));
    const [copy] = receiptPaper(receipt, { isCopy: false, today: dayOf(receipt.recorded_at) }).copies;
    return [...(copy?.facts.map(({ label, text }) => `${label}: ${text}`) ?? []), ...(copy?.lines ?? [])];
  };
  const promised = await factsAndLines();
  expect(promised).toContain('Counts from: 12 Oct 2026');
  expect(promised.at(-1)).toMatchObject({ text: 'Cheque, not counted yet' });
  await wakeOn(office, CHEQUE_DAY);
  const counted = await factsAndLines();
  expect(counted).toContain('Counts from: 12 Oct 2026');
  expect(counted.at(-1)).toMatchObject({ text: 'Rent Oct 2026, INV-A-1-202610' });
});

test('papers name a cheque that counts later, and nobody is reminded of what it covers', async () => {
  const office = await openMarket();
  office.goTo('2026-10-20');
  await office.pay('A-1', 11_800, '2026-10-20', cheque('2026-10-30'));
  const promised = [{ amount: 11_800, counts_from: '2026-10-30' }];
  const { how_to_pay } = await office.ask(invoices.papers, { body: { invoice_ids: ['INV-A-1-202610'] } });
  expect(how_to_pay).toMatchObject([{ invoice_id: 'INV-A-1-202610', promised, code: null }]);
  const statement = await office.ask(shops.statement, { params: { id: 'A-1' } });
  expect(statement.how_to_pay).toMatchObject({ promised });
  const [tenancy] = (await office.summaryOf('A-1')).Tenancies;
  const tenancy_ids = [tenancy?.tenancy_id ?? 0];
  const body = { tenancy_ids, level: 'friendly', way: 'letter', last_day: '2026-10-27' } as const;
  const sent = await office.ask(reminders.send, { body });
  expect(sent.refused).toMatchObject([{ reason: 'Cheques that were received and count later cover what is overdue.' }]);
  const debtor = async () => (await office.ask(dashboard.arrears, {})).debtors[0];
  expect(await debtor()).toMatchObject({ total_owed: 11_800, overdue: 0, promised_cheques: promised });
  await office.ask(payments.replace, {
    ...byId((await office.summaryOf('A-1')).Payments[0]?.payment_id ?? 0),
    body: { chequeDate: '2026-10-20', reason: 'Typed wrong' },
  });
  expect(await owedBy(office)).toBe(2400);
});

test('what cheques that count later cover is not marked as in arrears, the oldest month first, until one is returned', async () => {
  const office = await openMarket();
  office.goTo('2026-11-01');
  await office.generate('A-1', '2026-11');
  office.goTo('2026-12-20');
  const taken = await office.pay('A-1', 11_800, '2026-12-20', cheque('2026-12-30'));
  const arrest = async () => (await office.ask(invoices.arrest, { body: {} })).results.map((one) => one.invoice_id);
  expect(await arrest()).toEqual(['INV-A-1-202611']);
  expect(await arrest()).toEqual([]);
  await office.ask(payments.returnCheque, { ...byId(taken.payment.payment_id), body: { reason: 'Account closed' } });
  expect(await arrest()).toEqual(['INV-A-1-202610']);
});

test('a promise to pay is fulfilled by a cheque that counts later', async () => {
  const office = await openMarket();
  office.goTo('2026-10-20');
  const [tenancy] = (await office.summaryOf('A-1')).Tenancies;
  const tenancy_ids = [tenancy?.tenancy_id ?? 0];
  const send = { tenancy_ids, level: 'friendly', way: 'letter', last_day: '2026-10-27' } as const;
  const [reminder] = (await office.ask(reminders.send, { body: send })).reminders;
  const promise = { promised_on: '2026-10-22', promised_amount: 11_800, note: '', next_step: '' };
  await office.ask(reminders.follow, { ...byId(reminder?.reminder_id ?? 0), body: promise });
  await office.pay('A-1', 11_800, '2026-10-20', cheque('2026-10-30'));
  office.goTo('2026-10-25');
  expect((await office.ask(dashboard.arrears, {})).debtors).toMatchObject([
    { promised_on: '2026-10-22', promise_broken: false },
  ]);
});
