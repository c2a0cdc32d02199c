/**
 * The terms of a tenancy (rent, operation fee, VAT rate) and the days from which they apply (docs/rules.md, Charges of
 * an invoice). A bill uses the terms of the 1st of its month, or of the first day of the tenancy when that is later.
 *
 * Worked example: rent of Rs. 8,000.00 from the start in March, and Rs. 9,000.00 from November. October's bill has Rs.
 * 8,000.00, even if it is generated in December.
 */
import { type Day, firstDayOf, type Month } from './calendar.ts';

export const termNames = ['rent', 'operation fee', 'VAT rate'] as const;
export type Term = (typeof termNames)[number];

/**
 * `amount` is in cents, or in basis points for the VAT rate. Of two terms, the one that was set later has the higher
 * id.
 */
export interface DatedTerm {
  id: number;
  term: Term;
  validFrom: Day;
  amount: number;
}

/** Returns the day whose terms apply to the bill of a month. */
export function termsDay(month: Month, startedOn: Day): Day {
  const first = firstDayOf(month);
  return startedOn > first ? startedOn : first;
}

/**
 * Returns the value of a term on a day. Of several terms valid on that day, the one set last applies. For a day before
 * all of them, the earliest applies. Throws a RangeError when the term was never set.
 */
export function termOn(terms: readonly DatedTerm[], term: Term, day: Day): number {
  const ofTerm = terms.filter((one) => one.term === term);
  const inForce = ofTerm.filter(({ validFrom }) => validFrom <= day);
  const [applying] =
    inForce.length > 0
      ? inForce.toSorted((one, other) => other.id - one.id)
      : ofTerm.toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1));
  if (!applying) throw new RangeError(`no ${term} was set`);
  return applying.amount;
}
