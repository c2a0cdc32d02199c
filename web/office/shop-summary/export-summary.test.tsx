import { expect, test } from 'vitest';
import type { ShopSummary } from '#contract/shops.ts';
import { summaryAnswer, testPayment } from '../../testing/payments.ts';
import { testFine, testSummaryInvoice } from '../../testing/shop-summary.ts';
import { summarySheets } from './amount-due-panel.tsx';

const october = testSummaryInvoice('2026-10', { total_paid: 400, status: 'Partially Paid' });
const shop = summaryAnswer({
  shop_name: '=1+1',
  Invoices: [{ ...october, Fines: [testFine(october)] }],
  Payments: [testPayment({ amount_paid: 10_000.5, note: 'For October' })],
}).shop;

function firstRow(of: ShopSummary, name: string) {
  const [headings = [], row = []] = summarySheets(of).find(({ sheet }) => sheet === name)?.data ?? [];
  return Object.fromEntries(headings.map((heading, at) => [shownIn(heading), row[at] ?? null]));
}
function shownIn(cell: unknown): unknown {
  return typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : cell;
}
const money = (value: number) => ({ value, type: Number, format: '#,##0.00' });
const text = (value: string) => ({ value, type: String });

test('the workbook has the shop with tenant and balance, its invoices and its payments', () => {
  expect(summarySheets(shop).map(({ sheet }) => sheet)).toEqual(['Shop', 'Invoices', 'Payments']);
  const lines = summarySheets(shop)[0]?.data ?? [];
  const shown = new Map(lines.map(([name, value]) => [shownIn(name), value]));
  expect(shown.get('Shop ID')).toEqual(text('A12'));
  expect(shown.get('Rent amount')).toEqual(money(10_000));
  expect(shown.get('VAT rate (%)')).toEqual({ value: 18, type: Number });
  expect(shown.get('Name')).toEqual(text('Nimal Perera'));
  expect(shown.get('Email')).toBeNull();
  expect(shown.get('Amount due')).toEqual(money(11_980));
  expect(shown.get('Shop balance')).toEqual(money(0));
});

test('a shop called =1+1 remains text', () => {
  const lines = summarySheets(shop)[0]?.data ?? [];
  expect(lines.find(([name]) => shownIn(name) === 'Shop name')?.[1]).toEqual(text('=1+1'));
});

test('an invoice has its charges, its allocations and the payments by payment date as figures', () => {
  expect(firstRow(shop, 'Invoices')).toMatchObject({
    'Invoice ID': text('INV-A12-202610'),
    Month: text('2026-10'),
    Total: money(11_800),
    Paid: money(400),
    'Amount due': money(13_800),
    Due: { value: new Date('2026-10-15T00:00:00.000Z'), type: Date },
    Status: text('Partially Paid'),
    VAT: money(1800),
    Fine: money(2400),
    'Paid (counted by payment date)': money(10_000.5),
    'Remaining (counted by payment date)': money(1799.5),
    'Extra (counted by payment date)': money(0),
  });
});

test('a payment has its date as a date, its amount as a figure, and the sum below', () => {
  const row = firstRow(shop, 'Payments');
  expect(row).toMatchObject({ Amount: money(10_000.5), Method: text('Cash'), Note: text('For October') });
  expect(row.Date).toMatchObject({ type: Date });
  expect(summarySheets(shop)[2]?.data).toHaveLength(3);
});

test('a shop without a tenant, invoices and payments has a workbook too', () => {
  const empty = summaryAnswer({ Tenant: null, Invoices: [], Payments: [] }).shop;
  const lines = summarySheets(empty)[0]?.data ?? [];
  expect(lines.find(([name]) => shownIn(name) === 'Name')?.[1]).toEqual(text('Vacant'));
});
