import { expect, test } from 'vitest';
import { findTaxpayerFaults, isTin, readTin } from './tin.ts';

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
