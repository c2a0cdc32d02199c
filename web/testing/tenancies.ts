import { day, startOfDay } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { type TenancyFile, tenancies } from '#contract/tenancies.ts';
import { testEffect } from './payments.ts';
import { testTenant } from './tenants.ts';

const october = startOfDay(day('2026-10-01'));

export function testTenancyFile(more: Partial<TenancyFile> = {}): TenancyFile {
  const { amount_due: _, Shop: __, ...tenant } = testTenant();
  const term = { valid_from: day('2026-10-01'), reason: '', set_at: october, set_by: 'kumari@example.com' };
  return tenancies.get.answer.strict().parse({
    ...tenant,
    started_on: '2026-10-01',
    shop_name: 'Nimal Stores',
    agreement_number: 'L-17/2026',
    agreement_note: '',
    agreement_ends_on: null,
    language: 'en',
    balance_amount: 0,
    amount_due: 23_600,
    deposit_held: 30_000,
    erased_at: null,
    last_billed_month: '2026-10',
    Terms: [
      { ...term, term: 'vat_rate', amount: 18 },
      { ...term, term: 'operation_fee', amount: 2000 },
      { ...term, term: 'rent', amount: 8000 },
    ],
    Deposits: [testDeposit()],
    History: [
      {
        audit_id: 91,
        event_type: 'Deposit Received',
        event_description: 'Deposit received from Nimal Perera, shop A-2 (Cheque)',
        old_value: null,
        new_value: '30000.00',
        edit_reason: null,
        event_date: october,
        user_actioned: 'kumari@example.com',
      },
    ],
    SameTenant: [],
    ...more,
  });
}

function testDeposit(): TenancyFile['Deposits'][number] {
  return {
    entry_id: 55,
    action: 'deposit_received',
    amount: 30_000,
    method: 'Cheque',
    note: '004711',
    date: october,
    recorded_by: 'kumari@example.com',
  };
}

interface MoneyAfter {
  amount_due: number;
  balance_amount?: number;
  deposit_held: number;
}

export function moneyAnswer(after: MoneyAfter, message = 'Recorded.'): Answer<typeof tenancies.money> {
  return tenancies.money.answer.parse({
    message,
    tenancy: { tenancy_id: 7, ended_on: null, balance_amount: 0, ...after },
    ...testEffect({ settled: [], still_owed: after.amount_due }),
  });
}

export function endAnswer(after: MoneyAfter): Answer<typeof tenancies.end> {
  return tenancies.end.answer.parse({
    ...moneyAnswer(after, 'Tenancy ended. The invoices and payments are still available.'),
    invoice_id: null,
  });
}
