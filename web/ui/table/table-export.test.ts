import { expect, test } from 'vitest';
import { type Day, day, type Instant } from '#billing/calendar.ts';
import type { Column } from './table-column.ts';
import { sheetNameOf, sheetOf, widthsOf } from './table-export.ts';

interface Payment {
  shop: string;
  amount: number | null;
  count: number;
  paid: Day;
  entered: Instant | null;
}

const columns: Column<Payment>[] = [
  { key: 'shop', title: 'Shop', value: ({ shop }) => shop },
  { key: 'amount', title: 'Amount', kind: 'money', value: ({ amount }) => amount, isSummed: true },
  { key: 'count', title: 'Months', kind: 'number', value: ({ count }) => count },
  { key: 'paid', title: 'Paid on', kind: 'day', value: ({ paid }) => paid },
  { key: 'entered', title: 'Entered', kind: 'instant', value: ({ entered }) => entered },
];
const paid = day('2026-11-20');
const rows: Payment[] = [
  { shop: '=1+1', amount: 0.1, count: 1, paid, entered: '2026-11-20T01:30:00.000Z' as Instant },
  { shop: 'A-12', amount: 0.2, count: 2, paid, entered: null },
  { shop: '', amount: null, count: 3, paid, entered: null },
];

test('headings are bold', () => {
  expect(sheetOf(columns, rows)[0]?.[0]).toEqual({ value: 'Shop', type: String, fontWeight: 'bold' });
});

test('each cell has the type of its column, and a formula typed by a person stays text', () => {
  expect(sheetOf(columns, rows)[1]).toEqual([
    { value: '=1+1', type: String },
    { value: 0.1, type: Number, format: '#,##0.00' },
    { value: 1, type: Number, format: 'General' },
    { value: new Date('2026-11-20T00:00:00.000Z'), type: Date, format: 'd mmm yyyy' },
    // Spreadsheets have no time zones, so the cell has the market's time, 07:00.
    { value: new Date('2026-11-20T07:00:00.000Z'), type: Date, format: 'd mmm yyyy hh:mm:ss' },
  ]);
});

test('a missing value is an empty cell, not a zero', () => {
  expect(sheetOf(columns, rows)[3]?.slice(0, 2)).toEqual([null, null]);
});

test('the last row is the total to the cent, under the summed columns only', () => {
  const last = sheetOf(columns, rows).at(-1);
  expect(last).toEqual([
    { value: 'Total', type: String, fontWeight: 'bold' },
    { value: 0.3, type: Number, format: '#,##0.00', fontWeight: 'bold' },
    null,
    null,
    null,
  ]);
});

test('columns are as wide as their longest text, within reason', () => {
  const long = { ...rows[1], shop: 'x'.repeat(200) } as Payment;
  expect(widthsOf(columns, [long])[0]).toEqual({ width: 60 });
  expect(widthsOf(columns, rows)[0]).toEqual({ width: 7 });
});

test('a sheet has the name of its product, without the characters that Excel does not allow', () => {
  expect(sheetNameOf('Prices of Chilli (green/red)')).toBe('Prices of Chilli (green red)');
  expect(sheetNameOf("[a]/b\\c:d*e?f'")).toBe('a  b c d e f');
  expect(sheetNameOf(`${'x'.repeat(30)}👩‍🌾`)).toBe(`${'x'.repeat(30)}\ufffd`);
});
