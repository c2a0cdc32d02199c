const figures = new Intl.NumberFormat('en-LK', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const counts = new Intl.NumberFormat('en-LK', { maximumFractionDigits: 2 });

/** Rupees as staff read them: `LKR 12,500.00`. */
export function formatMoney(rupees: number): string {
  return `LKR ${formatFigure(rupees)}`;
}

/** The same without the currency, inside a sentence that has named it: `12,500.00`. */
export function formatFigure(rupees: number): string {
  return figures.format(rupees);
}

/** A count or another plain number: `12,500`. */
export function formatNumber(number: number): string {
  return counts.format(number);
}
