const figures = new Intl.NumberFormat('en-LK', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const counts = new Intl.NumberFormat('en-LK', { maximumFractionDigits: 2 });

/** Rupees as staff read them: `LKR 12,500.00`. */
export function formatMoney(rupees: number): string {
  return `LKR ${figures.format(rupees)}`;
}

/** A count or another plain number: `12,500`. */
export function formatNumber(number: number): string {
  return counts.format(number);
}
