import type { Browser, Page } from '@playwright/test';
import { type Month, monthOf, previousMonth } from '#billing/calendar.ts';
import { reportNames, reportTitles } from '#contract/reports.ts';
import type { LoadedLedger } from '#server/features/ledger/load-ledger.ts';
import { foldShops } from '#server/testing/month-figures.ts';
import { test as base } from './market.ts';
import { openInLibreOffice } from './open-in-libreoffice.ts';
import { type Engine, enterAsSuperadmin, NAMED, openRandomMarket, type RandomMarket } from './random-market.ts';
import { saveFile } from './read-download.ts';
import { type OpenedCell, type OpenedSheet, readWrittenSheets } from './read-written-sheets.ts';

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

/** LibreOffice, and the other engine, wait for the night. */
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
    for (const report of REPORTS) await save(`${report} as .xlsx`);
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
