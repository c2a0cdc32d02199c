import type { ReactNode } from 'react';
import type { Day, Instant } from '#billing/calendar.ts';
import { formatInstant, formatOfficeDay } from '../format/dates.ts';
import { formatMoney, formatNumber } from '../format/money.ts';

interface ColumnBase<Row> {
  /** Its name in the address when sorted by. */
  key: string;
  /** The heading, on the screen and in the spreadsheet. */
  title: string;
  /** What the cell shows when the plain value will not do; it is given what is searched for, to mark it. */
  render?: (row: Row, search: string) => ReactNode;
  /** Unless false, the heading sorts. */
  isSortable?: boolean;
  /** Whether the search looks into it; text columns are searched unless false. */
  isSearched?: boolean;
  /** Too much for a narrow screen. */
  isHiddenOnPhone?: boolean;
  width?: number | string;
}

interface TextColumn<Row> {
  kind?: 'text';
  value: (row: Row) => string | null;
}

interface NumberColumn<Row> {
  /** Money is in rupees; both are right-aligned. */
  kind: 'number' | 'money';
  value: (row: Row) => number | null;
  /** Adds the filtered rows up in a last row. */
  isSummed?: boolean;
}

interface DayColumn<Row> {
  kind: 'day';
  value: (row: Row) => Day | null;
}

interface InstantColumn<Row> {
  kind: 'instant';
  value: (row: Row) => Instant | null;
}

/** One column: what it is called, what it holds, and so how it is shown, sorted, searched, summed and exported. */
export type Column<Row> = ColumnBase<Row> & (TextColumn<Row> | NumberColumn<Row> | DayColumn<Row> | InstantColumn<Row>);

/** The value as text, as it stands in the cell. */
export function cellText<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === 'number') return formatValue(column.value(row), formatNumber);
  if (column.kind === 'money') return formatValue(column.value(row), formatMoney);
  if (column.kind === 'day') return formatValue(column.value(row), formatOfficeDay);
  if (column.kind === 'instant') return formatValue(column.value(row), formatInstant);
  return String(column.value(row) ?? '');
}

function formatValue<Value>(value: Value | null, format: (value: Value) => string): string {
  return value === null ? '' : format(value);
}

/** True for columns that read best with their last digits under one another. */
export function isNumeric<Row>(column: Column<Row>): column is ColumnBase<Row> & NumberColumn<Row> {
  return column.kind === 'number' || column.kind === 'money';
}

/** The sum of a summed column over the rows; undefined for other columns. Adds whole cents, so that nothing drifts. */
export function sumOf<Row>(column: Column<Row>, rows: readonly Row[]): number | undefined {
  if (!isNumeric(column) || !column.isSummed) return undefined;
  const cents = rows.reduce((sum, row) => sum + Math.round((column.value(row) ?? 0) * 100), 0);
  return cents / 100;
}

/** A sum as its column shows figures. */
export function formatSum<Row>(column: Column<Row>, sum: number): string {
  return column.kind === 'money' ? formatMoney(sum) : formatNumber(sum);
}
