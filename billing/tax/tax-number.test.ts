import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day, type Month, monthInYear, monthOf } from '../calendar.ts';
import { runs } from '../testing/runs.ts';
import { parseTaxSerial, plainNoteNumber, refuseFirstNumber, taxCounterKey, writeTaxSerial } from './tax-number.ts';
import { DEFAULT_TAX_SETTINGS, type TaxSettings } from './tax-settings.ts';
import { findTaxpayerFaults, isTin, readTin } from './tin.ts';

const serials: [issuedOn: string, unit: string, number: number, serial: string][] = [
  ['2026-10-01', 'POLA', 1, '26OCT_POLA_00001'],
  ['2026-11-20', 'POLA', 147, '26NOV_POLA_00147'],
  ['2026-10-05', 'POLACN', 1, '26OCT_POLACN_00001'],
  ['2026-10-06', 'POLADN', 1, '26OCT_POLADN_00001'],
  ['2027-01-31', 'POLA', 99_999, '27JAN_POLA_99999'],
  ['2027-02-28', 'POLA', 100_000, '27FEB_POLA_100000'],
  ['2027-12-31', 'A', 12, '27DEC_A_00012'],
];

test.each(serials)('of %s unit %s number %i is %s', (issuedOn, unit, number, serial) => {
  const parts = { month: monthOf(day(issuedOn)), unit, number };
  expect(writeTaxSerial(parts, DEFAULT_TAX_SETTINGS)).toBe(serial);
  expect(parseTaxSerial(serial)).toEqual(parts);
});

test.each([
  ['-', 0, '26JUL-BR03-1'],
  ['_', 0, '26JUL_BR03_1'],
  ['-', 9, '26JUL-BR03-000000001'],
] as const)('with separator %s and %i digits a serial is %s', (separator, pad, serial) => {
  expect(writeTaxSerial({ month: '2026-07' as Month, unit: 'BR03', number: 1 }, { separator, pad })).toBe(serial);
});

const noSerials = [
  '',
  '26OCT_POLA_',
  '26OCT__00001',
  '26Oct_POLA_00001',
  '26OKT_POLA_00001',
  '2026OCT_POLA_00001',
  '6OCT_POLA_1',
  '26OCT_POLA-00001',
  '26OCT-POLA_00001',
  '26OCT POLA 00001',
  '26OCT_POLA_0001A',
  '26OCT_pola_00001',
  '26OCT_PO LA_00001',
  '26OCT_1234567890123456_1',
  '26OCT_POLA_00001 ',
  ' 26OCT_POLA_00001',
  '26OCT_POLA_00001\n',
  'INV-B07-202610',
  `26OCT_POLA_${'0'.repeat(30)}1`,
  '26OCT_POLA_99999999999999999999',
];

test.each(noSerials)('"%s" is not a serial', (text) => {
  expect(parseTaxSerial(text)).toBeUndefined();
});

test('a serial of 40 characters is read, one of 41 is not', () => {
  const zeros = '0'.repeat(28);
  expect(parseTaxSerial(`26OCT_POLA_${zeros}1`)).toEqual({ month: '2026-10', unit: 'POLA', number: 1 });
  expect(parseTaxSerial(`26OCT_POLA_${zeros}01`)).toBeUndefined();
});

test.each([0, -1, 1.5, Number.NaN, 2 ** 53])('the number %d of a serial is refused', (number) => {
  const parts = { month: '2026-10' as Month, unit: 'POLA', number };
  const fault = new RangeError(`not the number of a serial: ${number}`);
  expect(() => writeTaxSerial(parts, DEFAULT_TAX_SETTINGS)).toThrow(fault);
});

test('a serial is not written for a unit or a month that does not exist', () => {
  const parts = { month: '2026-10' as Month, unit: 'POLA', number: 1 };
  expect(() => writeTaxSerial({ ...parts, unit: 'PO-LA' }, DEFAULT_TAX_SETTINGS)).toThrow('not a unit');
  expect(() => writeTaxSerial({ ...parts, month: '2026-13' as Month }, DEFAULT_TAX_SETTINGS)).toThrow('not a month');
});

test('every serial is read back, has at most 40 characters and contains no space', () => {
  const anySettings = fc.record({
    separator: fc.constantFrom<TaxSettings['separator'][]>('_', '-'),
    pad: fc.integer({ min: 0, max: 9 }),
  });
  const anyParts = fc.record({
    month: fc
      .tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }))
      .map(([year, month]) => monthInYear(year, month)),
    unit: fc.stringMatching(/^[A-Z0-9]{1,15}$/),
    number: fc.maxSafeInteger().map((number) => Math.max(1, Math.abs(number))),
  });
  fc.assert(
    fc.property(anyParts, anySettings, (parts, settings) => {
      const serial = writeTaxSerial(parts, settings);
      expect(serial).toMatch(/^\d{2}[A-Z]{3}[_-][A-Z0-9]{1,15}[_-]\d+$/);
      expect(serial.length).toBeLessThanOrEqual(40);
      expect(parseTaxSerial(serial)).toEqual(parts);
    }),
    runs(2000),
  );
});

describe('a counter', () => {
  test.each([
    ['never', 'POLA', 'POLA'],
    ['year', 'POLA/2026', 'POLA/2027'],
    ['month', 'POLA/2026-12', 'POLA/2027-01'],
  ] as const)('with reset "%s" is %s in December and %s in January', (reset, december, january) => {
    expect(taxCounterKey('POLA', day('2026-12-31'), reset)).toBe(december);
    expect(taxCounterKey('POLA', day('2027-01-01'), reset)).toBe(january);
  });

  test.each([
    [0, false, 500, undefined],
    [0, false, 1, undefined],
    [12, false, 13, undefined],
    [12, false, 12, 'not forward'],
    [12, false, 1, 'not forward'],
    [0, false, 0, 'not forward'],
    [0, false, 1.5, 'not forward'],
    [500, true, 900, 'already set'],
  ])('at number %i, set before: %s, may continue at %d: %s', (lastNumber, wasFirstSet, first, expected) => {
    expect(refuseFirstNumber({ lastNumber, wasFirstSet }, first)).toBe(expected);
  });
});

test('a note on an INVOICE is named after it', () => {
  expect(plainNoteNumber('INV-B07-202610', 'credit', 1)).toBe('CN-B07-202610-1');
  expect(plainNoteNumber('INV-B07-202610', 'debit', 2)).toBe('DN-B07-202610-2');
});

test.each([
  ['900000019', '900000019'],
  [' 900 000 019 ', '900000019'],
  ['900000019-7000', '900000019'],
  ['900000019 7000', '900000019'],
  ['900 000 019 - 7000', '900000019'],
  ['123457000', '123457000'],
  ['123457000-7000', '123457000'],
])('"%s" is the TIN %s', (text, tin) => {
  expect(readTin(text)).toBe(tin);
});

test.each([
  '',
  '-7000',
  '90000001',
  '9000000190',
  '900000019-2550',
  '900000019-',
  '90000001-7000',
  '1900000019-7000',
  '90000001A',
  '900.000.019',
  '९००००००१९',
  '900000019\n1',
])('"%s" is not a TIN', (text) => {
  expect(readTin(text)).toBeUndefined();
});

test('only nine digits are a TIN as it is stored', () => {
  expect(isTin('900000019')).toBe(true);
  expect(isTin('900 000 019')).toBe(false);
  expect(isTin('900000019-7000')).toBe(false);
});

test('a registered party has a TIN, a name and an address', () => {
  const party = { tin: '900000019', name: 'EXAMPLE TRADERS', address: '1 Example Road, Dambulla' };
  expect(findTaxpayerFaults(party)).toEqual([]);
  expect(findTaxpayerFaults({ ...party, tin: '900000019-7000' })).toEqual([]);
  expect(findTaxpayerFaults({ ...party, tin: '9000' })).toEqual(['tin']);
  expect(findTaxpayerFaults({ tin: '', name: ' ', address: ' ' })).toEqual(['tin', 'name', 'address']);
});
