import { day, instantOf, monthOf, startOfDay } from '#billing/calendar.ts';
import { NO_CHEQUE } from '#contract/cheques.ts';
import type { NewFineEffect } from '#contract/money-effects.ts';
import { type ListedPayment, type Payment, payments, type Receipt } from '#contract/payments.ts';
import { type ShopSummary, shops } from '#contract/shops.ts';
import type { Effect } from '../office/payments/effect.tsx';

export const PAID_ON = '2026-11-18';
const at = startOfDay(day(PAID_ON));
const october = monthOf(day('2026-10-01'));
const stamps = { createdAt: at, updatedAt: at };

export function testPayment(more: Partial<ListedPayment> = {}): ListedPayment {
  const payment: ListedPayment = {
    payment_id: 31,
    shop_id: 'A12',
    tenancy_id: 1,
    invoice_id: null,
    amount_paid: 10_000,
    corrected_amount: 10_000,
    corrects_payment_id: null,
    replaces_payment_id: null,
    payment_date: instantOf(Date.parse('2026-11-18T05:30:00.000Z')),
    payment_method: 'Cash',
    ...NO_CHEQUE,
    note: '',
    recorded_by: 'kumari@example.com',
    received_by: 'Kumari',
    shop_name: 'Green Leaf Traders',
    tenant_name: 'Nimal Perera',
    ...stamps,
    ...more,
  };
  return listOf([payment]).payments[0] ?? payment;
}

export function listOf(list: ListedPayment[]) {
  return payments.list.answer.parse({ success: true, payments: list });
}

export function testEffect(more: Partial<Effect> = {}): Effect & { balance_amount: number } {
  return {
    settled: [
      { invoice_id: 'INV-A12-202610', month_year: october, charge: 'VAT', amount: 1980 },
      { invoice_id: 'INV-A12-202610', month_year: october, charge: 'Rent', amount: 8020 },
    ],
    still_owed: 1980,
    new_fines: [],
    balance_amount: 0,
    ...more,
  };
}

export const octoberFine: NewFineEffect = {
  invoice_id: 'INV-A12-202610',
  month_year: october,
  fine_amount: 3000,
  previous_fine_amount: 0,
  fell_due: at,
};

export function paidAnswer(payment: Partial<Payment> = {}) {
  return payments.byShop.answer.parse({
    success: true,
    message: 'Payment processed successfully!',
    payment: testPayment(payment),
    ...testEffect(),
  });
}

export function removedAnswer(more: Partial<Effect> = {}) {
  return payments.remove.answer.parse({ message: 'Payment deleted successfully.', ...testEffect(more) });
}

export const testVoidMark = {
  voided_at: startOfDay(day('2026-11-20')),
  voided_by: 'saman@example.com',
  void_reason: 'Paid by another shop',
  replaced_by_payment_id: null,
};

export function dayAnswer(list: Payment[]) {
  return payments.ofDay.answer.parse({ success: true, data: list });
}

export function shopList() {
  const shop = { location: 'Hall A', rent_amount: 10_000, vat_rate: 18, operation_fee: 1000, ...stamps };
  return shops.list.answer.parse([
    {
      ...shop,
      shop_id: 'A12',
      shop_name: 'Green Leaf Traders',
      tenant_name: 'Nimal Perera',
      balance_amount: 0,
      amount_due: 0,
    },
    { ...shop, shop_id: 'B7', shop_name: 'Hill Country Onions', tenant_name: null, balance_amount: 0, amount_due: 0 },
  ]);
}

export function testTenancy(more: Partial<ShopSummary['Tenancies'][number]> = {}): ShopSummary['Tenancies'][number] {
  return {
    tenancy_id: 4,
    tenant_name: 'Nimal Perera',
    started_on: day('2025-01-01'),
    ended_on: null,
    balance_amount: 0,
    amount_due: 11_980,
    months_to_bill: { first: monthOf(day('2025-01-01')), last: monthOf(day('2026-12-01')) },
    ...more,
  };
}

export function summaryAnswer(more: Partial<ShopSummary> = {}) {
  const shop = {
    shop_id: 'A12',
    shop_name: 'Green Leaf Traders',
    location: 'Hall A',
    rent_amount: 10_000,
    vat_rate: 18,
    operation_fee: 1000,
    ...stamps,
    Tenant: {
      tenant_id: 4,
      tenant_ref: 3,
      name: 'Nimal Perera',
      contact: '077 000 0001',
      address: 'Dambulla',
      email: null,
      shop_id: 'A12',
      started_on: '2025-01-01',
      ended_on: null,
      is_vat_registered: false,
      tin: '',
      tax_name: '',
      tax_address: '',
      ...stamps,
    },
    ShopBalance: { balance_amount: 0, last_updated: at },
    Tenancies: [testTenancy()],
    total_owed: 11_980,
    Payments: [testPayment({ payment_id: 30, amount_paid: 5000, corrected_amount: 5000 })],
    VoidedPayments: [],
    Invoices: [],
    ...more,
  };
  return shops.summary.answer.parse({ ...shop, shop });
}

const notVoid = {
  voided_at: null,
  voided_by: null,
  void_reason: null,
  voided_by_name: null,
  replaced_by_payment_id: null,
  replaces_payment_id: null,
};

export function testReceipt(more: Partial<Receipt> = {}): Receipt {
  return payments.receipt.answer.parse({
    payment_id: 31,
    centre: { name: 'Pola Economic Centre', address: 'Example Road', phone: '000 000 0001' },
    shop_id: 'A12',
    shop_name: 'Green Leaf Traders',
    location: 'Hall A',
    tenancy_id: 4,
    tenant_name: 'Nimal Perera',
    amount: 10_000,
    language: 'en',
    amount_in_words: 'Ten thousand rupees',
    corrections: [],
    payment_date: '2026-11-18T05:30:00.000Z',
    payment_method: 'Cash',
    ...NO_CHEQUE,
    note: '',
    invoice_id: null,
    settled: testEffect().settled,
    filled_debt: 0,
    kept_as_credit: 0,
    balance_amount: 0,
    still_owed: 1980,
    recorded_by: 'kumari@example.com',
    received_by: 'Kumari',
    recorded_at: '2026-11-18T06:00:00.000Z',
    times_printed: 0,
    ...notVoid,
    audit_code: '0A1B2C3D4E',
    ...more,
  });
}
