/** A pair of whole rupees, as a clerk writes it on the list. */
export interface Rupees {
  readonly min: number;
  readonly max: number;
}

/**
 * The pair a clerk writes for a price of about `middle` rupees and a range of that width (0.2 is a fifth of the
 * middle): in steps of Rs. 5 below Rs. 50, of Rs. 10 below Rs. 800 and of Rs. 50 above. An untidy clerk goes by 5 up to
 * Rs. 150. The two figures are at least a step apart and never below Rs. 5.
 */
export function roundedRange(middle: number, width: number, isTidy: boolean): Rupees {
  const step = (rupees: number): number => {
    if (rupees < 50 || (rupees < 150 && !isTidy)) return 5;
    return rupees < 800 ? 10 : 50;
  };
  const rounded = (rupees: number): number => Math.max(5, Math.round(rupees / step(rupees)) * step(rupees));
  const min = rounded(middle * (1 - width / 2));
  const max = rounded(middle * (1 + width / 2));
  return { min, max: Math.max(max, min + step(min)) };
}
