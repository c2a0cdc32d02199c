/** @module-tag postgres */
import { expect, test } from 'vitest';
import { dayOf, timeOf } from '#billing/calendar.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { vatRates } from '#contract/vat-rates.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';

async function openShop(billedAt: string, month: string): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo(billedAt);
  await office.let('W-1');
  await office.generate('W-1', month);
  return office;
}

test('an invoice generated in the morning takes nothing of the money that paid another one before', async () => {
  const office = await openShop('2026-11-01', '2026-11');
  office.goTo('2026-11-15', '08:30');
  await office.pay('W-1', 11_800, '2026-11-15');
  office.goTo('2026-11-15', '09:00');
  await office.generate('W-1', '2026-09');
  const statuses = (await office.summaryOf('W-1')).Invoices.map(({ month_year, status }) => [month_year, status]);
  expect(statuses).toEqual([
    ['2026-11', 'Paid'],
    ['2026-09', 'Unpaid'],
  ]);
});

test('a fine applied in the morning is on the rent that is unpaid after the payment an hour before', async () => {
  const office = await openShop('2026-10-01', '2026-10');
  office.goTo('2026-10-16', '08:30');
  await office.pay('W-1', 10_000, '2026-10-15');
  await office.pay('W-1', 800, '2026-10-16');
  office.goTo('2026-10-16', '09:00');
  const removed = await office.ask(fines.remove, { params: { id: 'INV-W-1-202610' }, body: {} });
  expect(removed.still_owed).toBe(1000);
  const applied = await office.ask(fines.apply, { params: { id: 'INV-W-1-202610' } });
  expect(applied.fineAmount).toBe(300);
});

test('a fine that is reduced by money of the same day has an audit entry', async () => {
  const office = await openShop('2026-10-01', '2026-10');
  office.goTo('2026-10-16', '13:00');
  await office.ask(fines.apply, { params: { id: 'INV-W-1-202610' } });
  office.goTo('2026-10-16', '14:00');
  await office.pay('W-1', 7_800, '2026-10-15');
  const lowered = (await office.auditLog()).filter(({ event_type }) => event_type === 'Fine Lowered');
  expect(lowered).toMatchObject([{ invoice_id: 'INV-W-1-202610', old_value: '2400.00', new_value: '1200.00' }]);
});

test('a balance is set from the current balance, whatever an invoice generated ahead will use', async () => {
  const office = await openShop('2026-10-01', '2026-10');
  office.goTo('2026-10-02');
  await office.pay('W-1', 12_800, '2026-10-02');
  await office.generate('W-1', '2026-11');
  const set = () => office.ask(shops.setBalance, { params: { id: 'W-1' }, body: { balance_amount: -500 } });
  const first = await set();
  expect(first).toMatchObject({ data: { balance_amount: -500 }, still_owed: 12_300 });
  expect(await set()).toMatchObject({ data: { balance_amount: -500 }, still_owed: 12_300 });
  await office.expectCleanBooks();
});

test('a receipt adds up when its money paid a negative balance', async () => {
  const office = await openTestOffice();
  await office.let('W-1');
  await office.ask(shops.setBalance, { params: { id: 'W-1' }, body: { balance_amount: -500 } });
  const { payment } = await office.pay('W-1', 800, '2026-11-19');
  const receipt = await office.ask(payments.receipt, { params: { id: String(payment.payment_id) } });
  expect(receipt).toMatchObject({ amount: 800, settled: [], filled_debt: 500, kept_as_credit: 300 });
});

interface Scenario {
  rule: string;
  steps: readonly [when: string, action: (office: TestOffice) => Promise<unknown>][];
  /** Lines of the statement: day and time in Colombo, kind, and amount. Charges are negative, payments positive. */
  statement: readonly string[];
  charges: readonly string[];
  balance: number;
}

const bill = (month: string) => (office: TestOffice) => office.generate('W-1', month);
const pay = (amount: number, date: string) => (office: TestOffice) => office.pay('W-1', amount, date);
const fine = (office: TestOffice) => office.ask(fines.apply, { params: { id: 'INV-W-1-202610' } });
const arrestAll = (count: number) => async (office: TestOffice) =>
  expect((await office.ask(invoices.arrest, { body: {} })).count).toBe(count);
const setTo = (balance_amount: number) => (office: TestOffice) =>
  office.ask(shops.setBalance, { params: { id: 'W-1' }, body: { balance_amount } });
const raiseRent = (rent_amount: number, from_month: string) => (office: TestOffice) =>
  office.ask(shops.edit, { params: { id: 'W-1' }, body: { ...TERMS, rent_amount, from_month } });
const setRate = (newVatRate: number, valid_from: string) => (office: TestOffice) =>
  office.ask(vatRates.set, { body: { newVatRate, valid_from } });

/** The cases of docs/rules.md, Money and days, with VAT 1,800, fee 2,000 and rent 8,000 unless the terms change. */
const scenarios: Scenario[] = [
  {
    rule: 'a fine applied at 17:10 is charged when a payment is recorded at 17:15',
    steps: [
      ['2026-10-10 09:00', bill('2026-10')],
      ['2026-10-20 17:10', fine],
      ['2026-10-20 17:15', pay(12_000, '2026-10-20')],
    ],
    statement: ['2026-10-10 09:00 invoice -11800', '2026-10-20 17:10 fine -2400', '2026-10-20 17:15 payment 12000'],
    charges: [
      '2026-10 VAT 1800 of 1800 Paid',
      '2026-10 OperationFee 2000 of 2000 Paid',
      '2026-10 Rent 8000 of 8000 Paid',
      '2026-10 Fine 200 of 2400 Partially Paid',
    ],
    balance: 0,
  },
  {
    rule: 'a debt set today is filled by the next payment of today',
    steps: [
      ['2026-10-01 09:00', bill('2026-10')],
      ['2026-10-02 14:00', setTo(-500)],
      ['2026-10-02 14:30', pay(800, '2026-10-02')],
    ],
    statement: ['2026-10-01 09:00 invoice -11800', '2026-10-02 14:00 balance -500', '2026-10-02 14:30 payment 800'],
    charges: [
      '2026-10 VAT 300 of 1800 Partially Paid',
      '2026-10 OperationFee 0 of 2000 Unpaid',
      '2026-10 Rent 0 of 8000 Unpaid',
    ],
    balance: 0,
  },
  {
    rule: 'a bill made at 9:00 uses credit of 8:30 and nothing later',
    steps: [
      ['2026-10-01 08:30', pay(3000, '2026-10-01')],
      [
        '2026-10-01 09:00',
        async (office) =>
          expect(await office.generate('W-1', '2026-10')).toMatchObject({ previous_balance: 3000, total_amount: 8800 }),
      ],
      ['2026-10-01 09:30', pay(1000, '2026-10-01')],
      [
        '2026-10-01 09:45',
        async (office) =>
          expect((await office.summaryOf('W-1')).Invoices[0]).toMatchObject({
            previous_balance: 3000,
            total_amount: 8800,
            Allocations: [
              { charge: 'VAT', amount: 1800, source: 'credit' },
              { charge: 'OperationFee', amount: 1200, source: 'credit' },
              { charge: 'OperationFee', amount: 800, source: 'payment' },
              { charge: 'Rent', amount: 200, source: 'payment' },
            ],
          }),
      ],
    ],
    statement: ['2026-10-01 08:30 payment 3000', '2026-10-01 09:00 invoice -11800', '2026-10-01 09:30 payment 1000'],
    charges: [
      '2026-10 VAT 1800 of 1800 Paid',
      '2026-10 OperationFee 2000 of 2000 Paid',
      '2026-10 Rent 200 of 8000 Partially Paid',
    ],
    balance: 0,
  },
  {
    rule: 'an invoice is not put under arrest before its due day has passed, however old its month is',
    steps: [
      ['2026-11-20 10:00', bill('2026-10')],
      ['2026-12-04 23:59', arrestAll(0)],
      ['2026-12-05 00:01', arrestAll(1)],
    ],
    statement: ['2026-11-20 10:00 invoice -11800'],
    charges: ['2026-10 VAT 0 of 1800 Arrest', '2026-10 OperationFee 0 of 2000 Arrest', '2026-10 Rent 0 of 8000 Arrest'],
    balance: 0,
  },
  {
    rule: 'a bill generated late has the rent and the VAT rate of its month',
    steps: [
      ['2026-10-20 10:00', raiseRent(9000, '2026-11')],
      ['2026-10-20 10:05', setRate(15, '2026-11-01')],
      ['2026-11-20 10:00', bill('2026-11')],
      ['2026-11-20 10:05', bill('2026-10')],
    ],
    statement: ['2026-11-20 10:00 invoice -12650', '2026-11-20 10:05 invoice -11800'],
    charges: [
      '2026-10 VAT 0 of 1800 Unpaid',
      '2026-10 OperationFee 0 of 2000 Unpaid',
      '2026-10 Rent 0 of 8000 Unpaid',
      '2026-11 VAT 0 of 1650 Unpaid',
      '2026-11 OperationFee 0 of 2000 Unpaid',
      '2026-11 Rent 0 of 9000 Unpaid',
    ],
    balance: 0,
  },
  {
    rule: 'a payment recorded today for yesterday takes effect at 11:00 of yesterday',
    steps: [
      ['2026-10-01 09:00', bill('2026-10')],
      ['2026-10-15 10:00', pay(1000, '2026-10-15')],
      ['2026-10-15 12:00', setTo(700)],
      ['2026-10-16 08:00', pay(11_000, '2026-10-15')],
    ],
    statement: [
      '2026-10-01 09:00 invoice -11800',
      '2026-10-15 10:00 payment 1000',
      '2026-10-15 11:00 payment 11000',
      '2026-10-15 12:00 balance 700',
    ],
    charges: [
      '2026-10 VAT 1800 of 1800 Paid',
      '2026-10 OperationFee 2000 of 2000 Paid',
      '2026-10 Rent 8000 of 8000 Paid',
    ],
    balance: 900,
  },
];

test.each(scenarios.map((each) => [each.rule, each] as const))('%s', async (_, scenario) => {
  const { steps, statement, charges, balance } = scenario;
  const office = await openTestOffice();
  office.goTo('2026-09-30');
  await office.let('W-1');
  for (const [when, action] of steps) {
    const [date = '', time] = when.split(' ');
    office.goTo(date, time);
    await action(office);
  }
  const lines = (await office.statementOf('W-1')).map(
    ({ date, kind, charged, paid }) =>
      `${dayOf(date)} ${timeOf(date).slice(0, 5)} ${kind} ${(paid ?? 0) - (charged ?? 0)}`,
  );
  expect(lines).toEqual(statement);
  expect(await office.chargesOf('W-1')).toEqual(charges);
  expect((await office.summaryOf('W-1')).ShopBalance.balance_amount).toBe(balance);
  await office.expectCleanBooks();
});
