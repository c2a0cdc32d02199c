import writeExcelFile, { type Cell, type SheetData } from 'write-excel-file/node';
import { cents, toRupees } from '#billing/money.ts';
import { writeMonth } from '#contract/documents/figures.ts';
import { message } from '#contract/messages/message.ts';
import type { Report, ReportColumn, Value } from './present.ts';

const WIDEST = 60;
const NARROWEST = 14;
const FORMATS = { money: '#,##0.00', count: '0', percent: '0.00%', day: 'd mmm yyyy', month: 'mmm yyyy' };

export function writeSheet(report: Report): Promise<Buffer> {
  const { columns, rows, totals, title, market, month, asOf, made, about } = report;
  const data: SheetData = [
    columns.map((column): Cell => text(headingOf(column), true)),
    ...rows.map((row) => columns.map((column, at) => cellOf(column, row[at]))),
    columns.map(
      (column, at): Cell => (at === 0 ? text(message('reports.total'), true) : cellOf(column, totals[at], true)),
    ),
  ];
  const lines = [title, market, writeMonth(month), asOf, made, about ?? [], message('reports.inRupees')].flat();
  return writeExcelFile([
    { sheet: title, data, columns: widthsOf(report), stickyRowsCount: 1, orientation: 'landscape' },
    { sheet: message('reports.about'), data: lines.map((line) => [text(line)]), columns: [{ width: WIDEST }] },
  ]).toBuffer();
}

/** `Rent: Billed` */
function headingOf({ title, part }: ReportColumn): string {
  return part === undefined ? title : message('reports.column.withPart', { title, part });
}

function cellOf({ kind }: ReportColumn, value: Value, isBold = false): Cell {
  const style = isBold ? ({ fontWeight: 'bold' } as const) : {};
  if (value === undefined || value === '') return null;
  switch (kind) {
    case 'money':
      return { value: toRupees(cents(Number(value))), type: Number, format: FORMATS.money, ...style };
    case 'count':
      return { value: Number(value), type: Number, format: FORMATS.count, ...style };
    case 'percent':
      return { value: Number(value) / 10_000, type: Number, format: FORMATS.percent };
    case 'day':
      return { value: new Date(`${value}T00:00:00.000Z`), type: Date, format: FORMATS.day };
    case 'month':
      return { value: new Date(`${value}-01T00:00:00.000Z`), type: Date, format: FORMATS.month };
    case 'text':
      return text(String(value));
  }
}

/** Always as text, so that `=1+1` is not a formula. */
function text(value: string, isBold = false): Cell {
  return { value, type: String, ...(isBold && { fontWeight: 'bold' as const }) };
}

function widthsOf({ columns, rows }: Report): { width: number }[] {
  return columns.map((column, at) => {
    const longest =
      column.kind === 'text' ? rows.reduce((most, row) => Math.max(most, String(row[at] ?? '').length), 0) : 0;
    return { width: Math.min(WIDEST, Math.max(NARROWEST, headingOf(column).length, longest) + 2) };
  });
}
