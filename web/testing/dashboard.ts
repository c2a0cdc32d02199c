import { day, instantOf } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { ChequeSums } from '#contract/cash.ts';
import { type Debtor, dashboard, type MonthSums } from '#contract/dashboard.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';

export const YEAR = Number(browserToday().slice(0, 4));
export const SUMMARY = 'GET /api/summery/summary';
export const ARREARS = 'GET /api/summery/arrears';
export const MORNING = 'GET /api/summery/morning';

export const march: MonthSums = {
  invoiceCounts: { total_invoices: 10, paid_count: 4, unpaid_count: 3, partial_count: 2, arrest_count: 1 },
  rentSums: { total_rent_amount: 80_000.1, total_rent_paid: 50_000.1 },
  vatSums: { total_vat_amount: 18_000, total_vat_paid: 9000.5 },
  fineSums: { total_fine_amount: 2400, total_fine_paid: 0 },
  operationFeeSums: { total_operation_amount: 20_000, total_operation_paid: 20_000 },
  otherChargeSums: { total_other_amount: 0, total_other_paid: 0 },
};

export const april: MonthSums = {
  invoiceCounts: { total_invoices: 20, paid_count: 11, unpaid_count: 5, partial_count: 1, arrest_count: 3 },
  rentSums: { total_rent_amount: 160_000.2, total_rent_paid: 1000.2 },
  vatSums: { total_vat_amount: 36_000, total_vat_paid: 36_000 },
  fineSums: { total_fine_amount: 100.05, total_fine_paid: 100.05 },
  operationFeeSums: { total_operation_amount: 40_000, total_operation_paid: 0.01 },
  otherChargeSums: { total_other_amount: 0, total_other_paid: 0 },
};

export const nothing: MonthSums = {
  invoiceCounts: { total_invoices: 0, paid_count: 0, unpaid_count: 0, partial_count: 0, arrest_count: 0 },
  rentSums: { total_rent_amount: 0, total_rent_paid: 0 },
  vatSums: { total_vat_amount: 0, total_vat_paid: 0 },
  fineSums: { total_fine_amount: 0, total_fine_paid: 0 },
  operationFeeSums: { total_operation_amount: 0, total_operation_paid: 0 },
  otherChargeSums: { total_other_amount: 0, total_other_paid: 0 },
};

const standing = { shopBalanceSum: { total_shop_balance: 1250.75 }, tenantCount: 140, shopCount: 144 };

export function yearAnswer(year: number, more: Partial<typeof standing> = {}): Response {
  const monthlySummaries = Array.from({ length: 12 }, (_, at) => ({ month: at + 1, ...nothing, ...FILLED[at + 1] }));
  return Response.json(dashboard.summary.answer.parse({ year, monthlySummaries, ...standing, ...more }));
}

const FILLED: Record<number, MonthSums> = { 3: march, 4: april };

export function monthAnswer(sums: MonthSums): Response {
  return Response.json(dashboard.summary.answer.parse({ ...sums, ...standing }));
}

export function testDebtor(more: Partial<Debtor> = {}): Debtor {
  const owed = { not_due: 0, days_1_30: 11_800, days_31_60: 0, days_61_90: 0, days_over_90: 0, debt: 0 };
  const shop = {
    shop_id: 'A-12',
    shop_name: 'Green Leaf Traders',
    tenancy_id: 1,
    tenant_name: 'Nimal Perera',
    former: false,
  };
  const reminder = {
    promised_cheques: [],
    overdue: 11_800,
    reminder_level: null,
    reminded_on: null,
    promised_on: null,
    promised_amount: null,
    promise_broken: false,
  };
  return { ...shop, ...owed, ...reminder, total_owed: 11_800, oldest_month: monthOfDebt, ...more };
}

const monthOfDebt = dashboard.arrears.answer.shape.debtors.element.shape.oldest_month.parse('2026-10');

export function arrearsAnswer(debtors: Debtor[]): Response {
  return Response.json(dashboard.arrears.answer.parse({ today: '2026-11-20', debtors }));
}

const NO_INCOME = { total: 0, in_shifts: 0, to_count: 0 };

const NO_CHEQUES = { count: 0, amount: 0 };

export function testChequeSums(more: Partial<ChequeSums> = {}): ChequeSums {
  return { in_hand: NO_CHEQUES, paid_in: NO_CHEQUES, cleared: NO_CHEQUES, returned: NO_CHEQUES, ...more };
}

export const TODAY_CALL = 'GET /api/summery/today';

export function todayAnswer(more: Partial<Answer<typeof dashboard.today>> = {}): Response {
  return Response.json(
    dashboard.today.answer.parse({
      today: '2026-11-03',
      month_year: '2026-11',
      price_count: 92,
      latest_list: '2026-11-03',
      open_sessions: 0,
      cheques_in_hand: { count: 3, amount: 45_000 },
      to_confirm: { count: 0, amount: 0 },
      claims: { count: 0, amount: 0 },
      bills: { count: 140, sent: 132 },
      received: { this_month: [100.25, 0, 75], last_month: Array(31).fill(10), last_year: Array(30).fill(1) },
      ...more,
    }),
  );
}

type Morning = Answer<typeof dashboard.morning>;

export function morningAnswer(more: Partial<Morning> = {}): Response {
  const morning: Partial<Morning> = {
    today: day('2026-11-20'),
    expected: 1_699_200,
    collected: 850_000.5,
    owed_in_all: 2_310_400.25,
    debtor_count: 61,
    prices_published: true,
    price_count: 92,
    latest_list: day('2026-11-20'),
    cash_desk: null,
    uncounted_cash: [],
    cheques: testChequeSums(),
    to_confirm: { count: 0, amount: 0, people: [] },
    gate: {
      today: NO_INCOME,
      month: NO_INCOME,
      people: [],
      unknown_shifts: [],
      incomplete_shifts: [],
      late_tickets: [],
      earlier_prices: [],
      changed_types: 0,
      phones: [],
    },
    gate_cash: { not_handed_over: [], not_banked: [] },
    cash_differences: [],
    nowhere: 0,
    changes: [
      {
        audit_id: 77,
        event_type: 'Correction',
        event_description: 'Payment 31 (made on 2026-11-18) corrected',
        shop_id: 'A-12',
        old_value: '700',
        new_value: '650',
        edit_reason: 'Counted again',
        event_date: instantOf(Date.parse('2026-11-19T06:30:00.000Z')),
        user_actioned: 'kumari@example.com',
      },
    ],
    voids: [
      {
        person: 'nimal@example.com',
        tickets: 7,
        ticket_sum: 1400,
        without_reason: 2,
        own_share: 12.5,
        others_share: 0.4,
        payments: 0,
        corrections: 1,
        amount: 50,
      },
    ],
    settings_changes: [],
    account_changes: [],
    unbilled: [],
    ...more,
  };
  return Response.json(dashboard.morning.answer.parse({ month_year: '2026-11', ...morning }));
}
