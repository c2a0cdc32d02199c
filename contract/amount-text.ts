/** Rupees as they are written before or after a figure. */
const CURRENCY = /^(?:rs\.?|lkr|රු\.?|ரூ\.?|₨)\s*|\s*(?:rs\.?|lkr|රු\.?|ரூ\.?|₨)$/gi;
/** `90/-` and `90/=` are 90 rupees and no cents. */
const WHOLE_RUPEES = /(?<=\d)\s*\/[-=]$/;
/** In thousands, or in lakhs as in South Asia: `1,250,000` and `12,50,000`. */
const GROUPED = /^-?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/;
const SPACED = /^-?\d{1,3}(?: \d{2,3})* \d{3}(?:\.\d*)?$/;

/**
 * Returns the figure of an amount as people write it: `1200` of `Rs. 1,200/-`, `25000.00` of `25,000.00`. The only reader
 * of written amounts: fields, forms and imports. Any other text is returned trimmed, never changed into another figure.
 */
export function plainAmount(text: string): string {
  const written = text.normalize('NFKC').replaceAll(/\s/g, ' ').trim();
  const figure = written.replaceAll(CURRENCY, '').replace(WHOLE_RUPEES, '');
  if (GROUPED.test(figure)) return figure.replaceAll(',', '');
  return SPACED.test(figure) ? figure.replaceAll(' ', '') : figure;
}
