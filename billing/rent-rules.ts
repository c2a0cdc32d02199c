/** The day until which rent is on time, and what late rent costs (docs/rules.md, Due day and fine rate). */
export interface RentRules {
  /** The last day of the month on which its rent is on time, from 1 to 28. */
  rentDueDay: number;
  /** The fine as a share of the unpaid rent. */
  fineBasisPoints: number;
}

/** The rules that apply to every month until others are set. */
export const FIRST_RENT_RULES: RentRules = { rentDueDay: 15, fineBasisPoints: 3000 };
