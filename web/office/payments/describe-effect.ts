import type { MoneyEffect, NewFineEffect } from '#contract/money-effects.ts';
import { t } from '#web/i18n/t.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { formatFigure } from '#web/ui/format/money.ts';

/** In rupees, with the balance afterwards if the answer has it. */
export type Effect = MoneyEffect & { balance_amount?: number };

/** Returns `VAT for Oct 2026: 1,980.00, rent for Oct 2026: 8,020.00; 1,980.00 still owed`. */
export function describeEffect({ settled, still_owed, balance_amount = 0 }: Effect): string {
  const charges = settled.map(({ charge, month_year, amount }) =>
    t('payments.effect.charge', { charge, month: formatMonth(month_year), amount: formatFigure(amount) }),
  );
  const parts = [
    charges.length > 0 ? charges.join(', ') : t('payments.effect.none'),
    t('payments.effect.owed', { amount: formatFigure(still_owed) }),
    ...(balance_amount > 0 ? [t('payments.effect.credit', { amount: formatFigure(balance_amount) })] : []),
  ];
  return capitalise(parts.join('; '));
}

/** Returns `Fine of 3,000.00 on INV-A12-202610 (Oct 2026)`. */
export function describeFine({ invoice_id, month_year, fine_amount, previous_fine_amount }: NewFineEffect): string {
  const invoice = { invoice: invoice_id, month: formatMonth(month_year) };
  const [before, amount] = [formatFigure(previous_fine_amount), formatFigure(fine_amount)];
  if (previous_fine_amount === 0) return t('payments.effect.newFine', { ...invoice, amount });
  return t('payments.effect.higherFine', { ...invoice, before, amount });
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
