import { expect, test } from 'vitest';
import { day, monthOf } from '../calendar.ts';
import { lateIssueDays, supplyDayOf, writeTaxDate } from './tax-dates.ts';
import { DEFAULT_TAX_SETTINGS, findTaxSettingFaults, isTaxUnit, type TaxSettings } from './tax-settings.ts';

const bills: [
  rule: 'month-start' | 'due-day' | 'invoice-date',
  tenancyFrom: string,
  issuedOn: string,
  expected: string,
][] = [
  ['month-start', '2020-01-01', '2026-10-01', '2026-10-01'],
  ['month-start', '2026-10-01', '2026-10-01', '2026-10-01'],
  ['month-start', '2026-10-12', '2026-10-12', '2026-10-12'],
  ['month-start', '2020-01-01', '2026-11-20', '2026-10-01'],
  ['month-start', '2026-11-05', '2026-11-20', '2026-10-01'],
  ['due-day', '2020-01-01', '2026-10-01', '2026-10-15'],
  ['invoice-date', '2020-01-01', '2026-11-20', '2026-11-20'],
];

test.each(bills)('by "%s", tenancy from %s, made on %s: October is supplied on %s', (rule, from, issued, expected) => {
  const month = monthOf(day('2026-10-01'));
  const dates = { month, tenancyFrom: day(from), dueDay: day('2026-10-15'), issuedOn: day(issued) };
  expect(supplyDayOf(dates, rule)).toBe(expected);
});

test('without a known first day of the tenancy the 1st of the month is the date of supply', () => {
  const issuedOn = day('2026-10-05');
  const dates = { month: monthOf(issuedOn), tenancyFrom: undefined, dueDay: day('2026-10-19'), issuedOn };
  expect(supplyDayOf(dates, 'month-start')).toBe('2026-10-01');
});

test.each([
  ['2026-10-01', '10/01/2026'],
  ['2026-11-20', '11/20/2026'],
  ['2027-01-09', '01/09/2027'],
])('%s is printed as %s', (date, printed) => {
  expect(writeTaxDate(day(date))).toBe(printed);
});

test.each([
  ['2026-10-01', '2026-10-01', undefined],
  ['2026-10-01', '2026-10-29', undefined],
  ['2026-10-01', '2026-10-30', 29],
  ['2026-10-01', '2026-11-20', 50],
  ['2026-10-01', '2026-09-20', undefined],
])('a supply of %s invoiced on %s is late by days after supply: %s', (suppliedOn, issuedOn, expected) => {
  expect(lateIssueDays({ suppliedOn: day(suppliedOn), issuedOn: day(issuedOn) })).toBe(expected);
});

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
