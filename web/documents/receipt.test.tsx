import { cleanup, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { day, instantOf } from '#billing/calendar.ts';
import { NO_CHEQUE } from '#contract/cheques.ts';
import { receiptPaper } from '#contract/documents/receipt-paper.ts';
import { payments, type Receipt } from '#contract/payments.ts';
import { ReceiptSheet } from './paper.tsx';

const base: Receipt = payments.receipt.answer.parse({
  payment_id: 31,
  centre: { name: 'Pola Economic Centre', address: 'Example Road', phone: '000 000 0001' },
  shop_id: 'A12',
  shop_name: 'Green Leaf Traders',
  location: 'Hall A',
  tenant_name: 'Nimal Perera',
  amount: 10_000,
  language: 'en',
  amount_in_words: 'Ten thousand rupees',
  corrections: [{ amount: -500, reason: 'Counted twice', date: '2026-11-19T05:30:00.000Z' }],
  payment_date: '2026-11-18T05:30:00.000Z',
  payment_method: 'Cash',
  ...NO_CHEQUE,
  note: '',
  invoice_id: null,
  settled: [
    { invoice_id: 'INV-A12-202610', month_year: '2026-10', charge: 'VAT', amount: 1980 },
    { invoice_id: 'INV-A12-202610', month_year: '2026-10', charge: 'OperationFee', amount: 1000 },
  ],
  filled_debt: 0,
  kept_as_credit: 7020,
  balance_amount: 7020,
  still_owed: 0,
  recorded_by: 'kumari@example.com',
  received_by: 'Kumari',
  recorded_at: '2026-11-18T06:00:00.000Z',
  times_printed: 0,
  tenancy_id: 4,
  voided_at: null,
  voided_by: null,
  voided_by_name: null,
  void_reason: null,
  replaced_by_payment_id: null,
  replaces_payment_id: null,
  audit_code: '0A1B2C3D4E',
});

function show(more: Partial<Receipt> = {}, isCopy = false) {
  const today = day('2026-11-20');
  render(<ReceiptSheet paper={receiptPaper({ ...base, ...more }, { isCopy, today })} />);
}
const linesOf = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('a receipt names the market, the payment, the shop, the tenant, and the amount in figures and in words', () => {
  show();
  for (const text of ['Pola Economic Centre', 'Receipt No. 31', 'A12, Green Leaf Traders, Hall A', 'Nimal Perera'])
    screen.getByText(text);
  screen.getByText('Received Rs. 10,000.00');
  screen.getByText('Ten thousand rupees');
  screen.getByText('18 Nov 2026');
  screen.getByText('Received by Kumari, 18 Nov 2026, 11:30:00');
  screen.getByText('Audit code 0A1B2C3D4E');
});

const OWED = 'Amount due as of 20 Nov 2026';

test('the receipt shows line by line what was covered, credited and corrected, and the balance of the shop', () => {
  show();
  expect(linesOf()).toEqual([
    ['For', 'Rs.'],
    ['VAT Oct 2026, INV-A12-202610', '1,980.00'],
    ['Operation fee Oct 2026, INV-A12-202610', '1,000.00'],
    ['Added to shop credit', '7,020.00'],
    ['Corrected on 19 Nov 2026 (included in the amount above): Counted twice', '-500.00'],
    ['Shop credit', '7,020.00'],
    [OWED, '0.00'],
  ]);
});

test('without credit, balance, tenant or corrections their lines are omitted', () => {
  show({ tenant_name: null, corrections: [], kept_as_credit: 0, balance_amount: -20, still_owed: 20 });
  expect(linesOf().map(([text]) => text)).toEqual([
    'For',
    'VAT Oct 2026, INV-A12-202610',
    'Operation fee Oct 2026, INV-A12-202610',
    OWED,
  ]);
});

test('a void receipt says so, when, by whom, why and what replaced it, and keeps amount and payer', () => {
  show({
    voided_by: 'saman@example.com',
    voided_by_name: 'Saman',
    void_reason: 'Paid by another shop',
    replaced_by_payment_id: 32,
    voided_at: instantOf(Date.parse('2026-11-19T20:00:00.000Z')),
    settled: [],
    kept_as_credit: 0,
  });
  screen.getByText('VOID');
  for (const text of [
    'Voided on 20 Nov 2026 by Saman.',
    'Reason: Paid by another shop',
    'Receipt No. 32 replaces it.',
    'Received Rs. 10,000.00',
    'Nimal Perera',
  ])
    screen.getByText(text);
  expect(linesOf()[1]).toEqual(['Nothing: this payment is void', '0.00']);
});

test('a receipt that was voided without a reason has no line for it, and one that replaces another names it', () => {
  const voided_at = instantOf(Date.parse('2026-11-19T20:00:00.000Z'));
  show({
    voided_at,
    voided_by: 'saman@example.com',
    voided_by_name: 'Saman',
    void_reason: '',
    replaces_payment_id: 30,
  });
  expect(screen.queryByText(/^Reason/)).toBeNull();
  expect(screen.queryByText(/replaces it/)).toBeNull();
  screen.getByText('Receipt No. 30 (void)');
});

test('only a receipt that was printed before is marked COPY', () => {
  show();
  expect(screen.queryByText('COPY')).toBeNull();
  cleanup();
  show({}, true);
  screen.getByText('COPY');
});
