import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ensureLibreOffice } from '#scripts/setup/programs.ts';
import { attributeOf, unescapeXml } from '#server/testing/xml.ts';
import type { OpenedCell, OpenedSheet } from './read-written-sheets.ts';

export async function openInLibreOffice(files: ReadonlyMap<string, Buffer>): Promise<Map<string, OpenedSheet[]>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-spreadsheets-'));
  try {
    const inside = (name: string) => path.join(folder, name);
    mkdirSync(inside('opened'));
    const names = [...files.keys()];
    for (const [at, name] of names.entries()) writeFileSync(inside(`${at}.xlsx`), files.get(name) ?? '');
    await promisify(execFile)(ensureLibreOffice(), [
      // Another one on this machine with the same profile would take the files and say nothing.
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
