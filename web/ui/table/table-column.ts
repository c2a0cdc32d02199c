import type { ReactNode } from 'react';
import type { Day, Instant } from '#billing/calendar.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import { centsOf, writeFigure, writeNumber } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant, formatOfficeDay } from '../format/dates.ts';
import { personName } from '../format/person.tsx';

interface ColumnBase<Row> {
  /** The name of the column in the address. */
  key: string;
  /** The heading, on screen and in the spreadsheet. */
  title: string;
  /** Renders the cell; without it, the plain value is shown. `search` is the text to highlight. */
  render?: (row: Row, search: string) => ReactNode;
  isSortable?: boolean;
  /** Whether the search includes this column; by default it includes only columns of text and of people. */
  isSearched?: boolean;
  isHiddenOnPhone?: boolean;
  /** True for a column that is shown even if all of its cells are empty. */
  isKept?: boolean;
  width?: number | string;
}

interface TextColumn<Row> {
  /** A column of texts or of people. For people, the value is the email address, and the cells show the name. */
  kind?: 'text' | 'person';
  value: (row: Row) => string | null;
}

interface NumberColumn<Row> {
  /** A column of numbers or of money, which is in rupees. */
  kind: 'number' | 'money';
  value: (row: Row) => number | null;
  isSummed?: boolean;
  /** True when the heading must omit the currency, because the title or a text above the table already names it. */
  hasNoCurrency?: boolean;
}

interface DayColumn<Row> {
  kind: 'day';
  value: (row: Row) => Day | null;
}

interface InstantColumn<Row> {
  kind: 'instant';
  value: (row: Row) => Instant | null;
}

export type Column<Row> = ColumnBase<Row> & (TextColumn<Row> | NumberColumn<Row> | DayColumn<Row> | InstantColumn<Row>);

export function headingOf<Row>(column: Column<Row>): string {
  return column.kind === 'money' && !column.hasNoCurrency ? moneyHeading(column.title) : column.title;
}

/** The heading of a money column names the currency, so that its cells do not repeat it. */
export function moneyHeading(title: string): string {
  return t('ui.table.inCurrency', { title, currency: t('shared.money.lkr') });
}

export function cellText<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === 'number') return formatValue(column.value(row), writeNumber);
  if (column.kind === 'money') return formatValue(column.value(row), writeFigure);
  if (column.kind === 'day') return formatValue(column.value(row), formatOfficeDay);
  if (column.kind === 'instant') return formatValue(column.value(row), formatInstant);
  if (column.kind === 'person') return formatValue(column.value(row), personName);
  return String(column.value(row) ?? '');
}

/** Returns true when every row's cell is empty, so that the column would only take up space. */
export function isEmptyColumn<Row>(column: Column<Row>, rows: readonly Row[]): boolean {
  return rows.every((row) => {
    const value = column.value(row);
    return value === null || value === '';
  });
}

function formatValue<Value>(value: Value | null, format: (value: Value) => string): string {
  return value === null ? '' : format(value);
}

export function isNumeric<Row>(column: Column<Row>): column is ColumnBase<Row> & NumberColumn<Row> {
  return column.kind === 'number' || column.kind === 'money';
}

/** Returns a column's sum, added in whole cents because doubles are inexact. Undefined for columns without a sum. */
export function sumOf<Row>(column: Column<Row>, rows: readonly Row[]): number | undefined {
  if (!isNumeric(column) || !column.isSummed) return undefined;
  return toRupees(sumCents(rows.map((row) => centsOf(column.value(row) ?? 0))));
}

export function formatSum<Row>(column: Column<Row>, sum: number): string {
  return column.kind === 'money' ? writeFigure(sum) : writeNumber(sum);
}
