import type { MoneyEffect, NewFineEffect, TenancyEffect } from '#contract/money-effects.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { formatFigure } from '#web/ui/format/money.ts';
import { localName } from '../local-name.ts';

/** In rupees; the balance is that afterwards. */
export type Effect = MoneyEffect & {
  balance_amount?: number;
  /** Of a new payment. */
  payer?: { tenant: string; shop: string; amount: number };
  /** Each of them, when money goes from one to another. */
  tenancies?: readonly TenancyEffect[];
};

/** The tenant owes nothing, so that a new payment pays nothing now. */
export function isAllCredit({ settled, still_owed, balance_amount = 0, payer }: Effect): boolean {
  return payer !== undefined && settled.length === 0 && still_owed === 0 && balance_amount >= payer.amount;
}

/** `VAT for Oct 2026: 1,980.00, Rent for Oct 2026: 8,020.00; 1,980.00 still owed`. */
export function describeEffect(effect: Effect): string {
  const none = effect.settled.length > 0 ? [] : [t('payments.effect.none')];
  return capitalise([...none, ...partsOf(effect)].join('; '));
}

/** The same without a word about charges when none is paid. */
export function describeTenancyEffect(effect: Effect): string {
  return capitalise(partsOf(effect).join('; '));
}

function partsOf({ settled, still_owed, balance_amount = 0 }: Effect): string[] {
  const charges = settled.map(({ charge, name = '', name_si, name_ta, month_year, amount }) =>
    t('payments.effect.charge', {
      charge: localName({ name, name_si, name_ta }) || word('charge', charge),
      ...{ month: formatMonth(month_year), amount: formatFigure(amount) },
    }),
  );
  return [
    ...(charges.length > 0 ? [charges.join(', ')] : []),
    t('payments.effect.owed', { amount: formatFigure(still_owed) }),
    ...(balance_amount > 0 ? [t('payments.effect.credit', { amount: formatFigure(balance_amount) })] : []),
  ];
}

/** `Fine of 3,000.00 on INV-A12-202610 (Oct 2026)`. */
export function describeFine({ invoice_id, month_year, fine_amount, previous_fine_amount }: NewFineEffect): string {
  const invoice = { invoice: invoice_id, month: formatMonth(month_year) };
  const [before, amount] = [formatFigure(previous_fine_amount), formatFigure(fine_amount)];
  if (previous_fine_amount === 0) return t('payments.effect.newFine', { ...invoice, amount });
  return t('payments.effect.higherFine', { ...invoice, before, amount });
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
