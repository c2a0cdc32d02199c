/**
 * LANKAQR on a bill: the code with which a tenant pays (docs/rules.md, Tax documents). It is composed for each print,
 * because the amount to pay changes.
 */
import { type Cents, writeDecimal } from '../money.ts';
import { qrChecksum, readQrFields, writeQrField } from './qr-fields.ts';

/** The merchant's details, from the code that the centre received from its bank. */
export interface QrMerchant {
  tag: '26' | '27';
  /**
   * The value of field 26 or 27, which is itself made of fields. Its field 00 has 28 characters (network, bank,
   * sub-acquirer, merchant, terminal). The value is copied byte for byte from the bank's code, never composed.
   */
  template: string;
  /** The merchant category, four digits. */
  category: string;
  name: string;
  city: string;
}

/** The name and city of the merchant in Sinhala or Tamil. A code may omit them. */
export interface QrLocalName {
  language: 'SI' | 'TA';
  name: string;
  city: string;
}

export interface QrPayment {
  merchant: QrMerchant;
  /** The amount to pay; undefined for a reusable code, which contains none. */
  amountCents: Cents | undefined;
  reference: string;
  localName?: QrLocalName;
}

export type NoQrReason =
  | 'merchant malformed'
  | 'nothing to pay'
  | 'above the limit'
  | 'reference malformed'
  | 'local name malformed';

export type ComposedQr = { isComposed: true; text: string } | { isComposed: false; reason: NoQrReason };

const MAX_AMOUNT_LENGTH = 13;
const NAME = /^[\x20-\x7e]{1,25}$/;
const CITY = /^[\x20-\x7e]{1,15}$/;
const TEMPLATE = /^[\x20-\x7e]{1,99}$/;
const BLOCK = /^[\x21-\x7e]{28}$/;
const CATEGORY = /^\d{4}$/;
const REFERENCE = /^[A-Z0-9-]{1,25}$/;
const MAX_LOCAL = { name: 25, city: 15 };

/**
 * Returns the text of the code, or the reason why there is none: wrong merchant details, reference or local name,
 * nothing to pay, or an amount above the bank's limit.
 */
export function composeLankaQr(payment: QrPayment, limitCents?: Cents): ComposedQr {
  const reason = findReason(payment, limitCents);
  if (reason !== undefined) return { isComposed: false, reason };
  const { merchant, amountCents, reference, localName } = payment;
  const fields = [
    writeQrField('00', '01'),
    writeQrField('01', amountCents === undefined ? '11' : '12'),
    writeQrField(merchant.tag, merchant.template),
    writeQrField('52', merchant.category),
    writeQrField('53', '144'),
    ...(amountCents === undefined ? [] : [writeQrField('54', writeDecimal(amountCents))]),
    writeQrField('58', 'LK'),
    writeQrField('59', merchant.name),
    writeQrField('60', merchant.city),
    writeQrField('62', writeQrField('05', reference)),
    ...(localName ? [writeQrField('64', localFields(localName))] : []),
    '6304',
  ].join('');
  return { isComposed: true, text: fields + qrChecksum(fields) };
}

/** Returns true when a code can contain these merchant details. */
export function isQrMerchant({ template, category, name, city }: Omit<QrMerchant, 'tag'>): boolean {
  return isQrTemplate(template) && CATEGORY.test(category) && NAME.test(name) && CITY.test(city);
}

/** Returns true for a value of field 26 or 27: at most 99 characters, with a block of 28 characters in its field 00. */
function isQrTemplate(template: string): boolean {
  const fields = readQrFields(template);
  return TEMPLATE.test(template) && typeof fields !== 'string' && BLOCK.test(fields.get('00') ?? '');
}

/**
 * Returns true for a merchant block of 28 characters that is not inside a template. One published description shows
 * this form, but no code in use has it.
 */
export function isBareQrBlock(text: string): boolean {
  return BLOCK.test(text) && !isQrTemplate(text);
}

/** Returns true for a reference label: 1 to 25 characters from A-Z, 0-9 and the dash. */
export function isQrReference(text: string): boolean {
  return REFERENCE.test(text);
}

/** Returns true for a name of 1 to 25 and a city of at most 15 characters. */
export function isQrLocalName({ name, city }: Pick<QrLocalName, 'name' | 'city'>): boolean {
  const nameLength = [...name].length;
  return nameLength > 0 && nameLength <= MAX_LOCAL.name && [...city].length <= MAX_LOCAL.city;
}

function findReason(
  { merchant, amountCents, reference, localName }: QrPayment,
  limitCents: Cents | undefined,
): NoQrReason | undefined {
  if (!isQrMerchant(merchant)) return 'merchant malformed';
  if (!isQrReference(reference)) return 'reference malformed';
  if (localName && !isQrLocalName(localName)) return 'local name malformed';
  if (amountCents === undefined) return undefined;
  if (amountCents <= 0) return 'nothing to pay';
  const isAbove = limitCents !== undefined && amountCents > limitCents;
  return isAbove || writeDecimal(amountCents).length > MAX_AMOUNT_LENGTH ? 'above the limit' : undefined;
}

function localFields({ language, name, city }: QrLocalName): string {
  return writeQrField('00', language) + writeQrField('01', name) + (city === '' ? '' : writeQrField('02', city));
}
