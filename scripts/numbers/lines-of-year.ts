import type { FolderNumbers } from '#server/features/year-in-numbers/measure-folder.ts';
import type { TableGrowth } from '#server/features/year-in-numbers/measure-tables.ts';
import type { NightlyTime } from '#server/features/year-in-numbers/queries.ts';
import type { ServerMemory } from '#server/features/year-in-numbers/server-memory.ts';

export interface YearInNumbers {
  tables: readonly TableGrowth[];
  folder: FolderNumbers;
  nights: readonly NightlyTime[];
  memory: ServerMemory | undefined;
  machineBytes: number;
  /** False with PostgreSQL, whose database is not in the data folder. */
  isInFolder: boolean;
}

const MEGABYTE = 1e6;
/** Smaller tables are added together. */
const SHOWN_FROM_BYTES = MEGABYTE / 10;
const MOST_YEARS = 100;

/** Returns what `npm run numbers` prints. A megabyte is a million bytes. */
export function linesOfYear(numbers: YearInNumbers): string[] {
  const { tables, folder, nights, memory } = numbers;
  const files = folder.largest.map(({ name, bytes }) => [name, inMegabytes(bytes)]);
  const times = nights.map((night) => [
    night.action,
    String(night.runs),
    inSeconds(night.medianMs),
    inSeconds(night.newestMs),
  ]);
  return [
    ...tableOf(['table', 'rows', 'MB', 'MB a year'], rowsOfTables(tables)),
    'A year is the last 365 days, or what a younger table would add at its pace.',
    '',
    ...tableOf(['largest files', 'MB'], files),
    ...linesOfDisk(numbers),
    '',
    ...(times.length === 0
      ? ['No automatic task has run yet.']
      : tableOf(['automatic task', 'runs', 'median, s', 'newest, s'], times)),
    '',
    memory
      ? `The server takes ${inMegabytes(memory.residentBytes)} MB of memory, at most it took ${inMegabytes(memory.peakBytes)} MB.`
      : 'The memory of the server is unknown: it does not run on this machine.',
    `This machine has ${inMegabytes(numbers.machineBytes)} MB.`,
  ];
}

function rowsOfTables(tables: readonly TableGrowth[]): string[][] {
  const small = tables.filter(({ bytes }) => bytes < SHOWN_FROM_BYTES);
  const shown = tables.filter(({ bytes }) => bytes >= SHOWN_FROM_BYTES);
  const rowOf = ({ name, rows, bytes, yearlyBytes }: TableGrowth) => [
    name,
    String(rows),
    inMegabytes(bytes),
    inMegabytes(yearlyBytes),
  ];
  return [...shown, totalOf(`${small.length} smaller tables`, small), totalOf('all tables', tables)].map(rowOf);
}

function totalOf(name: string, tables: readonly TableGrowth[]): TableGrowth {
  const sumOf = (field: 'rows' | 'bytes' | 'yearlyBytes') => tables.reduce((sum, table) => sum + table[field], 0);
  return { name, rows: sumOf('rows'), bytes: sumOf('bytes'), yearlyBytes: sumOf('yearlyBytes') };
}

function linesOfDisk({ tables, folder, isInFolder }: YearInNumbers): string[] {
  const { bytes, copies, disk } = folder;
  const all = totalOf('', tables);
  const copied = all.bytes === 0 ? 0 : copies.bytes / all.bytes;
  const yearly = all.yearlyBytes * ((isInFolder ? 1 : 0) + copied);
  const lines = [
    `All files of the data folder: ${inMegabytes(bytes)} MB.`,
    `Copies: ${copies.count} with ${inMegabytes(copies.bytes)} MB, the newest ${inMegabytes(copies.newestBytes)} MB.`,
    `In a year the data folder grows by ${inMegabytes(yearly)} MB if there are as many copies as today.`,
  ];
  if (!disk) return lines;
  const years = yearly > 0 ? disk.freeBytes / yearly : MOST_YEARS;
  const until =
    years < MOST_YEARS ? `enough for ${years.toFixed(1)} years` : `enough for more than ${MOST_YEARS} years`;
  return [
    ...lines,
    `Free on its disk: ${inMegabytes(disk.freeBytes)} of ${inMegabytes(disk.sizeBytes)} MB, ${until} of that.`,
  ];
}

/** Returns lines with the columns below each other, the first aligned left and the others right. */
function tableOf(heads: readonly string[], rows: readonly string[][]): string[] {
  const all = [heads, ...rows];
  const widths = heads.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  );
}

function inMegabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}

function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
