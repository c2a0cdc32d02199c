import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { type Month, monthOf, previousMonth } from '#billing/calendar.ts';
import { reportNames, reportTitles } from '#contract/reports.ts';
import { ensureLibreOffice } from '#scripts/setup/programs.ts';
import type { LoadedLedger } from '#server/features/ledger/load-ledger.ts';
import { foldShops } from '#server/testing/month-figures.ts';
import { readWorkbook, type SheetCell } from '#server/testing/workbook.ts';
import { attributeOf, unescapeXml } from '#server/testing/xml.ts';
import { test as base } from './market.ts';
import { type Engine, enterAsSuperadmin, NAMED, openRandomMarket, type RandomMarket } from './random-market.ts';
import { saveFile } from './read-download.ts';

interface OpenedCell {
  type: 'float' | 'date' | 'string' | (string & {});
  value: number | string;
  isBold: boolean;
  isFormula: boolean;
}

interface OpenedSheet {
  name: string;
  rows: (OpenedCell | undefined)[][];
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** Reads the XML in the files, without a program that could correct their faults. */
async function readWrittenSheets(files: ReadonlyMap<string, Buffer>): Promise<Map<string, OpenedSheet[]>> {
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

async function openInLibreOffice(files: ReadonlyMap<string, Buffer>): Promise<Map<string, OpenedSheet[]>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-spreadsheets-'));
  try {
    const inside = (name: string) => path.join(folder, name);
    mkdirSync(inside('opened'));
    const names = [...files.keys()];
    for (const [at, name] of names.entries()) writeFileSync(inside(`${at}.xlsx`), files.get(name) ?? '');
    await promisify(execFile)(ensureLibreOffice(), [
      // With the default profile, a LibreOffice that is already running would open the files and convert nothing.
      `-env:UserInstallation=${pathToFileURL(inside('profile')).href}`,
      '--headless',
      '--norestore',
      '--convert-to',
      'fods',
      '--outdir',
      inside('opened'),
      ...names.map((_, at) => inside(`${at}.xlsx`)),
    ]);
    const sheetsOf = (at: number) => readSheets(readFileSync(inside(`opened/${at}.fods`), 'utf8'));
    return new Map(names.map((name, at) => [name, sheetsOf(at)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readSheets(xml: string): OpenedSheet[] {
  const styles = xml.matchAll(
    /<style:style style:name="([^"]*)" style:family="table-cell"([^>]*\/>|.*?<\/style:style>)/gs,
  );
  const bold = new Set(
    [...styles].flatMap(([, name, inside]) => (inside?.includes('fo:font-weight="bold"') ? [name] : [])),
  );
  return [...xml.matchAll(/<table:table table:name="([^"]*)"(.*?)<\/table:table>/gs)].map(
    ([, name = '', table = '']) => {
      const columns = [...table.matchAll(/<table:table-column ([^>]*)\/>/g)].flatMap(([, attributes = '']) =>
        repeated(attributes, 'columns', attributeOf(attributes, 'table:default-cell-style-name')),
      );
      const rows = [...table.matchAll(/<table:table-row ([^>]*)>(.*?)<\/table:table-row>/gs)];
      const isBold = (style: string | undefined, at: number) => bold.has(style ?? columns[at] ?? '');
      return { name: unescapeXml(name), rows: rows.map(([, , row = '']) => readRow(row, isBold)) };
    },
  );
}

function readRow(xml: string, isBold: (style: string | undefined, at: number) => boolean): (OpenedCell | undefined)[] {
  const row: (OpenedCell | undefined)[] = [];
  for (const [, attributes = '', inside = ''] of xml.matchAll(
    /<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs,
  )) {
    const type = attributeOf(attributes, 'office:value-type');
    if (type === undefined) row.push(...repeated(attributes, 'columns', undefined));
    else {
      const value = readValue(type, attributes, inside);
      const isBoldHere = isBold(attributeOf(attributes, 'table:style-name'), row.length);
      const isFormula = attributes.includes('table:formula');
      row.push(...repeated(attributes, 'columns', { type, value, isBold: isBoldHere, isFormula }));
    }
  }
  return row;
}

function readValue(type: string, attributes: string, inside: string): number | string {
  if (type === 'float') return Number(attributeOf(attributes, 'office:value'));
  if (type === 'date') return attributeOf(attributes, 'office:date-value') ?? '';
  const lines = [...inside.matchAll(/<text:p>(.*?)<\/text:p>/gs)].map(([, line = '']) => line);
  return unescapeXml(lines.join('\n').replaceAll('<text:s/>', ' '));
}

const MOST = 60;

function repeated<Item>(attributes: string, what: string, item: Item): Item[] {
  const times = Number(attributeOf(attributes, `table:number-${what}-repeated`) ?? 1);
  return Array.from({ length: Math.min(times, MOST) }, () => item);
}

export interface Exported extends RandomMarket {
  ledger: LoadedLedger[];
  sheets: Map<string, OpenedSheet>;
}

export type ExportedRow = Record<string, OpenedCell | undefined>;

export const REPORTS = reportNames.map((name) => reportTitles[name]);

type Seeds = readonly [Engine, number][];
type OpenFiles = (files: ReadonlyMap<string, Buffer>) => Promise<Map<string, OpenedSheet[]>>;

interface Source {
  title: string;
  tag: string[];
  seeds: Seeds;
  open: OpenFiles;
}

/**
 * The exports to compare. Exports from PostgreSQL, and exports opened in LibreOffice, are compared only in the nightly
 * run.
 */
export const SOURCES: readonly Source[] = [
  { title: 'as written', tag: [], seeds: [['sqlite', 21]], open: readWrittenSheets },
  {
    title: 'as LibreOffice opens it',
    tag: ['@nightly'],
    seeds: [
      ['sqlite', 21],
      ['postgres', 22],
    ],
    open: openInLibreOffice,
  },
];

let exported: Exported[] = [];

export const test = base.extend<{ markets: Exported[] }>({
  markets: async ({ browserName: _ }, use) => use(exported),
});

export async function exportMarkets(browser: Browser, { seeds, open }: Source): Promise<void> {
  const files = new Map<string, Buffer>();
  const markets: RandomMarket[] = [];
  exported = [];
  for (const [engine, seed] of seeds) {
    const market = await openRandomMarket(engine, seed);
    markets.push(market);
    const context = await enterAsSuperadmin(browser, market);
    const saved = await exportAll(await context.newPage(), monthsOf(market));
    for (const [name, file] of saved) files.set(`${engine}: ${name}`, file);
    await context.close();
  }
  const read = await open(files);
  for (const market of markets)
    exported.push({
      ...market,
      ledger: await foldShops(market.office.app.database.reader),
      sheets: sheetsOf(`${market.engine}: `, read),
    });
}

export async function closeMarkets(): Promise<void> {
  for (const market of exported) await market.close();
}

export function monthsOf({ middle }: RandomMarket): [Month, Month] {
  return [previousMonth(monthOf(middle)), monthOf(middle)];
}

async function exportAll(page: Page, months: readonly Month[]): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const save = async (button: string) => {
    const { name, content } = await saveFile(page, button);
    files.set(name.replace(/\.xlsx$/, ''), content);
  };
  for (const path of ['/invoices', '/view-payments?year=all', '/admin-dashboard']) {
    await page.goto(path);
    await save('Export to Excel');
  }
  for (const { shop_id } of NAMED) {
    await page.goto(`/shop-summary/${shop_id}`);
    await save('Export Summary');
  }
  for (const month of months) {
    await page.goto(`/reports?year=${month.slice(0, 4)}&month=${Number(month.slice(5))}`);
    for (const report of REPORTS) await save(`Download ${report} as .xlsx`);
  }
  return files;
}

function sheetsOf(prefix: string, read: ReadonlyMap<string, OpenedSheet[]>): Map<string, OpenedSheet> {
  const own = [...read].filter(([file]) => file.startsWith(prefix));
  return new Map(
    own.flatMap(([file, sheets]) => {
      const name = file.slice(prefix.length);
      return sheets.map((sheet) => [sheets.length > 1 ? `${name}/${sheet.name}` : name, sheet] as const);
    }),
  );
}

export function reportSheet(report: string, month: Month): string {
  return `${report} ${month}/${report}`;
}

export function tablesOf({ sheets }: Exported): [name: string, table: OpenedSheet][] {
  return [...sheets].filter(([name]) => !/\/(Shop|About)$/.test(name));
}

export function tableInSheet({ sheets }: Exported, name: string): { rows: ExportedRow[]; total: ExportedRow } {
  const [headings = [], ...lines] = sheets.get(name)?.rows ?? [];
  const rows = lines.map((line) => Object.fromEntries(headings.map((heading, at) => [heading?.value, line[at]])));
  return { rows: rows.slice(0, -1), total: rows.at(-1) ?? {} };
}

export function toldOf({ sheets }: Exported, name: string): Map<unknown, OpenedCell | undefined> {
  return new Map((sheets.get(name)?.rows ?? []).map(([label, cell]) => [label?.value, cell]));
}

export function centsIn(cell: OpenedCell | undefined): number {
  return Math.round(Number(cell?.value ?? 0) * 100);
}
