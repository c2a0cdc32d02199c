import { writeFigure } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';

/** Returns an amount such as `LKR 12,500.00`. */
export function formatMoney(rupees: number): string {
  return `${t('shared.money.lkr')} ${writeFigure(rupees)}`;
}

export function formatTicketPrice(rupees: number): string {
  return `${t('shared.money.rs')} ${writeFigure(rupees)}`;
}
