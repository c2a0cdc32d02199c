import { t } from '#web/i18n/t.ts';

const figures = new Intl.NumberFormat('en-LK', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const counts = new Intl.NumberFormat('en-LK', { maximumFractionDigits: 2 });

/** Returns an amount such as `LKR 12,500.00`. */
export function formatMoney(rupees: number): string {
  return `${t('shared.money.lkr')} ${formatFigure(rupees)}`;
}

export function formatTicketPrice(rupees: number): string {
  return `${t('shared.money.rs')} ${formatFigure(rupees)}`;
}

export function formatFigure(rupees: number): string {
  return figures.format(rupees);
}

/** Returns a number such as `12,500`, with up to two decimals. */
export function formatNumber(number: number): string {
  return counts.format(number);
}
