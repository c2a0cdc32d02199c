import { cents, toRupees } from '#billing/money.ts';
import type { Language } from '#contract/languages.ts';
import { type ApiMessageKey, message } from '#contract/messages/message.ts';
import { type PlainCell, type PlainSheet, runDrawer } from '../../documents/drawing.ts';
import type { Report, ReportColumn, Value } from './present.ts';

const WIDEST = 60;
const NARROWEST = 14;
const NUMBERED = { day: 'yyyy-mm-dd', month: 'yyyy-mm' };
const FORMATS = { money: '#,##0.00', count: '0', percent: '0.00%' };
/**
 * Formats of dates. Sinhala and Tamil use numbers, because spreadsheet programs write month names in the language of
 * the computer.
 */
const DATES = { en: { day: 'd mmm yyyy', month: 'mmm yyyy' }, si: NUMBERED, ta: NUMBERED };

export function writeSheet(report: Report): Promise<Buffer> {
  const { columns, rows, totals, title, market, period, asOf, made, anchor, about, language } = report;
  const say = (key: ApiMessageKey) => message(key, {}, language);
  const headingOf = (column: ReportColumn) => writeHeading(column, language);
  const cellOf = (column: ReportColumn, value: Value, isBold = false) => writeCell(column, value, { language, isBold });
  const data = [
    columns.map((column): PlainCell => text(headingOf(column), true)),
    ...rows.map((row) => columns.map((column, at) => cellOf(column, row[at]))),
    columns.map(
      (column, at): PlainCell => (at === 0 ? text(say('reports.total'), true) : cellOf(column, totals[at], true)),
    ),
  ];
  const lines = [title, market, period.words, asOf, made, ...anchor, ...[about ?? [], say('reports.inRupees')].flat()];
  const sheets: PlainSheet[] = [
    { sheet: title, data, columns: widthsOf(report), stickyRowsCount: 1, orientation: 'landscape' },
    { sheet: say('reports.about'), data: lines.map((line) => [text(line)]), columns: [{ width: WIDEST }] },
  ];
  return runDrawer({ sheets });
}

/** Returns a heading such as `Rent: Billed`. */
function writeHeading({ title, part }: ReportColumn, language: Language): string {
  return part === undefined ? title : message('reports.column.withPart', { title, part }, language);
}

function writeCell(
  { kind }: ReportColumn,
  value: Value,
  { language, isBold }: { language: Language; isBold: boolean },
): PlainCell {
  if (value === undefined || value === '') return null;
  switch (kind) {
    case 'money':
      return { value: toRupees(cents(Number(value))), format: FORMATS.money, isBold };
    case 'count':
      return { value: Number(value), format: FORMATS.count, isBold };
    case 'percent':
      return { value: Number(value) / 10_000, format: FORMATS.percent };
    case 'day':
      return { value: new Date(`${value}T00:00:00.000Z`), format: DATES[language].day };
    case 'month':
      return { value: new Date(`${value}-01T00:00:00.000Z`), format: DATES[language].month };
    case 'text':
      return text(String(value));
  }
}

function text(value: string, isBold = false): PlainCell {
  return { value, isBold };
}

function widthsOf({ columns, rows, language }: Report): { width: number }[] {
  return columns.map((column, at) => {
    const longest =
      column.kind === 'text' ? rows.reduce((most, row) => Math.max(most, String(row[at] ?? '').length), 0) : 0;
    return { width: Math.min(WIDEST, Math.max(NARROWEST, writeHeading(column, language).length, longest) + 2) };
  });
}
