import type { ChargeKind, MoneyEffect, NewFine, PaidCharge } from '#contract/money-effects.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { formatFigure } from '#web/ui/format/money.ts';

/** What a write does to a shop's money, with the balance that stands afterwards where the answer has it. */
export type Effect = MoneyEffect & { balance_amount?: number };

const WORDS: Record<ChargeKind, string> = { VAT: 'VAT', OperationFee: 'operation fee', Rent: 'rent', Fine: 'fine' };

function nameCharge({ charge, month_year }: Pick<PaidCharge, 'charge' | 'month_year'>): string {
  return `${WORDS[charge]} ${formatMonth(month_year)}`;
}

/**
 * What money settles, in the words of books.md: `VAT Oct 2026 1,980.00, rent Oct 2026 8,020.00; still owed 1,980.00`,
 * and what of it stays as balance. Figures are rupees.
 */
export function describeSettlement({ settled, still_owed, balance_amount = 0 }: Effect): string {
  const charges = settled.map((line) => `${nameCharge(line)} ${formatFigure(line.amount)}`);
  return [
    charges.length > 0 ? charges.join(', ') : 'settles no charge',
    `still owed ${formatFigure(still_owed)}`,
    ...(balance_amount > 0 ? [`${formatFigure(balance_amount)} stays as balance`] : []),
  ].join('; ');
}

/** A fine that a write would bring: `Fine of 3,000.00 on INV-A12-202610 (Oct 2026)`. */
export function describeFine({ invoice_id, month_year, fine_amount, previous_fine_amount }: NewFine): string {
  const where = `${invoice_id} (${formatMonth(month_year)})`;
  if (previous_fine_amount === 0) return `Fine of ${formatFigure(fine_amount)} on ${where}`;
  return `The fine on ${where} rises from ${formatFigure(previous_fine_amount)} to ${formatFigure(fine_amount)}`;
}
