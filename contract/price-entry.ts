import type { Cents } from '#billing/money.ts';

const CURRENCY = /^(?:rs\.?|lkr|රු\.?|ரூ\.?|₨)\s*/i;
/** `90/-` and `90/=` are 90 rupees and no cents. */
const WHOLE_RUPEES = /(?<=\d)\s*\/[-=]$/;
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/;

/** Returns the figure of a price as people write it: `1200` of `Rs. 1,200/-`. */
export function plainPrice(text: string): string {
  const figure = text.replaceAll('\u00a0', ' ').trim().replace(CURRENCY, '').replace(WHOLE_RUPEES, '');
  return GROUPED.test(figure) ? figure.replaceAll(',', '') : figure;
}

/** Above double or below half of the last one: after Rs. 380, 38 and 3,800 but not 190 and 760. */
export function findSlip(price: Cents, last: Cents | undefined): 'double' | 'half' | undefined {
  if (last === undefined) return undefined;
  if (price > last * 2) return 'double';
  return price * 2 < last ? 'half' : undefined;
}
