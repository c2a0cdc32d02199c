import { expect, test } from 'vitest';
import { day } from '../calendar.ts';
import { DEFAULT_TAX_SETTINGS, findTaxSettingFaults, isTaxUnit, type TaxSettings } from './tax-settings.ts';

test('without settings of its own a centre has the recommended ones', () => {
  expect(DEFAULT_TAX_SETTINGS).toEqual({
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
  });
  expect(findTaxSettingFaults(DEFAULT_TAX_SETTINGS)).toEqual([]);
});

const faults: [change: Partial<TaxSettings>, faults: (keyof TaxSettings)[]][] = [
  [{ pad: 0 }, []],
  [{ pad: 9 }, []],
  [{ pad: 10 }, ['pad']],
  [{ pad: -1 }, ['pad']],
  [{ pad: 1.5 }, ['pad']],
  [{ pad: Number.NaN }, ['pad']],
  [{ unit: 'BR03' }, []],
  [{ unit: 'pola' }, ['unit']],
  [{ unit: '' }, ['unit']],
  [{ noteUnits: { credit: 'POLA', debit: 'POLA' } }, []],
  [{ noteUnits: { credit: 'POLA-CN', debit: 'POLADN' } }, ['noteUnits']],
  [{ noteUnits: { credit: 'POLACN', debit: '' } }, ['noteUnits']],
  [{ placeOfSupply: 'Dambulla' }, []],
  [{ placeOfSupply: 'Dam\nbulla' }, ['placeOfSupply']],
  [{ pad: 12, unit: 'A B' }, ['pad', 'unit']],
];

test.each(faults)('of the settings %j these cannot be used: %j', (change, expected) => {
  expect(findTaxSettingFaults({ ...DEFAULT_TAX_SETTINGS, ...change })).toEqual(expected);
});

test.each([
  ['POLA', true],
  ['A', true],
  ['123456789012345', true],
  ['1234567890123456', false],
  ['PO LA', false],
  ['PO_LA', false],
  ['පොළ', false],
])('"%s" as a unit of serials: %s', (unit, expected) => {
  expect(isTaxUnit(unit)).toBe(expected);
});
