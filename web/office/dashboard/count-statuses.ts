import type { MonthSums } from '#contract/dashboard.ts';
import type { ChargeStatusValue } from '#contract/words.ts';

export interface StatusCount {
  status: ChargeStatusValue;
  count: number;
}

export function statusCounts(counts: MonthSums['invoiceCounts']): StatusCount[] {
  return [
    { status: 'Paid', count: counts.paid_count },
    { status: 'Partially Paid', count: counts.partial_count },
    { status: 'Unpaid', count: counts.unpaid_count },
    { status: 'Arrest', count: counts.arrest_count },
  ];
}

/** The colours of the chart, in the order of statusCounts: those of the status chips. */
export const statusTokens = ['--leaf-text', '--turmeric', '--soft', '--warn'] as const;
