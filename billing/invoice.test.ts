import { describe, expect, test } from 'vitest';
import { type Instant, instantOf, type Month } from './calendar.ts';
import { billOf, dueDayOf, invoiceEffectiveAt, invoiceNumber, shareOf, startOfMonth } from './invoice.ts';
import { amount, rupees } from './testing/story.ts';

test.each([
  ['8,000.00', '2,000.00', 1800, '1,800.00'],
  ['8,000.00', '2,000.25', 1800, '1,800.05'],
  ['8,000.15', '2,000.15', 1500, '1,500.05'],
  ['8,001.00', '2,000.00', 1750, '1,750.18'],
  ['10,050.00', '0.00', 3333, '3,349.67'],
  ['0.03', '0.00', 1666, '0.00'],
  ['0.03', '0.00', 1667, '0.01'],
  ['0.00', '0.00', 1800, '0.00'],
  ['8,000.00', '2,000.00', 0, '0.00'],
  ['999,999,999.99', '0.00', 10_000, '999,999,999.99'],
  ['499,999,999.99', '500,000,000.00', 3333, '333,300,000.00'],
])('on rent %s and fee %s at %i basis points VAT is %s', (rent, fee, basisPoints, vat) => {
  const bill = billOf({ rentCents: amount(rent), operationFeeCents: amount(fee) }, basisPoints);
  expect(Object.values(bill).map(rupees)).toEqual([rent, fee, vat]);
});

test.each([
  ['8,000.00', 10, 30, '2,666.67'],
  ['8,000.00', 1, 30, '266.67'],
  ['8,000.00', 1, 29, '275.86'],
  ['0.01', 1, 2, '0.01'],
  ['0.01', 13, 28, '0.00'],
  ['8,000.05', 31, 31, '8,000.05'],
])('of %s for a month %i of %i days are %s', (whole, days, of, part) => {
  expect(rupees(shareOf(amount(whole), { days, of }))).toBe(part);
});

describe('an invoice', () => {
  test.each([
    // Columns: month, generated in UTC, takes effect, due.
    ['2026-10', '2026-09-20T04:00:00Z', '2026-09-30T18:30:00.000Z', '2026-10-15'],
    ['2026-10', '2026-09-30T18:29:59.999Z', '2026-09-30T18:30:00.000Z', '2026-10-15'],
    ['2026-10', '2026-09-30T18:30:00Z', '2026-09-30T18:30:00.000Z', '2026-10-15'],
    ['2026-10', '2026-10-01T18:29:59.999Z', '2026-10-01T18:29:59.999Z', '2026-10-15'],
    ['2026-10', '2026-10-01T18:30:00Z', '2026-10-01T18:30:00.000Z', '2026-10-16'],
    ['2026-10', '2026-11-07T04:00:00Z', '2026-11-07T04:00:00.000Z', '2026-11-21'],
    ['2026-12', '2026-12-31T18:29:59.999Z', '2026-12-31T18:29:59.999Z', '2027-01-14'],
    ['2026-12', '2026-12-31T18:30:00Z', '2026-12-31T18:30:00.000Z', '2027-01-15'],
    ['2028-02', '2028-02-20T04:00:00Z', '2028-02-20T04:00:00.000Z', '2028-03-05'],
    ['2027-02', '2027-02-20T04:00:00Z', '2027-02-20T04:00:00.000Z', '2027-03-06'],
  ])('of %s made at %s takes effect at %s and is due on %s', (month, made, effective, due) => {
    const generatedAt = instantOf(Date.parse(made));
    expect(invoiceEffectiveAt(month as Month, generatedAt)).toBe(effective);
    expect(dueDayOf({ month: month as Month, generatedAt, rentDueDay: 15 })).toBe(due);
  });

  test.each([
    [1, '2026-09-17T04:00:00Z', '2026-10-01'],
    [1, '2026-10-01T18:29:59.999Z', '2026-10-01'],
    [1, '2026-10-01T18:30:00Z', '2026-10-16'],
    [10, '2026-10-01T18:29:59.999Z', '2026-10-10'],
    [10, '2026-10-01T18:30:00Z', '2026-10-16'],
    [16, '2026-10-01T18:30:00Z', '2026-10-16'],
    [17, '2026-10-01T18:30:00Z', '2026-10-17'],
    [28, '2026-09-30T18:30:00Z', '2026-10-28'],
    [28, '2026-10-14T18:29:59.999Z', '2026-10-28'],
    [28, '2026-10-14T18:30:00Z', '2026-10-29'],
  ])('of October with due day %i made at %s is due on %s', (rentDueDay, made, due) => {
    expect(dueDayOf({ month: '2026-10' as Month, generatedAt: instantOf(Date.parse(made)), rentDueDay })).toBe(due);
  });

  test('begins with its month in the market, which in London is the evening before', () => {
    expect(startOfMonth('2028-03' as Month)).toBe('2028-02-29T18:30:00.000Z' as Instant);
  });

  test('is named after its shop and month', () => {
    expect(invoiceNumber('A-12', '2026-10' as Month)).toBe('INV-A-12-202610');
    expect(invoiceNumber('A-12', '2026-10' as Month, 2)).toBe('INV-A-12-202610-2');
  });
});
