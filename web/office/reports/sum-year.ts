import { cents, sumCents, toRupees } from '#billing/money.ts';
import type { MonthSums, YearSummary } from '#contract/dashboard.ts';
import { centsOf } from '#contract/figures.ts';

/** Returns the sums of a year in rupees, added up in cents (specification 1, section 4). */
export function sumYear({ monthlySummaries: months }: Pick<YearSummary, 'monthlySummaries'>): MonthSums {
  const count = (of: (month: MonthSums) => number) => months.reduce((sum, month) => sum + of(month), 0);
  const rupees = (of: (month: MonthSums) => number) => toRupees(sumCents(months.map((month) => centsOf(of(month)))));
  return {
    invoiceCounts: {
      total_invoices: count(({ invoiceCounts }) => invoiceCounts.total_invoices),
      paid_count: count(({ invoiceCounts }) => invoiceCounts.paid_count),
      unpaid_count: count(({ invoiceCounts }) => invoiceCounts.unpaid_count),
      partial_count: count(({ invoiceCounts }) => invoiceCounts.partial_count),
      arrest_count: count(({ invoiceCounts }) => invoiceCounts.arrest_count),
    },
    rentSums: {
      total_rent_amount: rupees(({ rentSums }) => rentSums.total_rent_amount),
      total_rent_paid: rupees(({ rentSums }) => rentSums.total_rent_paid),
    },
    vatSums: {
      total_vat_amount: rupees(({ vatSums }) => vatSums.total_vat_amount),
      total_vat_paid: rupees(({ vatSums }) => vatSums.total_vat_paid),
    },
    fineSums: {
      total_fine_amount: rupees(({ fineSums }) => fineSums.total_fine_amount),
      total_fine_paid: rupees(({ fineSums }) => fineSums.total_fine_paid),
    },
    operationFeeSums: {
      total_operation_amount: rupees(({ operationFeeSums }) => operationFeeSums.total_operation_amount),
      total_operation_paid: rupees(({ operationFeeSums }) => operationFeeSums.total_operation_paid),
    },
    otherChargeSums: {
      total_other_amount: rupees(({ otherChargeSums }) => otherChargeSums.total_other_amount),
      total_other_paid: rupees(({ otherChargeSums }) => otherChargeSums.total_other_paid),
    },
  };
}

/** Income in rupees. */
export interface Income {
  kind: 'rent' | 'fee' | 'vat' | 'other' | 'fines' | 'total';
  paid: number;
  billed: number;
  open: number;
}

export function incomesOf({ rentSums, vatSums, fineSums, operationFeeSums, otherChargeSums }: MonthSums): {
  total: Income;
  kinds: Income[];
} {
  const kinds = [
    income('rent', rentSums.total_rent_paid, rentSums.total_rent_amount),
    income('fee', operationFeeSums.total_operation_paid, operationFeeSums.total_operation_amount),
    income('vat', vatSums.total_vat_paid, vatSums.total_vat_amount),
    ...(otherChargeSums.total_other_amount > 0
      ? [income('other', otherChargeSums.total_other_paid, otherChargeSums.total_other_amount)]
      : []),
    income('fines', fineSums.total_fine_paid, fineSums.total_fine_amount),
  ];
  const sum = (of: (kind: Income) => number) => toRupees(sumCents(kinds.map((kind) => centsOf(of(kind)))));
  const total = income(
    'total',
    sum(({ paid }) => paid),
    sum(({ billed }) => billed),
  );
  return { total, kinds };
}

function income(kind: Income['kind'], paid: number, billed: number): Income {
  return { kind, paid, billed, open: toRupees(cents(centsOf(billed) - centsOf(paid))) };
}
