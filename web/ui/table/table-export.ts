import type { Cell, SheetData } from 'write-excel-file/browser';
import { instantOf } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { loadPart } from '#web/load-part.ts';
import { wallClock } from '../format/dates.ts';
import { type Column, cellText, sumOf } from './table-column.ts';

const MAX_WIDTH = 60;
const FORMATS = { number: 'General', money: '#,##0.00', day: 'd mmm yyyy', instant: 'd mmm yyyy hh:mm:ss' };

/** Text is always a text cell, so that `=1+1` is not a formula. */
export function sheetOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): SheetData {
  const headings = columns.map(({ title }): Cell => ({ value: title, type: String, fontWeight: 'bold' }));
  const sheet = [headings, ...rows.map((row) => columns.map((column) => cellOf(column, row)))];
  const sums = columns.map((column) => sumOf(column, rows));
  if (sums.some((sum) => sum !== undefined)) sheet.push(columns.map((column, at) => sumCell(column, sums[at], at)));
  return sheet;
}

function cellOf<Row>(column: Column<Row>, row: Row): Cell {
  const value = column.value(row);
  if (value === null || value === '') return null;
  if (typeof value === 'number') return { value, type: Number, format: figureFormat(column) };
  if (column.kind === 'day') return { value: new Date(`${value}T00:00:00.000Z`), type: Date, format: FORMATS.day };
  if (column.kind === 'instant')
    return { value: wallClock(instantOf(Date.parse(value))), type: Date, format: FORMATS.instant };
  return { value, type: String };
}

function figureFormat<Row>({ kind }: Column<Row>): string {
  return kind === 'money' ? FORMATS.money : FORMATS.number;
}

function sumCell<Row>(column: Column<Row>, sum: number | undefined, at: number): Cell {
  if (sum !== undefined) return { value: sum, type: Number, format: figureFormat(column), fontWeight: 'bold' };
  return at === 0 ? { value: t('ui.table.total'), type: String, fontWeight: 'bold' } : null;
}

export function widthsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): { width: number }[] {
  return columns.map((column) => {
    const longest = rows.reduce((most, row) => Math.max(most, cellText(column, row).length), column.title.length);
    return { width: Math.min(MAX_WIDTH, longest + 3) };
  });
}

/** Returns the name of a sheet: at most 31 characters, none of them reserved by Excel. */
export function sheetNameOf(name: string): string {
  return name
    .replaceAll(/[[\]/\\:*?']/g, ' ')
    .slice(0, 31)
    .toWellFormed()
    .trim();
}

/** The spreadsheet library is loaded only when needed, because most visits export nothing. */
export async function exportTable<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const { default: writeExcelFile } = await loadPart(() => import('write-excel-file/browser'));
  const options = { sheet: sheetNameOf(name), columns: widthsOf(columns, rows), stickyRowsCount: 1 };
  await writeExcelFile(sheetOf(columns, rows), options).toFile(`${name}.xlsx`);
}
