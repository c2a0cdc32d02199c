/**
 * Writes the files of the VAT return (docs/rules.md, Tax documents). Headers and file names are those of the tax
 * office.
 */
import type { Day } from '../calendar.ts';
import { writeDecimal } from '../money.ts';
import { csvText, writeCsv } from './csv-line.ts';
import { writeTaxDate } from './tax-dates.ts';
import type { TaxPeriod } from './tax-period.ts';
import type { TaxSettings } from './tax-settings.ts';
import type { Tin } from './tin.ts';
import type { NoteRow, OutputRow } from './vat-schedule.ts';

const HEADER_01 =
  "Serial No,Invoice Date,Tax Invoice No,Purchaser's TIN,Name of the Purchaser,Description,Value of supply,VAT Amount";
const HEADER_04 =
  'Serial No,TIN No,Invoice Date,Invoice No,Tax Credit / Tax Debit Note,Date of Tax Credit / Tax Debit Note,' +
  'Tax Credit No. / Tax Debit Note No.,Value of Tax Credit Note / Tax Debit Note,VAT Amount,Issued By Me';

/** Returns schedule 01 as CSV, without a line of totals. */
export function writeSchedule01(rows: readonly OutputRow[]): string {
  return writeCsv(
    HEADER_01,
    rows.map((row, index) => [
      String(index + 1),
      writeTaxDate(row.issuedOn),
      ...[row.number, row.tin, row.name, row.description].map(csvText),
      writeDecimal(row.valueCents),
      writeDecimal(row.vatCents),
    ]),
  );
}

/**
 * Returns schedule 04 as CSV, without a line of totals. Amounts have no sign; the word Credit or Debit shows the
 * direction.
 */
export function writeSchedule04(rows: readonly NoteRow[], issuedByMe: TaxSettings['issuedByMe']): string {
  return writeCsv(
    HEADER_04,
    rows.map((row, index) => [
      String(index + 1),
      csvText(row.tin),
      writeTaxDate(row.invoice.issuedOn),
      csvText(row.invoice.number),
      row.kind === 'credit' ? 'Credit' : 'Debit',
      writeTaxDate(row.issuedOn),
      csvText(row.number),
      writeDecimal(row.valueCents),
      writeDecimal(row.vatCents),
      issuedByMe,
    ]),
  );
}

export interface ScheduleFile {
  tin: Tin;
  schedule: '01' | '04';
  period: Pick<TaxPeriod, 'code'>;
  madeOn: Day;
  /** The version; 1 is the original. */
  version: number;
}

/** Returns the name of a schedule's file: `900000001_VAT_SCHEDULE01_2641_20261115_ORIGINAL_V1.csv`. */
export function scheduleFileName({ tin, schedule, period, madeOn, version }: ScheduleFile): string {
  const state = version === 1 ? 'ORIGINAL' : 'AMENDMENT';
  return `${tin}_VAT_SCHEDULE${schedule}_${period.code}_${madeOn.replaceAll('-', '')}_${state}_V${version}.csv`;
}
