import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Day, day, type Month, monthOf } from '../calendar.ts';
import { cents, percentOf } from '../money.ts';
import { amount, rupees } from '../testing/story.ts';
import { findScheduleFaults, type ScheduleFault } from './check-vat-schedule.ts';
import { parseTaxPeriod, type TaxPeriod } from './tax-period.ts';
import type { TaxSettings } from './tax-settings.ts';
import { readTin, type Tin } from './tin.ts';
import {
  DUMMY_TIN,
  type ScheduledDocument,
  type ScheduledInvoice,
  type ScheduledNote,
  scheduleDescription,
  scheduleOutput,
  vatSchedules,
} from './vat-schedule.ts';
import { scheduleFileName, writeSchedule01, writeSchedule04 } from './write-vat-schedule.ts';

type Schedules = Pick<TaxSettings, 'period' | 'unregistered'>;

const RATE = 1800;
const BY_SUPPLY: Schedules = { period: 'supply', unregistered: 'rows' };
const IN_BULK: Schedules = { period: 'supply', unregistered: 'bulk' };
const HEADER_01 =
  "Serial No,Invoice Date,Tax Invoice No,Purchaser's TIN,Name of the Purchaser,Description,Value of supply,VAT Amount";
const HEADER_04 =
  'Serial No,TIN No,Invoice Date,Invoice No,Tax Credit / Tax Debit Note,Date of Tax Credit / Tax Debit Note,Tax Credit No. / Tax Debit Note No.,Value of Tax Credit Note / Tax Debit Note,VAT Amount,Issued By Me';

const TRADERS = { name: 'EXAMPLE TRADERS', tin: '900000019-7000', isGovernment: false };
const STORES = { name: 'EXAMPLE STORES', tin: '900 000 027', isGovernment: false };
const TENANT = { name: 'EXAMPLE TENANT', tin: undefined, isGovernment: false };
const OFFICE = { name: 'EXAMPLE OFFICE', tin: undefined, isGovernment: true };

function period(code: string): TaxPeriod {
  const found = parseTaxPeriod(code);
  if (!found) throw new Error(`no period: ${code}`);
  return found;
}

type Figures = { value: string; issued: string; supplied?: string };

function invoice(number: string, purchaser: ScheduledInvoice['purchaser'], figures: Figures): ScheduledInvoice {
  const { value, issued, supplied = '2026-10-01' } = figures;
  const valueCents = amount(value);
  const month = monthOf(day(supplied));
  return {
    kind: 'invoice',
    number,
    purchaser,
    issuedOn: day(issued),
    suppliedOn: day(supplied),
    description: scheduleDescription(purchaser === STORES ? 'C44' : purchaser === TRADERS ? 'A12' : 'B07', month),
    valueCents,
    vatCents: percentOf(valueCents, RATE),
    vatRateBasisPoints: RATE,
  };
}

function note(kind: 'credit' | 'debit', number: string, of: ScheduledInvoice, figures: Figures): ScheduledNote {
  const { description: _, ...base } = invoice(number, of.purchaser, figures);
  return { ...base, kind, invoice: { number: of.number, issuedOn: of.issuedOn } };
}

const first = invoice('26OCT_POLA_00001', TRADERS, { value: '28,500.00', issued: '2026-10-01' });
const second = invoice('26OCT_POLA_00002', TRADERS, { value: '27,500.00', issued: '2026-10-05' });
const late = invoice('26NOV_POLA_00147', STORES, { value: '28,500.00', issued: '2026-11-20' });
const plain = invoice('INV-B07-202610', TENANT, { value: '28,500.00', issued: '2026-10-01' });
const credit = note('credit', '26OCT_POLACN_00001', first, { value: '28,500.00', issued: '2026-10-05' });
const debit = note('debit', '26OCT_POLADN_00001', second, { value: '1,500.00', issued: '2026-10-06' });
const october = [plain, debit, late, credit, second, first];
const LEDGER = { valueCents: amount('86,000.00'), vatCents: amount('15,480.00') };

function linesOf(csv: string): string[] {
  expect(csv.endsWith('\r\n')).toBe(true);
  return csv.slice(0, -2).split('\r\n');
}

describe('the worked example of October 2026', () => {
  test('has four rows in schedule 01 and two in schedule 04', () => {
    const schedules = vatSchedules(october, period('2641'), BY_SUPPLY);
    expect(linesOf(writeSchedule01(schedules.invoices))).toEqual([
      HEADER_01,
      '1,10/01/2026,26OCT_POLA_00001,900000019,EXAMPLE TRADERS,Rent and operation fee of shop A12 2026-10,28500.00,5130.00',
      '2,10/05/2026,26OCT_POLA_00002,900000019,EXAMPLE TRADERS,Rent and operation fee of shop A12 2026-10,27500.00,4950.00',
      '3,11/20/2026,26NOV_POLA_00147,900000027,EXAMPLE STORES,Rent and operation fee of shop C44 2026-10,28500.00,5130.00',
      '4,10/01/2026,INV-B07-202610,100902885,EXAMPLE TENANT,Rent and operation fee of shop B07 2026-10,28500.00,5130.00',
    ]);
    expect(linesOf(writeSchedule04(schedules.notes, 'Y'))).toEqual([
      HEADER_04,
      '1,900000019,10/01/2026,26OCT_POLA_00001,Credit,10/05/2026,26OCT_POLACN_00001,28500.00,5130.00,Y',
      '2,900000019,10/05/2026,26OCT_POLA_00002,Debit,10/06/2026,26OCT_POLADN_00001,1500.00,270.00,Y',
    ]);
  });

  test('has an output of 86,000.00 with VAT 15,480.00, and lists row 3 beside the file', () => {
    const schedules = vatSchedules(october, period('2641'), BY_SUPPLY);
    expect(Object.values(scheduleOutput(schedules)).map(rupees)).toEqual(['86,000.00', '15,480.00']);
    expect(findScheduleFaults(schedules, LEDGER)).toEqual([
      { fault: 'date outside period', isWarning: true, number: '26NOV_POLA_00147' },
    ]);
  });

  test('has the row of others in bulk in place of row 4, with the same output', () => {
    const schedules = vatSchedules(october, period('2641'), IN_BULK);
    const lines = linesOf(writeSchedule01(schedules.invoices));
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toBe(
      '4,10/31/2026,OTHERS-202610,100902885,Others,Rent and operation fees 2026-10,28500.00,5130.00',
    );
    expect(scheduleOutput(schedules)).toEqual(LEDGER);
    expect(findScheduleFaults(schedules, LEDGER).map(({ number }) => number)).toEqual(['26NOV_POLA_00147']);
  });

  test('by invoice date has the late bill in November', () => {
    const byInvoice: Schedules = { period: 'invoice', unregistered: 'rows' };
    const rowsIn = (code: string) =>
      vatSchedules(october, period(code), byInvoice).invoices.map(({ number }) => number);
    expect(rowsIn('2641')).toEqual(['26OCT_POLA_00001', '26OCT_POLA_00002', 'INV-B07-202610']);
    expect(rowsIn('2642')).toEqual(['26NOV_POLA_00147']);
    expect(rowsIn('2640')).toHaveLength(4);
  });
});

describe('tenants who are not registered', () => {
  const office = invoice('INV-D01-202610', OFFICE, { value: '1,000.00', issued: '2026-10-02' });
  const returned = note('credit', 'CN-B07-202610-1', plain, { value: '500.00', issued: '2026-10-20' });

  test('have rows with dummy TINs, and their notes too', () => {
    const schedules = vatSchedules([returned, office, plain], period('2641'), BY_SUPPLY);
    expect(schedules.invoices.map(({ tin, number }) => `${tin} ${number}`)).toEqual([
      `${DUMMY_TIN.person} INV-B07-202610`,
      `${DUMMY_TIN.government} INV-D01-202610`,
    ]);
    expect(linesOf(writeSchedule04(schedules.notes, 'Yes'))[1]).toBe(
      '1,100902885,10/01/2026,INV-B07-202610,Credit,10/20/2026,CN-B07-202610-1,500.00,90.00,Yes',
    );
  });

  test('have in bulk one row for each dummy TIN, less their notes of the period', () => {
    const schedules = vatSchedules([returned, office, plain], period('2640'), IN_BULK);
    expect(schedules.notes).toEqual([]);
    expect(linesOf(writeSchedule01(schedules.invoices)).slice(1)).toEqual([
      '1,12/31/2026,OTHERS-2026Q4,100902885,Others,Rent and operation fees 2026-Q4,28000.00,5040.00',
      '2,12/31/2026,OTHERS-2026Q4,100902877,Others,Rent and operation fees 2026-Q4,1000.00,180.00',
    ]);
  });

  test('have no row in bulk when their bills were all cancelled, and a period with more credit is refused', () => {
    const cancelled = note('credit', 'CN-B07-202610-1', plain, { value: '28,500.00', issued: '2026-10-20' });
    expect(vatSchedules([plain, cancelled], period('2641'), IN_BULK).invoices).toEqual([]);
    const vatRemains = vatSchedules([plain, { ...cancelled, vatCents: amount('5,000.00') }], period('2641'), IN_BULK);
    expect(vatRemains.invoices).toMatchObject([{ valueCents: 0, vatCents: amount('130.00') }]);
    const november = { ...returned, issuedOn: day('2026-11-03') };
    const schedules = vatSchedules([plain, november], period('2642'), IN_BULK);
    expect(findScheduleFaults(schedules, scheduleOutput(schedules))).toEqual([
      { fault: 'value not above 0', isWarning: false, number: 'OTHERS-202611' },
    ]);
  });
});

test('bills of one day are in the order of their numbers', () => {
  const bills = ['3', '1', '2'].map((number) => ({ ...first, number }));
  const { invoices } = vatSchedules(bills, period('2641'), BY_SUPPLY);
  expect(invoices.map(({ number }) => number)).toEqual(['1', '2', '3']);
});

test('a bill that was made before its period is listed, with a warning', () => {
  const schedules = vatSchedules([{ ...first, issuedOn: day('2026-09-28') }], period('2641'), BY_SUPPLY);
  const warning = { fault: 'date outside period', isWarning: true, number: first.number };
  expect(findScheduleFaults(schedules, scheduleOutput(schedules))).toEqual([warning]);
});

test('the description of a bill names what it charges', () => {
  expect(scheduleDescription('A12', '2026-10' as Month)).toBe('Rent and operation fee of shop A12 2026-10');
  expect(scheduleDescription('A12', '2026-10' as Month, true)).toBe(
    'Rent, operation fee and other charges of shop A12 2026-10',
  );
});

test('a document without VAT is not listed', () => {
  const without = { ...plain, vatCents: cents(0), vatRateBasisPoints: 0 };
  expect(vatSchedules([without], period('2641'), BY_SUPPLY).invoices).toEqual([]);
});

test('a name with a comma is quoted, and a formula is not passed to a spreadsheet', () => {
  const purchaser = { ...TRADERS, name: '=Silva, Perera "and" Sons' };
  const { invoices } = vatSchedules([{ ...first, purchaser }], period('2641'), BY_SUPPLY);
  expect(linesOf(writeSchedule01(invoices))[1]).toContain(',900000019,"Silva, Perera ""and"" Sons",Rent');
});

test('the sums of a large market are plain figures', () => {
  const large = invoice('26OCT_POLA_00009', TRADERS, { value: '1,234,567.80', issued: '2026-10-01' });
  const { invoices } = vatSchedules([large], period('2641'), BY_SUPPLY);
  expect(linesOf(writeSchedule01(invoices))[1]).toMatch(/,1234567\.80,222222\.20$/);
});

const changes: [name: string, documents: ScheduledDocument[], faults: ScheduleFault['fault'][]][] = [
  ['as issued', [first], []],
  ['with a TIN of eight digits', [{ ...first, purchaser: { ...TRADERS, tin: '90000001' } }], ['tin not nine digits']],
  ['with an empty TIN', [{ ...first, purchaser: { ...TRADERS, tin: '' } }], ['tin not nine digits']],
  ['with a value of 0', [{ ...first, valueCents: cents(0), vatCents: cents(0) }], ['value not above 0']],
  ['with a value below 0', [{ ...first, valueCents: cents(-1), vatCents: cents(0) }], ['value not above 0']],
  ['with VAT on a value of 0', [{ ...first, valueCents: cents(0) }], ['value not above 0', 'vat off']],
  ['with VAT one rupee too high', [{ ...first, vatCents: amount('5,131.00') }], []],
  ['with VAT Rs 1.01 too high', [{ ...first, vatCents: amount('5,131.01') }], ['vat off']],
  ['with VAT Rs 1.01 too low', [{ ...first, vatCents: amount('5,128.99') }], ['vat off']],
  ['passed twice', [first, first], ['listed twice']],
  ['with the number of another day', [first, { ...second, number: first.number }], []],
  ['with the number and day of another TIN', [first, { ...first, purchaser: STORES }], []],
  ['with a name in Sinhala', [{ ...first, purchaser: { ...TRADERS, name: 'පොළ' } }], ['text not ascii']],
  ['with a note passed twice', [credit, credit], ['listed twice']],
  ['with a note without value', [{ ...debit, valueCents: cents(0), vatCents: cents(0) }], ['value not above 0']],
];

test.each(changes)('an invoice %s', (_name, documents, faults) => {
  const schedules = vatSchedules(documents, period('2641'), BY_SUPPLY);
  const found = findScheduleFaults(schedules, scheduleOutput(schedules));
  expect(found.map(({ fault }) => fault)).toEqual(faults);
  expect(found.every(({ fault, isWarning }) => isWarning === (fault === 'text not ascii'))).toBe(true);
});

test.each([
  ['value', { ...LEDGER, valueCents: amount('86,000.01') }],
  ['VAT', { ...LEDGER, vatCents: amount('15,479.99') }],
])('a %s that differs from the ledger by a cent prevents the file', (_name, ledger) => {
  const faults = findScheduleFaults(vatSchedules(october, period('2641'), BY_SUPPLY), ledger);
  expect(faults.at(-1)).toEqual({ fault: 'ledger differs', isWarning: false, number: undefined });
});

function tin(text: string): Tin {
  const read = readTin(text);
  if (read === undefined) throw new Error(`not a TIN: ${text}`);
  return read;
}

test.each([
  ['01', '2026-11-15', 1, '900000001_VAT_SCHEDULE01_2641_20261115_ORIGINAL_V1.csv'],
  ['04', '2026-11-15', 1, '900000001_VAT_SCHEDULE04_2641_20261115_ORIGINAL_V1.csv'],
  ['01', '2026-12-05', 2, '900000001_VAT_SCHEDULE01_2641_20261205_AMENDMENT_V2.csv'],
  ['04', '2026-12-20', 3, '900000001_VAT_SCHEDULE04_2641_20261220_AMENDMENT_V3.csv'],
] as const)('schedule %s made on %s as version %i is %s', (schedule, madeOn, version, name) => {
  const file = { tin: tin('900000001-7000'), schedule, period: period('2641'), madeOn: day(madeOn), version };
  expect(scheduleFileName(file)).toBe(name);
});

test('rows of a period are in order of purchaser, date and number, whatever the order of the documents', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(october, { minLength: october.length }), (shuffled) => {
      const expected = vatSchedules(october, period('2641'), BY_SUPPLY);
      expect(vatSchedules(shuffled, period('2641'), BY_SUPPLY)).toEqual(expected);
    }),
  );
});

test('a day before and after the period is not in it', () => {
  const on = (issuedOn: Day) => ({ ...credit, issuedOn });
  const days = ['2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01'].map(day).map(on);
  const { notes } = vatSchedules(days, period('2641'), BY_SUPPLY);
  expect(notes.map(({ issuedOn }) => issuedOn)).toEqual(['2026-10-01', '2026-10-31']);
});
