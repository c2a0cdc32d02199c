import { readWorkbook, type SheetCell } from '#server/testing/workbook.ts';

export interface OpenedCell {
  type: 'float' | 'date' | 'string' | (string & {});
  value: number | string;
  isBold: boolean;
  isFormula: boolean;
}

export interface OpenedSheet {
  name: string;
  rows: (OpenedCell | undefined)[][];
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** Reads what the files say, without a program that could correct them. */
export async function readWrittenSheets(files: ReadonlyMap<string, Buffer>): Promise<Map<string, OpenedSheet[]>> {
  return new Map(
    [...files].map(([name, file]) => [
      name,
      readWorkbook(file).map(({ name: sheet, rows, xml }) => ({
        name: sheet,
        rows: rows.map((row) => Array.from(row, (cell) => cell && openCell(cell, /<f[ >]/.test(xml)))),
      })),
    ]),
  );
}

function openCell({ value, isBold, format }: SheetCell, isFormula: boolean): OpenedCell {
  if (typeof value === 'string') return { type: 'string', value, isBold, isFormula };
  if (!/[dmy]/i.test(format ?? '')) return { type: 'float', value, isBold, isFormula };
  const [day = '', time = ''] =
    new Date(Math.round(FIRST_DAY + value * DAY_MS)).toISOString().split('.')[0]?.split('T') ?? [];
  return { type: 'date', value: time === '00:00:00' ? day : `${day}T${time}`, isBold, isFormula };
}
