import { type Cents, cents, sumCents, toRupees } from '#billing/money.ts';
import type { MonthSums, YearSummary } from '#contract/dashboard.ts';

/**
 * All months of a year added up, which the screen does itself (specification, part 1, section 4). Rupees in and out; in
 * between whole cents, so that nothing drifts.
 */
export function sumYear({ monthlySummaries: months }: Pick<YearSummary, 'monthlySummaries'>): MonthSums {
  const count = (of: (month: MonthSums) => number) => months.reduce((sum, month) => sum + of(month), 0);
  const rupees = (of: (month: MonthSums) => number) => toRupees(sumCents(months.map((month) => toCents(of(month)))));
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
  };
}

/** What came in of one kind of charge, in rupees. */
export interface Income {
  name: string;
  paid: number;
  billed: number;
  /** Billed and not paid yet. */
  open: number;
}

/** What came in of each kind of charge, and of all of them. */
export function incomesOf({ rentSums, vatSums, fineSums, operationFeeSums }: MonthSums): {
  total: Income;
  kinds: Income[];
} {
  const kinds = [
    income('Rent', rentSums.total_rent_paid, rentSums.total_rent_amount),
    income('Operation fee', operationFeeSums.total_operation_paid, operationFeeSums.total_operation_amount),
    income('VAT', vatSums.total_vat_paid, vatSums.total_vat_amount),
    income('Fines', fineSums.total_fine_paid, fineSums.total_fine_amount),
  ];
  const sum = (of: (kind: Income) => number) => toRupees(sumCents(kinds.map((kind) => toCents(of(kind)))));
  const total = income(
    'Total income',
    sum(({ paid }) => paid),
    sum(({ billed }) => billed),
  );
  return { total, kinds };
}

function income(name: string, paid: number, billed: number): Income {
  return { name, paid, billed, open: toRupees(cents(toCents(billed) - toCents(paid))) };
}

/** Rupees of the wire, which have at most 2 decimals. */
function toCents(rupees: number): Cents {
  return cents(Math.round(rupees * 100));
}
