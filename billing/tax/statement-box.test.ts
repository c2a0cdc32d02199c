import { expect, test } from 'vitest';
import type { Month } from '../calendar.ts';
import { takeSnapshot } from '../invoice-snapshot.ts';
import { cents } from '../money.ts';
import { amount, playStory, rupees } from '../testing/story.ts';
import { type StatementBox, statementBox } from './statement-box.ts';
import { type TaxTerms, taxBill } from './tax-lines.ts';

const TERMS: TaxTerms = { vatRateBasisPoints: 1800, amounts: 'cents' };
const snapshot = { totalArrearsCents: cents(0), finesCents: cents(0), previousBalanceCents: cents(0) };

function lines(rent: string, other: string) {
  return [
    { valueCents: amount(rent), isVatable: true },
    { valueCents: amount(other), isVatable: false },
  ];
}

function figures(box: StatementBox): Record<string, string> {
  return Object.fromEntries(Object.entries(box).map(([name, value]) => [name.replace('Cents', ''), rupees(value)]));
}

test('A12 has 51,349.00 to pay for October, as in the worked example of the rules', () => {
  const { actual, expected, ledger } = playStory(`
    when       | what                                                | left over | the months
    2026-09-01 | bill 2026-09: rent 25,000.00, fee 3,500.00, VAT 18 % | 0.00 | 2026-09 Unpaid: VAT 5,130.00, fee 3,500.00, rent 25,000.00
    2026-09-10 | pays 20,000.00                                      | 0.00      | 2026-09 Partially Paid: rent 13,630.00
    2026-09-16 | fine on 2026-09                                     | 0.00      | 2026-09 Partially Paid: rent 13,630.00, fine 4,089.00
  `);
  expect(actual).toEqual(expected);
  const bill = taxBill(
    [amount('25,000.00'), amount('3,500.00')].map((valueCents) => ({ valueCents, isVatable: true })),
    TERMS,
  );
  const taken = takeSnapshot(ledger, {
    month: '2026-10' as Month,
    billCents: bill.totals.totalCents,
    previous: undefined,
    payments: [],
  });
  const box = statementBox(taken, bill);
  expect(figures(box)).toEqual({
    unpaidOfEarlierMonths: '13,630.00',
    fines: '4,089.00',
    balance: '0.00',
    bill: '33,630.00',
    otherCharges: '0.00',
    rounding: '0.00',
    toPay: '51,349.00',
  });
  expect(box.toPayCents).toBe(taken.totalCents);
});

test('a credit reduces what is to pay, never below 0, and a debt raises it', () => {
  const bill = taxBill(lines('100.00', '0.00'), TERMS);
  const toPay = (balance: string) =>
    rupees(statementBox({ ...snapshot, previousBalanceCents: amount(balance) }, bill).toPayCents);
  expect(['18.00', '118.00', '500.00', '-20.00'].map(toPay)).toEqual(['100.00', '0.00', '0.00', '138.00']);
});

test('charges without VAT and the cents of a paper in whole rupees are in the box', () => {
  const bill = taxBill(lines('28,500.49', '500.00'), { ...TERMS, amounts: 'rupees' });
  expect(figures(statementBox(snapshot, bill))).toMatchObject({
    bill: '33,630.00',
    otherCharges: '500.00',
    rounding: '0.58',
    toPay: '34,130.58',
  });
});
