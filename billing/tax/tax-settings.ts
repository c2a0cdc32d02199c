/**
 * How tax documents are made where the rules leave a choice (docs/rules.md, Tax documents). A document keeps the
 * settings with which it was made.
 */
import { type Day, day } from '../calendar.ts';

export interface TaxSettings {
  /**
   * The first invoice date on which documents have the form introduced in 2026. Earlier documents retain the earlier
   * layout.
   */
  formFrom: Day;
  /** How value and VAT of a document are rounded: `rupees` means to whole rupees. */
  amounts: 'cents' | 'rupees';
  separator: '_' | '-';
  reset: 'never' | 'year' | 'month';
  /** The minimum number of digits in a serial, 0 to 9. A shorter number is padded with zeros. */
  pad: number;
  /** Middle part of a serial: 1 to 15 capital letters or digits. */
  unit: string;
  /** The number of the first document of `unit`, for a centre that used another system before. */
  firstNumber: number;
  /**
   * The middle part of the serials of tax credit and debit notes. A note with the same unit as invoices also shares
   * their counter.
   */
  noteUnits: { credit: string; debit: string };
  /** Which number a document with VAT has when the tenant is not registered: that of the bill, or the next serial. */
  plainNumbers: 'own' | 'serial';
  words: boolean;
  placeOfSupply: string;
  dateOfSupply: 'month-start' | 'due-day' | 'invoice-date';
  /**
   * Whether the date of supply or the invoice date decides the tax period of an invoice. A note belongs to the period
   * of its own date.
   */
  period: 'supply' | 'invoice';
  vatPeriod: 'month' | 'quarter';
  /** Whether VAT is not charged on a fine, is added to it, or is contained in it. */
  fineVat: 'outside' | 'exclusive' | 'inclusive';
  /**
   * How schedule 01 lists the bills of tenants who are not registered: one row for each bill, or one row for each of
   * the dummy TINs that replace a missing TIN.
   */
  unregistered: 'rows' | 'bulk';
  issuedByMe: 'Y' | 'Yes';
}

export const DEFAULT_TAX_SETTINGS: Readonly<TaxSettings> = {
  formFrom: day('2026-10-01'),
  amounts: 'cents',
  separator: '_',
  reset: 'never',
  pad: 5,
  unit: 'POLA',
  firstNumber: 1,
  noteUnits: { credit: 'POLACN', debit: 'POLADN' },
  plainNumbers: 'own',
  words: true,
  placeOfSupply: '',
  dateOfSupply: 'month-start',
  period: 'supply',
  vatPeriod: 'month',
  fineVat: 'outside',
  unregistered: 'rows',
  issuedByMe: 'Y',
};

const UNIT = /^[A-Z0-9]{1,15}$/;
const MAX_PAD = 9;

/** Returns true for text that can be the unit of a serial: 1 to 15 capital letters or digits. */
export function isTaxUnit(text: string): boolean {
  return UNIT.test(text);
}

/**
 * Returns the settings whose value cannot be used in a serial or on a document. Settings with a closed list of values
 * are checked by their type.
 */
export function findTaxSettingFaults(settings: TaxSettings): (keyof TaxSettings)[] {
  const { unit, noteUnits, pad, placeOfSupply } = settings;
  const faults: [name: keyof TaxSettings, isWrong: boolean][] = [
    ['pad', !Number.isInteger(pad) || pad < 0 || pad > MAX_PAD],
    ['unit', !isTaxUnit(unit)],
    ['noteUnits', !isTaxUnit(noteUnits.credit) || !isTaxUnit(noteUnits.debit)],
    ['placeOfSupply', /\p{Cc}/u.test(placeOfSupply)],
  ];
  return faults.flatMap(([name, isWrong]) => (isWrong ? [name] : []));
}
