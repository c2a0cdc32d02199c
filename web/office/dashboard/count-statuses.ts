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

/**
 * The colours of the chart, in the order of statusCounts. They are the hues of the status chips, with a contrast of at
 * least 3 to 1.
 */
export const statusColours = {
  light: ['#256930', '#b87400', '#6b737b', '#c0271f'],
  dark: ['#7fd08c', '#f2c029', '#a9b0b7', '#ff8f87'],
};
