/** The day by which rent must be paid, and the fine for late rent (docs/rules.md, Due day and fine rate). */
export interface RentRules {
  /** The day of each month by which its rent must be paid, from 1 to 28. */
  rentDueDay: number;
  /** The fine as a share of the unpaid rent. */
  fineBasisPoints: number;
}

/** What is set for a month. An invoice keeps only its rent rules, because its amounts already follow from the rest. */
export interface MonthRules extends RentRules {
  /** Whether the first month of a tenancy is billed by days instead of whole. */
  isFirstMonthByDays: boolean;
  /** Whether a post-dated cheque counts from its own day instead of its receipt (docs/rules.md, Post-dated cheques). */
  isChequeOnItsDay: boolean;
}

/** The rules that apply to every month until others are set. */
export const FIRST_RENT_RULES: RentRules = { rentDueDay: 15, fineBasisPoints: 3000 };

export const FIRST_MONTH_RULES: MonthRules = {
  ...FIRST_RENT_RULES,
  isFirstMonthByDays: false,
  isChequeOnItsDay: false,
};
