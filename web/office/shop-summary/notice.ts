import type { MoneyEffect } from '#contract/money-effects.ts';

/** What was just done to the books, to be read until it is closed. */
export interface Notice {
  sentence: string;
  effect: MoneyEffect & { balance_amount?: number };
  /** The payment whose receipt can be handed over. */
  receiptOf?: number;
}
