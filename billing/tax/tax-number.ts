/** Numbers of tax documents (docs/rules.md, Tax documents). Example: `26OCT_POLA_00001`. */
import { type Day, type Month, monthInYear, monthOf } from '../calendar.ts';
import { isTaxUnit, type TaxSettings } from './tax-settings.ts';

/** Month names are English in every language. */
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const SERIAL = /^(\d{2})([A-Z]{3})([_-])([A-Z0-9]{1,15})\3(\d+)$/;
const MAX_LENGTH = 40;

export interface TaxSerial {
  /** The month of the invoice date. */
  month: Month;
  unit: string;
  number: number;
}

/**
 * Returns a serial. Throws a RangeError for a number below 1 or a unit that is not 1 to 15 capital letters or digits.
 */
export function writeTaxSerial(
  { month, unit, number }: TaxSerial,
  { separator, pad }: Pick<TaxSettings, 'separator' | 'pad'>,
): string {
  if (!isTaxUnit(unit)) throw new RangeError(`not a unit of serials: ${unit}`);
  if (!Number.isSafeInteger(number) || number < 1) throw new RangeError(`not the number of a serial: ${number}`);
  const [year = '', ofYear = ''] = month.split('-');
  const name = MONTHS[Number(ofYear) - 1];
  if (name === undefined) throw new RangeError(`not a month: ${month}`);
  return [`${year.slice(-2)}${name}`, unit, String(number).padStart(pad, '0')].join(separator);
}

/**
 * Reads a serial whose parts are separated by `_` or `-`. Its two-digit year means 2000 to 2099. Returns undefined for
 * other text, a month that does not exist, or more than 40 characters.
 */
export function parseTaxSerial(text: string): TaxSerial | undefined {
  const parts = SERIAL.exec(text);
  if (!parts || text.length > MAX_LENGTH) return undefined;
  const [, year = '', name = '', , unit = '', digits = ''] = parts;
  const ofYear = MONTHS.indexOf(name) + 1;
  const number = Number(digits);
  if (ofYear === 0 || !Number.isSafeInteger(number)) return undefined;
  return { month: monthInYear(`20${year}`, ofYear), unit, number };
}

/**
 * Returns the key of a serial counter: the unit, and the year or month of issue if the counter restarts each year or
 * month.
 */
export function taxCounterKey(unit: string, issuedOn: Day, reset: TaxSettings['reset']): string {
  switch (reset) {
    case 'never':
      return unit;
    case 'year':
      return `${unit}/${issuedOn.slice(0, 4)}`;
    case 'month':
      return `${unit}/${monthOf(issuedOn)}`;
  }
}

export type NoFirstNumber = 'already set' | 'not forward';

/**
 * Returns why the first number of a unit cannot be set: it was set before, or it is not above the last number used.
 * Returns undefined when it can be set. A centre that used another system before sets this number once.
 */
export function refuseFirstNumber(
  counter: { lastNumber: number; wasFirstSet: boolean },
  first: number,
): NoFirstNumber | undefined {
  if (counter.wasFirstSet) return 'already set';
  return Number.isSafeInteger(first) && first > counter.lastNumber ? undefined : 'not forward';
}

/**
 * Returns the number of a note for an invoice that has no serial: `CN-B07-202610-1`. A debit note begins with `DN-`.
 */
export function plainNoteNumber(invoiceNumber: string, direction: 'credit' | 'debit', ordinal: number): string {
  return `${direction === 'credit' ? 'CN' : 'DN'}-${invoiceNumber.replace(/^INV-/, '')}-${ordinal}`;
}
