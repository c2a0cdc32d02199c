/** The details of a cheque. All of them are optional, because clients built to the specification send none. */
import { z } from 'zod';
import { addDays, addMonths, type Day } from '#billing/calendar.ts';
import { inputMessage } from './messages/input-message.ts';
import { dayOrInstantIn, dayText, lineText, rupeesOut } from './scalars.ts';

/** A cheque number as typed: letters, digits, spaces, dashes and slashes, with its leading zeros. */
const numberIn = lineText(30).regex(/^(?=.*\d)[A-Za-z0-9 /-]+$/, inputMessage('input.cheque-number'));

/**
 * An empty text removes the detail. When a payment is replaced, details that are not sent are copied from the old
 * payment.
 */
function orEmptied<Schema extends z.ZodType>(schema: Schema) {
  const none = z.literal('').transform(() => null);
  return z.union([none, schema], { error: ({ errors }) => errors[1]?.[0]?.message }).optional();
}

export const chequeIn = {
  chequeNumber: orEmptied(numberIn),
  chequeBank: orEmptied(lineText(60)),
  /** The day on the cheque, at most a year after today, because tenants hand in postdated cheques. */
  chequeDate: orEmptied(dayOrInstantIn),
};

export const chequeOut = {
  cheque_number: z.string().nullable(),
  cheque_bank: z.string().nullable(),
  cheque_date: dayText.nullable(),
};

/** The day from which a payment by post-dated cheque counts; missing if it counts on receipt. */
export const countsFromOut = { counts_from: dayText.optional() };

/** Cheques that were received and count from a later day, with their sum by day. */
export const promisedCheques = z.array(z.object({ amount: rupeesOut, counts_from: dayText }));
export type PromisedCheques = z.output<typeof promisedCheques>;

export interface Cheque {
  cheque_number: string | null;
  cheque_bank: string | null;
  cheque_date: Day | null;
}

export const NO_CHEQUE: Cheque = { cheque_number: null, cheque_bank: null, cheque_date: null };

const DAYS_AHEAD = 365;

/** Returns the last day that a cheque may have (docs/rules.md, Payments, corrections, deletions). */
export function latestChequeDay(today: Day): Day {
  return addDays(today, DAYS_AHEAD);
}

const MONTHS_VALID = 6;

/** Returns true if a bank may refuse a cheque on a day because it is older than six months. */
export function isTooOld(chequeDate: Day | null, day: Day): boolean {
  return chequeDate !== null && addMonths(chequeDate, MONTHS_VALID) < day;
}

/** Returns only the cheque details that a request contains. */
export function namedCheque(
  given: Partial<Record<'chequeNumber' | 'chequeBank', string | null | undefined>> & {
    chequeDate?: Day | null | undefined;
  },
): Partial<Cheque> {
  const { chequeNumber, chequeBank, chequeDate } = given;
  return {
    ...(chequeNumber !== undefined && { cheque_number: chequeNumber }),
    ...(chequeBank !== undefined && { cheque_bank: chequeBank }),
    ...(chequeDate !== undefined && { cheque_date: chequeDate }),
  };
}

export function isSameCheque(one: Cheque, other: Cheque): boolean {
  return (
    one.cheque_number === other.cheque_number &&
    one.cheque_bank === other.cheque_bank &&
    one.cheque_date === other.cheque_date
  );
}

/**
 * Returns the description of a cheque, `Cheque 004512, Bank of Ceylon, 30 Nov 2026`; for other methods the name of the
 * method.
 */
export function describeMethod(
  { cheque_number, cheque_bank, cheque_date }: Cheque,
  name: string,
  writeDay: (day: Day) => string,
): string {
  const numbered = cheque_number === null ? name : `${name} ${cheque_number}`;
  return [numbered, cheque_bank, cheque_date && writeDay(cheque_date)].filter(Boolean).join(', ');
}
