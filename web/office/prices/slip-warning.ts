import type { Cents } from '#billing/money.ts';
import { formatAmount } from '#web/i18n/format.ts';

/**
 * Says that a price looks like a slip of the finger: more than double, or less than half of what was published last. A
 * warning only, for prices do jump. Worked example: after Rs. 380, both 38 and 3,800 are asked about, 190 and 760 not.
 */
export function warnOfSlip(name: string, price: Cents, last: Cents | undefined): string | undefined {
  if (last === undefined) return undefined;
  if (price > last * 2) return `${name} ${formatAmount(price)} is more than double the last ${formatAmount(last)}.`;
  if (price * 2 < last) return `${name} ${formatAmount(price)} is less than half of the last ${formatAmount(last)}.`;
  return undefined;
}
