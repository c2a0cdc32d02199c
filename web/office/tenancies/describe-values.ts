import { parseRupees, toRupees } from '#billing/money.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatMoney } from '#web/ui/format/money.ts';

const FIELDS = [
  'name',
  'contact',
  'address',
  'email',
  'shop_name',
  'location',
  'rent_amount',
  'vat_rate',
  'operation_fee',
  'agreement_number',
  'agreement_note',
  'agreement_ends_on',
  'language',
] as const;
type Field = (typeof FIELDS)[number];

/** The labels by which the log names fields. Entries of earlier releases have the names of the fields instead. */
const LABELS: Partial<Record<Field, string>> = {
  contact: 'contact number',
  shop_name: 'shop name',
  rent_amount: 'rent amount',
  vat_rate: 'VAT rate',
  operation_fee: 'operation fee',
  agreement_number: 'agreement number',
  agreement_note: 'note on the agreement',
  agreement_ends_on: 'end of the agreement',
};

const NAMED = /^[A-Za-z][\w ]*: /;
const LANGUAGES = { en: 'en', si: 'si', ta: 'ta' } as const;

/**
 * Returns the values of a stored text, which is one amount or a list such as `rent_amount: 13125.00; vat_rate: 18`. A
 * value may itself contain a semicolon.
 */
export function describeValues(stored: string): string[] {
  const amount = moneyOf(stored);
  if (amount !== undefined) return [amount];
  const parts: string[] = [];
  for (const part of stored.split('; ')) {
    if (NAMED.test(part) || parts.length === 0) parts.push(part);
    else parts.push(`${parts.pop()}; ${part}`);
  }
  return parts.map(describePart);
}

function describePart(part: string): string {
  const [name = ''] = part.split(': ', 1);
  const field = FIELDS.find((one) => one === name || LABELS[one] === name);
  if (field === undefined) return part;
  const value = writeValue(field, part.slice(name.length + 2));
  return t('tenancies.history.value', { field: nameOf(field), value });
}

function nameOf(field: Field): string {
  return t(`tenancies.history.field.${field}`);
}

function writeValue(field: Field, value: string): string {
  if (field === 'rent_amount' || field === 'operation_fee') return moneyOf(value) ?? value;
  if (field === 'vat_rate') return t('tenancies.history.percent', { percent: value });
  if (field === 'language' && value in LANGUAGES) return word('language', value as keyof typeof LANGUAGES);
  return value === '' ? t('tenancies.history.nothing') : value;
}

function moneyOf(text: string): string | undefined {
  const amount = /^-?\d+\.\d{2}$/.test(text) ? parseRupees(text) : undefined;
  return amount === undefined ? undefined : formatMoney(toRupees(amount));
}
