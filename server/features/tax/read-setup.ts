import { type Day, day, type Instant } from '#billing/calendar.ts';
import { DEFAULT_TAX_SETTINGS, type TaxSettings } from '#billing/tax/tax-settings.ts';
import type { TaxSetup } from '#contract/tax.ts';
import type { Reader } from '../../db/connect.ts';
import { findSetting } from '../../db/settings.ts';

export const TAX = 'tax';

const FIRST_SETUP: TaxSetup = {
  registered_from: null,
  tin: '',
  tax_name: '',
  tax_address: '',
  form_from: DEFAULT_TAX_SETTINGS.formFrom,
  amounts: DEFAULT_TAX_SETTINGS.amounts,
  separator: DEFAULT_TAX_SETTINGS.separator,
  reset: DEFAULT_TAX_SETTINGS.reset,
  pad: DEFAULT_TAX_SETTINGS.pad,
  unit: DEFAULT_TAX_SETTINGS.unit,
  first_number: DEFAULT_TAX_SETTINGS.firstNumber,
  credit_unit: DEFAULT_TAX_SETTINGS.noteUnits.credit,
  debit_unit: DEFAULT_TAX_SETTINGS.noteUnits.debit,
  plain_numbers: DEFAULT_TAX_SETTINGS.plainNumbers,
  words: DEFAULT_TAX_SETTINGS.words,
  place_of_supply: DEFAULT_TAX_SETTINGS.placeOfSupply,
  date_of_supply: DEFAULT_TAX_SETTINGS.dateOfSupply,
  period_by: DEFAULT_TAX_SETTINGS.period,
  vat_period: DEFAULT_TAX_SETTINGS.vatPeriod,
  unregistered: DEFAULT_TAX_SETTINGS.unregistered,
  issued_by_me: DEFAULT_TAX_SETTINGS.issuedByMe,
  qr_code: '',
  qr_is_read: false,
  qr_limit: null,
};

export interface StoredTaxSetup {
  setup: TaxSetup;
  /** The instant at which tax documents were first turned on. */
  since: Instant | null;
}

export async function readTaxSetup(db: Reader): Promise<StoredTaxSetup> {
  const stored = await findSetting(db, TAX);
  if (!stored) return { setup: FIRST_SETUP, since: null };
  const { setup, since } = JSON.parse(stored.value) as StoredTaxSetup;
  // Older settings may contain parts of a payment code that no bank app can read. Such parts are left out.
  const names = Object.keys(FIRST_SETUP) as (keyof TaxSetup)[];
  const known = names.map((name) => [name, setup[name] ?? FIRST_SETUP[name]]);
  return { setup: Object.fromEntries(known) as TaxSetup, since };
}

/**
 * Returns the tax settings. Fines never carry VAT, because charging it would require credit and debit notes for fines,
 * which the ledger does not record.
 */
export function taxSettingsOf(setup: TaxSetup): TaxSettings {
  return {
    formFrom: day(setup.form_from),
    amounts: setup.amounts,
    separator: setup.separator,
    reset: setup.reset,
    pad: setup.pad,
    unit: setup.unit,
    firstNumber: setup.first_number,
    noteUnits: { credit: setup.credit_unit, debit: setup.debit_unit },
    plainNumbers: setup.plain_numbers,
    words: setup.words,
    placeOfSupply: setup.place_of_supply,
    dateOfSupply: setup.date_of_supply,
    period: setup.period_by,
    vatPeriod: setup.vat_period,
    fineVat: 'outside',
    unregistered: setup.unregistered,
    issuedByMe: setup.issued_by_me,
  };
}

/** Returns the first day with tax documents; undefined while the centre is not registered. */
export function firstDocumentDay({ registered_from, form_from }: TaxSetup): Day | undefined {
  if (registered_from === null) return undefined;
  return day(registered_from > form_from ? registered_from : form_from);
}
