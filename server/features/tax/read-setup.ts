import { z } from 'zod';
import { type Day, day, type Instant, isInstant } from '#billing/calendar.ts';
import { cents, writeDecimal } from '#billing/money.ts';
import { DEFAULT_TAX_SETTINGS, type TaxSettings } from '#billing/tax/tax-settings.ts';
import { fieldLabel } from '#contract/messages/input-message.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { type TaxSetup, tax } from '#contract/tax.ts';
import type { ChangeDescription } from '../audit/describe-changes.ts';
import { setting } from '../audit/setting.ts';

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

interface StoredTaxSetup {
  setup: TaxSetup;
  /** The instant at which tax documents were first turned on. */
  since: Instant | null;
}

const words = tax.setSetup.body.shape;

/** Texts are not checked again: earlier releases took some that are refused today. */
const storedSetup = z.object({
  registered_from: z.string().transform(day).nullable(),
  tin: z.string(),
  tax_name: z.string(),
  tax_address: z.string(),
  form_from: z.string().transform(day),
  amounts: words.amounts,
  separator: words.separator,
  reset: words.reset,
  pad: z.int(),
  unit: z.string(),
  first_number: z.int(),
  credit_unit: z.string(),
  debit_unit: z.string(),
  plain_numbers: words.plain_numbers,
  words: z.boolean(),
  place_of_supply: z.string(),
  date_of_supply: words.date_of_supply,
  period_by: words.period_by,
  vat_period: words.vat_period,
  unregistered: words.unregistered,
  issued_by_me: words.issued_by_me,
  qr_code: z.string(),
  qr_is_read: z.boolean(),
  qr_limit: z.int().transform(cents).nullable(),
});

/** Older settings may contain parts of a payment code that no bank app can read. The schema leaves them out. */
export const taxSetting = setting<StoredTaxSetup>({
  name: 'tax',
  schema: z.object({ setup: storedSetup, since: z.string().refine(isInstant).nullable() }),
  first: () => ({ setup: FIRST_SETUP, since: null }),
  describe: ({ setup }) => describeSetup(setup),
  changed: { type: 'Tax Settings Changed', description: apiMessage('tax.audit.setup') },
});

function describeSetup(setup: TaxSetup): ChangeDescription {
  const { qr_limit, ...texts } = setup;
  const values = { ...texts, qr_limit: qr_limit === null ? null : writeDecimal(qr_limit) };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [fieldLabel(name, message), value === null ? null : String(value)]),
  );
}

/**
 * Fines never carry VAT, because charging it would require credit and debit notes for fines, which the ledger does not
 * record.
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
