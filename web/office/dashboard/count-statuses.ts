import type { MonthSums } from '#contract/dashboard.ts';

/** The invoices of one status. */
export interface StatusCount {
  status: string;
  count: number;
}

/** The four parts of the doughnut, in its order. */
export function statusCounts(counts: MonthSums['invoiceCounts']): StatusCount[] {
  return [
    { status: 'Paid', count: counts.paid_count },
    { status: 'Partially Paid', count: counts.partial_count },
    { status: 'Unpaid', count: counts.unpaid_count },
    { status: 'Arrest', count: counts.arrest_count },
  ];
}

/** The colour of each part, in that order, at least 3 to 1 against the page; the same families as the status chips. */
export const statusColours = {
  light: ['#256930', '#b87400', '#6b737b', '#c0271f'],
  dark: ['#7fd08c', '#f2c029', '#a9b0b7', '#ff8f87'],
};
