/**
 * Reads LANKAQR codes: the bank's own code, from which the merchant is copied, and the codes of bills (docs/rules.md,
 * Tax documents).
 */
import { type Cents, parseRupees } from '../money.ts';
import {
  isBareQrBlock,
  isQrLocalName,
  isQrMerchant,
  isQrReference,
  type QrLocalName,
  type QrMerchant,
  type QrPayment,
} from './lanka-qr.ts';
import { type QrFieldFault, type QrFields, qrChecksum, readQrFields } from './qr-fields.ts';

export type MerchantQrFault =
  | QrFieldFault
  | 'check wrong'
  | 'check not last'
  | 'format not 01'
  | 'use not 11 or 12'
  | 'currency not 144'
  | 'country not LK'
  | 'amount malformed'
  | 'tip or fee'
  | 'block without template'
  | 'merchant malformed';

export type LankaQrFault = MerchantQrFault | 'reference missing' | 'reference malformed' | 'local name malformed';

type Refused<Fault> = { isRead: false; fault: Fault };
export type ReadQr = { isRead: true; payment: QrPayment; isReusable: boolean } | Refused<LankaQrFault>;
export type ReadMerchantQr = { isRead: true; merchant: QrMerchant; fields: QrFields } | Refused<MerchantQrFault>;

const CHECK_LENGTH = 4;
const AMOUNT = /^\d{1,10}(?:\.\d{1,2})?$/;

/**
 * Returns the payment, or the first fault. The syntax of the fields is checked first, then the checksum, then the
 * values. A code that asks for a tip or a fee is refused, because the amount of a bill is fixed.
 */
export function readLankaQr(text: string): ReadQr {
  const read = readMerchantQr(text);
  if (!read.isRead) return read;
  const { merchant, fields } = read;
  const additional = readQrFields(fields.get('62') ?? '');
  if (typeof additional === 'string') return refused(additional);
  const reference = additional.get('05');
  if (reference === undefined) return refused('reference missing');
  if (!isQrReference(reference)) return refused('reference malformed');
  const localName = readLocalName(fields.get('64'));
  if (typeof localName === 'string') return refused(localName);
  const payment = { merchant, amountCents: readAmount(fields), reference, ...(localName && { localName }) };
  return { isRead: true, payment, isReusable: fields.get('01') !== '12' };
}

/** Returns the merchant in a code issued by the bank, or the first fault. Such a code need not have a reference. */
export function readMerchantQr(text: string): ReadMerchantQr {
  const fields = readQrFields(text);
  if (typeof fields === 'string') return refused(fields);
  const fault = findCheckFault(text, fields) ?? findValueFault(fields);
  if (fault !== undefined) return refused(fault);
  const merchant = merchantOf(fields);
  if (isQrMerchant(merchant)) return { isRead: true, merchant, fields };
  return refused(isBareQrBlock(merchant.template) ? 'block without template' : 'merchant malformed');
}

function refused<Fault extends LankaQrFault>(fault: Fault): Refused<Fault> {
  return { isRead: false, fault };
}

function findCheckFault(text: string, fields: QrFields): MerchantQrFault | undefined {
  if ([...fields.keys()].at(-1) !== '63') return 'check not last';
  // Some codes have the checksum in lower case.
  return fields.get('63')?.toUpperCase() === qrChecksum(text.slice(0, -CHECK_LENGTH)) ? undefined : 'check wrong';
}

function findValueFault(fields: QrFields): MerchantQrFault | undefined {
  const [first] = fields.keys();
  if (first !== '00' || fields.get('00') !== '01') return 'format not 01';
  if (!['11', '12'].includes(fields.get('01') ?? '11')) return 'use not 11 or 12';
  if (fields.get('53') !== '144') return 'currency not 144';
  if (fields.get('58') !== 'LK') return 'country not LK';
  if (fields.has('54') && readAmount(fields) === undefined) return 'amount malformed';
  return ['55', '56', '57'].some((tag) => fields.has(tag)) ? 'tip or fee' : undefined;
}

function readAmount(fields: QrFields): Cents | undefined {
  const text = fields.get('54') ?? '';
  const amount = AMOUNT.test(text) ? parseRupees(text) : undefined;
  return amount !== undefined && amount > 0 ? amount : undefined;
}

function merchantOf(fields: QrFields): QrMerchant {
  const tag = fields.has('26') ? '26' : '27';
  return {
    tag,
    template: fields.get(tag) ?? '',
    category: fields.get('52') ?? '',
    name: fields.get('59') ?? '',
    city: fields.get('60') ?? '',
  };
}

function readLocalName(text: string | undefined): QrLocalName | undefined | LankaQrFault {
  if (text === undefined) return undefined;
  const fields = readQrFields(text);
  if (typeof fields === 'string') return fields;
  const language = fields.get('00');
  const name = fields.get('01') ?? '';
  const city = fields.get('02') ?? '';
  if (language !== 'SI' && language !== 'TA') return 'local name malformed';
  return isQrLocalName({ name, city }) ? { language, name, city } : 'local name malformed';
}
