import { expect, test } from 'vitest';
import { day } from '../calendar.ts';
import { copyMarks, hasNewTaxForm, refuseBilledVat, taxNoteKind, taxPaperKind } from './paper-kind.ts';
import { DEFAULT_TAX_SETTINGS } from './tax-settings.ts';

const YES = true;
const NO = false;

test.each([
  // Columns: centre registered, tenant registered, VAT on any line; expected title, unit of the serial, VAT shown,
  // purchaser.
  [YES, YES, YES, 'TAX INVOICE', 'POLA', YES, 'taxpayer'],
  [YES, NO, YES, 'INVOICE', undefined, YES, 'shop'],
  [YES, YES, NO, 'INVOICE', undefined, NO, 'shop'],
  [YES, NO, NO, 'INVOICE', undefined, NO, 'shop'],
  [NO, YES, NO, 'INVOICE', undefined, NO, 'shop'],
  [NO, NO, NO, 'INVOICE', undefined, NO, 'shop'],
])(
  'centre registered %s, tenant registered %s, VAT %s: %s, serial of %s, VAT shown %s, purchaser %s',
  (isCentreRegistered, isTenantRegistered, hasVat, title, serialUnit, showsVat, purchaserBlock) => {
    const kind = taxPaperKind({ isCentreRegistered, isTenantRegistered, hasVat }, DEFAULT_TAX_SETTINGS);
    expect(kind).toEqual({ title, serialUnit, showsVat, purchaserBlock });
  },
);

test('with serials for all, only an INVOICE with VAT also draws one', () => {
  const settings = { ...DEFAULT_TAX_SETTINGS, plainNumbers: 'serial' as const };
  const parties = { isCentreRegistered: true, isTenantRegistered: false, hasVat: true };
  expect(taxPaperKind(parties, settings)).toMatchObject({ title: 'INVOICE', serialUnit: 'POLA' });
  expect(taxPaperKind({ ...parties, hasVat: false }, settings).serialUnit).toBeUndefined();
  expect(taxPaperKind({ ...parties, isTenantRegistered: true }, settings).title).toBe('TAX INVOICE');
});

test('a centre that is not registered bills no VAT', () => {
  expect(refuseBilledVat(false, 1800)).toBe('centre not registered');
  expect(refuseBilledVat(false, 0)).toBeUndefined();
  expect(refuseBilledVat(true, 1800)).toBeUndefined();
  const parties = { isCentreRegistered: false, isTenantRegistered: true, hasVat: true };
  expect(() => taxPaperKind(parties, DEFAULT_TAX_SETTINGS)).toThrow('VAT of a centre that is not registered');
});

test.each([
  ['TAX INVOICE', 'POLA', 'credit', 'TAX CREDIT NOTE', 'POLACN'],
  ['TAX INVOICE', 'POLA', 'debit', 'TAX DEBIT NOTE', 'POLADN'],
  ['INVOICE', undefined, 'credit', 'CREDIT NOTE', undefined],
  ['INVOICE', undefined, 'debit', 'DEBIT NOTE', undefined],
  ['INVOICE', 'POLA', 'credit', 'CREDIT NOTE', 'POLACN'],
] as const)('on %s with serial of %s, a %s is %s with serial of %s', (title, serialUnit, direction, note, noteUnit) => {
  const kind = taxNoteKind({ title, serialUnit }, direction, DEFAULT_TAX_SETTINGS);
  expect(kind).toEqual({ title: note, serialUnit: noteUnit });
});

test.each([
  ['2026-09-30', false],
  ['2026-10-01', true],
  ['2026-10-05', true],
])('a paper of %s has the form of 2026: %s', (issuedOn, expected) => {
  expect(hasNewTaxForm(day(issuedOn), DEFAULT_TAX_SETTINGS)).toBe(expected);
  expect(hasNewTaxForm(day(issuedOn), { formFrom: day('2027-01-01') })).toBe(false);
});

test.each([
  [0, 'ORIGINAL', "SUPPLIER'S COPY"],
  [1, 'COPY ONLY', 'COPY ONLY'],
  [7, 'COPY ONLY', 'COPY ONLY'],
])('after %i outputs the halves of a sheet say %s and %s', (earlier, upper, lower) => {
  expect(copyMarks(earlier)).toEqual({ upper, lower });
});
