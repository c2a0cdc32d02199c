import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, MAX_CENTS } from '../money.ts';
import { runs } from '../testing/runs.ts';
import { amount } from '../testing/story.ts';
import {
  composeLankaQr,
  isQrLocalName,
  isQrMerchant,
  isQrReference,
  type NoQrReason,
  type QrLocalName,
  type QrMerchant,
  type QrPayment,
} from './lanka-qr.ts';
import { qrChecksum, readQrFields, writeQrField } from './qr-fields.ts';
import { type LankaQrFault, readLankaQr, readMerchantQr } from './read-lanka-qr.ts';

const BLOCK = '17056001MERCHANT00000001T001';
const MERCHANT: QrMerchant = {
  tag: '26',
  template: '002817056001MERCHANT00000001T001',
  category: '9399',
  name: 'POLA ECONOMIC CENTRE',
  city: 'DAMBULLA',
};
const BILL: QrPayment = { merchant: MERCHANT, amountCents: amount('33,630.00'), reference: 'A12-202610-63' };
const SINHALA: QrLocalName = { language: 'SI', name: 'පොළ ආර්ථික මධ්‍යස්ථානය', city: '' };
const BILL_TEXT =
  '0002010102122632002817056001MERCHANT00000001T001520493995303144540833630.005802LK5920POLA ECONOMIC CENTRE6008DAMBULLA62170513A12-202610-6363043D74';
const SHOP_TEXT =
  '000201010211262817056001MERCHANT00000001T0015204599953031445802LK5910ACME STORE6007COLOMBO62110507INV-0016304';
const CHINESE_TEXT =
  '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304';

function textOf(payment: QrPayment): string {
  const composed = composeLankaQr(payment);
  if (!composed.isComposed) throw new Error(composed.reason);
  return composed.text;
}

function withCheck(fields: string): string {
  return fields + qrChecksum(fields);
}

describe('the check', () => {
  test.each([
    ['the published figures', '123456789', '29B1'],
    ['a published shop', SHOP_TEXT, 'D4F0'],
    ['a published code with Chinese names', CHINESE_TEXT, 'A13A'],
    ['nothing', '', 'FFFF'],
  ])('of %s', (_name, text, check) => {
    expect(qrChecksum(text)).toBe(check);
  });

  test.each<[name: string, payment: QrPayment, check: string]>([
    ['33,630.00', BILL, '3D74'],
    ['51,349.00', { ...BILL, amountCents: amount('51,349.00') }, '15CF'],
    ['33,530.00', { ...BILL, amountCents: amount('33,530.00') }, 'A135'],
    ['no amount', { ...BILL, amountCents: undefined }, 'F9D3'],
    ['33,630.00 and the name in Sinhala', { ...BILL, localName: SINHALA }, '16A1'],
  ])('of the bill of A12 with %s', (_name, payment, check) => {
    expect(textOf(payment).slice(-4)).toBe(check);
  });
});

test('the code of the bill of A12 has the fields of the worked example, each at its place', () => {
  expect(textOf(BILL)).toBe(BILL_TEXT);
  expect(BILL_TEXT).toHaveLength(146);
  const places = [
    [0, '0002', '01'],
    [6, '0102', '12'],
    [12, '2632', '002817056001MERCHANT00000001T001'],
    [48, '5204', '9399'],
    [56, '5303', '144'],
    [63, '5408', '33630.00'],
    [75, '5802', 'LK'],
    [81, '5920', 'POLA ECONOMIC CENTRE'],
    [105, '6008', 'DAMBULLA'],
    [117, '6217', '0513A12-202610-63'],
    [138, '6304', '3D74'],
  ] as const;
  for (const [at, head, value] of places) expect(BILL_TEXT.slice(at)).toMatch(new RegExp(`^${head}${value}`));
});

test('a name in Sinhala is counted in characters and checked in bytes', () => {
  const field = '64320002SI0122පොළ ආර්ථික මධ්‍යස්ථානය';
  expect(textOf({ ...BILL, localName: SINHALA })).toContain(`A12-202610-63${field}6304`);
  expect([...SINHALA.name]).toHaveLength(22);
  expect(new TextEncoder().encode(SINHALA.name)).toHaveLength(62);
});

const none: [name: string, change: Partial<QrPayment>, reason: NoQrReason][] = [
  ['nothing to pay', { amountCents: cents(0) }, 'nothing to pay'],
  ['a credit', { amountCents: cents(-100) }, 'nothing to pay'],
  ['one cent above the limit', { amountCents: amount('200,000.01') }, 'above the limit'],
  ['no template', { merchant: { ...MERCHANT, template: '' } }, 'merchant malformed'],
  ['a block without template', { merchant: { ...MERCHANT, template: BLOCK } }, 'merchant malformed'],
  ['a block of 27', { merchant: { ...MERCHANT, template: `0027${BLOCK.slice(1)}` } }, 'merchant malformed'],
  [
    'a template of 100',
    { merchant: { ...MERCHANT, template: `0028${BLOCK}0164${'A'.repeat(64)}` } },
    'merchant malformed',
  ],
  ['a category of letters', { merchant: { ...MERCHANT, category: 'RENT' } }, 'merchant malformed'],
  ['a name of 26', { merchant: { ...MERCHANT, name: 'A'.repeat(26) } }, 'merchant malformed'],
  ['a name in Sinhala', { merchant: { ...MERCHANT, name: 'පොළ' } }, 'merchant malformed'],
  ['a city of 16', { merchant: { ...MERCHANT, city: 'A'.repeat(16) } }, 'merchant malformed'],
  ['no reference', { reference: '' }, 'reference malformed'],
  ['a reference of 26', { reference: 'A'.repeat(26) }, 'reference malformed'],
  ['a reference in small letters', { reference: 'a12-202610-63' }, 'reference malformed'],
  ['a local name of 26', { localName: { ...SINHALA, name: 'ප'.repeat(26) } }, 'local name malformed'],
  ['a local city of 16', { localName: { ...SINHALA, city: 'ප'.repeat(16) } }, 'local name malformed'],
];

test.each(none)('a bill with %s has no code', (_name, change, reason) => {
  expect(composeLankaQr({ ...BILL, ...change }, amount('200,000.00'))).toEqual({ isComposed: false, reason });
});

test('an amount at the limit has a code', () => {
  const payment = { ...BILL, amountCents: amount('200,000.00') };
  expect(composeLankaQr(payment, amount('200,000.00'))).toMatchObject({ isComposed: true });
});

test('without a limit an amount has at most 13 characters', () => {
  expect(textOf({ ...BILL, amountCents: cents(100_000_000_000) })).toContain('54131000000000.00');
  expect(composeLankaQr({ ...BILL, amountCents: cents(1_000_000_000_000) })).toMatchObject({
    reason: 'above the limit',
  });
});

test('what a code can carry is checked before it is stored', () => {
  expect(isQrMerchant(MERCHANT)).toBe(true);
  expect(isQrMerchant({ ...MERCHANT, template: `0029${BLOCK}1` })).toBe(false);
  expect(isQrReference('A12-202610-63')).toBe(true);
  expect(isQrReference('A12_202610')).toBe(false);
  expect(isQrLocalName(SINHALA)).toBe(true);
  expect(isQrLocalName({ ...SINHALA, name: '' })).toBe(false);
  expect(isQrLocalName({ name: 'ප'.repeat(25), city: 'ප'.repeat(15) })).toBe(true);
});

test('a field of more than 99 characters is not written', () => {
  expect(writeQrField('62', 'A'.repeat(99))).toMatch(/^6299A+$/);
  expect(() => writeQrField('62', 'A'.repeat(100))).toThrow('field 62 has 100 characters');
});

const FIELDS = BILL_TEXT.slice(0, -4);
const faults: [name: string, text: string, fault: LankaQrFault][] = [
  ['another amount under the old check', BILL_TEXT.replace('33630.00', '33530.00'), 'check wrong'],
  ['a check of two characters', FIELDS.replace('6304', '6302A2'), 'check wrong'],
  ['a field after the check', `${BILL_TEXT}6103101`, 'check not last'],
  ['no check', FIELDS.replace('6304', ''), 'check not last'],
  ['no text', '', 'check not last'],
  ['the last character missing', BILL_TEXT.slice(0, -1), 'length past the end'],
  ['a length of letters', BILL_TEXT.replace('5408', '54XX'), 'length past the end'],
  ['a tag of letters', BILL_TEXT.replace('5802LK', 'XX02LK'), 'tag malformed'],
  ['spaces in front', ` ${BILL_TEXT}`, 'tag malformed'],
  ['the amount twice', withCheck(FIELDS.replace('5802LK', '5408100.00005802LK')), 'tag twice'],
  ['the reference twice', withCheck(FIELDS.replace('62170513A12', '62240503ABC0513A12')), 'tag twice'],
  ['a reference past its field', withCheck(FIELDS.replace('0513A12', '0514A12')), 'length past the end'],
  ['format 02', withCheck(FIELDS.replace('000201', '000202')), 'format not 01'],
  ['the format not first', withCheck(FIELDS.replace('000201010212', '010212000201')), 'format not 01'],
  ['the use 13', withCheck(FIELDS.replace('010212', '010213')), 'use not 11 or 12'],
  ['dollars', withCheck(FIELDS.replace('5303144', '5303840')), 'currency not 144'],
  ['no currency', withCheck(FIELDS.replace('5303144', '')), 'currency not 144'],
  ['another country', withCheck(FIELDS.replace('5802LK', '5802IN')), 'country not LK'],
  ['an amount of 0', withCheck(FIELDS.replace('33630.00', '00000.00')), 'amount malformed'],
  ['an amount with a comma', withCheck(FIELDS.replace('33630.00', '33,630.0')), 'amount malformed'],
  ['an amount below 0', withCheck(FIELDS.replace('33630.00', '-3630.00')), 'amount malformed'],
  ['an amount of three decimals', withCheck(FIELDS.replace('33630.00', '3363.000')), 'amount malformed'],
  ['an empty amount', withCheck(FIELDS.replace('540833630.00', '5400')), 'amount malformed'],
  ['a tip', withCheck(FIELDS.replace('5802LK', '5502015802LK')), 'tip or fee'],
  ['a fee', withCheck(FIELDS.replace('5802LK', '56041.005802LK')), 'tip or fee'],
  ['a fee in percent', withCheck(FIELDS.replace('5802LK', '570155802LK')), 'tip or fee'],
  ['no additional data', withCheck(FIELDS.replace('62170513A12-202610-63', '')), 'reference missing'],
  ['another label only', withCheck(FIELDS.replace('0513A12', '0413A12')), 'reference missing'],
  ['a reference in small letters', withCheck(FIELDS.replace('0513A12', '0513a12')), 'reference malformed'],
  ['a block without template', `${SHOP_TEXT}D4F0`, 'block without template'],
  ['a block of 27', withCheck(FIELDS.replace('2632002817056001', '263100271705600')), 'merchant malformed'],
  ['a template past its field', withCheck(FIELDS.replace('26320028', '26320029')), 'merchant malformed'],
  ['another network', withCheck(FIELDS.replace('2632', '2932')), 'merchant malformed'],
  ['no name', withCheck(FIELDS.replace('5920POLA ECONOMIC CENTRE', '')), 'merchant malformed'],
  ['no city', withCheck(FIELDS.replace('6008DAMBULLA', '')), 'merchant malformed'],
  ['no category', withCheck(FIELDS.replace('52049399', '')), 'merchant malformed'],
  ['a local name in English', withCheck(FIELDS.replace('6304', '64140002EN0104POLA6304')), 'local name malformed'],
  ['a local name without a name', withCheck(FIELDS.replace('6304', '64060002SI6304')), 'local name malformed'],
  ['a local name past its field', withCheck(FIELDS.replace('6304', '64060009SI6304')), 'length past the end'],
  ['Chinese names', `${CHINESE_TEXT}A13A`, 'currency not 144'],
];

test.each(faults)('a code with %s is refused', (_name, text, fault) => {
  expect(readLankaQr(text)).toEqual({ isRead: false, fault });
});

test('the code of a bill is read, also with a check in small letters', () => {
  const read = { isRead: true, payment: BILL, isReusable: false };
  expect(readLankaQr(BILL_TEXT)).toEqual(read);
  expect(readLankaQr(BILL_TEXT.replace('3D74', '3d74'))).toEqual(read);
});

test("the template of a bank's own code is copied byte for byte, whatever else is in it", () => {
  const template = writeQrField('00', BLOCK) + writeQrField('01', 'lk.bank') + writeQrField('02', 'Till 4 / a');
  const bank = `000201010211${writeQrField('27', template)}5204659953031445802LK5910ACME STORE6007COLOMBO6304`;
  const merchant: QrMerchant = { tag: '27', template, category: '6599', name: 'ACME STORE', city: 'COLOMBO' };
  expect(readMerchantQr(withCheck(bank))).toMatchObject({ isRead: true, merchant });
  expect(readLankaQr(withCheck(bank))).toEqual({ isRead: false, fault: 'reference missing' });
  expect(textOf({ ...BILL, merchant })).toContain(writeQrField('27', template));
});

test('fields between the first and the last are read in any order', () => {
  const swapped = FIELDS.replace('5303144', '').replace('5802LK', '5802LK5303144').replace('010212', '');
  expect(readLankaQr(withCheck(swapped))).toEqual({ isRead: true, payment: BILL, isReusable: true });
});

test('the published code with Chinese names has its fields by characters', () => {
  const fields = readQrFields(`${CHINESE_TEXT}A13A`);
  expect(typeof fields === 'string' ? fields : Object.fromEntries(fields)).toMatchObject({
    '54': '23.72',
    '59': 'BEST TRANSPORT',
    '64': '0002ZH0104最佳运输0202北京',
    '63': 'A13A',
  });
});

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const letters = [...'පොළ ආර්ථික \u200dமத்திய நிலையம்ABC01', '😀'];
const line = (unit: readonly string[], maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...unit), minLength: 1, maxLength });
const anyLocalName: fc.Arbitrary<QrLocalName> = fc.record({
  language: fc.constantFrom<QrLocalName['language'][]>('SI', 'TA'),
  name: line(letters, 25),
  city: fc.oneof(fc.constant(''), line(letters, 15)),
});
const anyTemplate = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...printable.slice(1)), minLength: 28, maxLength: 28 }),
    fc.option(line(printable, 40), { nil: undefined }),
  )
  .map(([block, more]) => writeQrField('00', block) + (more === undefined ? '' : writeQrField('05', more)));
const anyPayment: fc.Arbitrary<QrPayment> = fc
  .record({
    merchant: fc.record({
      tag: fc.constantFrom<QrMerchant['tag'][]>('26', '27'),
      template: anyTemplate,
      category: fc.stringMatching(/^\d{4}$/),
      name: line(printable, 25),
      city: line(printable, 15),
    }),
    amountCents: fc.option(fc.integer({ min: 1, max: MAX_CENTS }).map(cents), { nil: undefined }),
    reference: fc.stringMatching(/^[A-Z0-9-]{1,25}$/),
    localName: fc.option(anyLocalName, { nil: undefined }),
  })
  .map(({ localName, ...payment }) => (localName ? { ...payment, localName } : payment));

test('10,000 random codes are composed and read again', { tags: ['slow'] }, () => {
  fc.assert(
    fc.property(anyPayment, (payment) => {
      const expected = { isRead: true, payment, isReusable: payment.amountCents === undefined };
      expect(readLankaQr(textOf(payment))).toEqual(expected);
    }),
    runs(10_000),
  );
});

test('a code with one character changed is never read as another payment', { tags: ['slow'] }, () => {
  fc.assert(
    fc.property(anyPayment, fc.nat(1000), fc.constantFrom(...printable), (payment, place, other) => {
      const characters = [...textOf(payment)];
      const at = place % characters.length;
      // A replacement that changes only the case is excluded, because the checksum is accepted in upper and lower case.
      fc.pre(characters[at]?.toUpperCase() !== other.toUpperCase());
      expect(readLankaQr(characters.with(at, other).join('')).isRead).toBe(false);
    }),
    runs(5000),
  );
});
