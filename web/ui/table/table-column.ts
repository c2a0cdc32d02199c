import type { ReactNode } from 'react';
import type { Day, Instant } from '#billing/calendar.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import { centsOf } from '#web/i18n/format.ts';
import { formatInstant, formatOfficeDay } from '../format/dates.ts';
import { formatFigure, formatMoney, formatNumber } from '../format/money.ts';

interface ColumnBase<Row> {
  /** The name of the column in the address. */
  key: string;
  /** The heading, on screen and in the spreadsheet. */
  title: string;
  /** Renders the cell instead of the plain value. `search` is the text to highlight. */
  render?: (row: Row, search: string) => ReactNode;
  isSortable?: boolean;
  /** Whether the search includes this column; by default it includes only columns of text. */
  isSearched?: boolean;
  isHiddenOnPhone?: boolean;
  width?: number | string;
}

interface TextColumn<Row> {
  kind?: 'text';
  value: (row: Row) => string | null;
}

interface NumberColumn<Row> {
  /** A column of numbers or of money, which is in rupees. */
  kind: 'number' | 'money';
  value: (row: Row) => number | null;
  isSummed?: boolean;
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

export function cellText<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === 'number') return formatValue(column.value(row), formatNumber);
  if (column.kind === 'money') return formatValue(column.value(row), moneyFormat(column));
  if (column.kind === 'day') return formatValue(column.value(row), formatOfficeDay);
  if (column.kind === 'instant') return formatValue(column.value(row), formatInstant);
  return String(column.value(row) ?? '');
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
  return column.kind === 'money' ? moneyFormat(column)(sum) : formatNumber(sum);
}

function moneyFormat(column: { hasNoCurrency?: boolean }): (rupees: number) => string {
  return column.hasNoCurrency ? formatFigure : formatMoney;
}
