import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { writeCsv } from '#billing/tax/csv-line.ts';
import { placeholdersOf } from '#contract/messages/format-message.ts';
import { Unusable } from '../setup/read-text.ts';
import type { Catalogue } from './read-catalogues.ts';

export type Confirmed = Record<string, string>;

const HEADER = ['language', 'file', 'key', 'english', 'text', 'state'] as const;
const STATES = ['draft', 'confirmed'] as const;

const sheetRow = z.object({
  language: z.enum(['si', 'ta']),
  file: z.string(),
  key: z.string(),
  english: z.string(),
  text: z.string(),
  state: z.enum(STATES),
});

export interface Reviewed {
  catalogues: Catalogue[];
  confirmed: Confirmed;
  changed: number;
}

export function writeReviewSheet(catalogues: readonly Catalogue[], confirmed: Confirmed): string {
  const rows = catalogues.flatMap((catalogue) =>
    Object.entries(catalogue.translated).map(([key, text]) => {
      const english = catalogue.english[key] ?? '';
      const state = confirmed[placeOf(catalogue, key)] === markOf(english, text) ? 'confirmed' : 'draft';
      return [catalogue.language, catalogue.file, key, english, text, state];
    }),
  );
  const drafts = rows.filter(([, , , , , state]) => state === 'draft');
  const others = rows.filter(([, , , , , state]) => state !== 'draft');
  return writeCsv(HEADER.join(','), [...drafts, ...others]);
}

/** Throws Unusable, naming the line, for a row that does not fit; nothing is changed. */
export function readReviewSheet(sheet: string, catalogues: readonly Catalogue[], confirmed: Confirmed): Reviewed {
  const next = structuredClone([...catalogues]);
  const marks = { ...confirmed };
  const byPlace = new Map(next.map((catalogue) => [`${catalogue.language} ${catalogue.file}`, catalogue]));
  let changed = 0;
  for (const [at, cells] of readRows(sheet).entries()) {
    const line = `row ${at + 2}`;
    const read = sheetRow.safeParse(cells);
    if (!read.success) throw new Unusable(`${line}: ${read.error.issues[0]?.path.join('.')} cannot be read.`);
    const { language, file, key, english, text, state } = read.data;
    const catalogue = byPlace.get(`${language} ${file}`);
    if (catalogue?.translated[key] === undefined) throw new Unusable(`${line}: there is no text ${key} in ${file}.`);
    if (catalogue.english[key] !== english)
      throw new Unusable(`${line}: the English text of ${key} changed since the sheet was made. Make a new one.`);
    requireSamePlaceholders(line, catalogue.translated[key], text);
    if (catalogue.translated[key] !== text) changed += 1;
    catalogue.translated[key] = text;
    const place = placeOf(catalogue, key);
    if (state === 'confirmed') marks[place] = markOf(english, text);
    else delete marks[place];
  }
  const sorted = Object.entries(marks).toSorted(([one], [other]) => one.localeCompare(other));
  return { catalogues: next, confirmed: Object.fromEntries(sorted), changed };
}

function readRows(sheet: string): unknown[] {
  try {
    return parse(sheet, { columns: true, bom: true, skip_empty_lines: true });
  } catch (error) {
    throw new Unusable(`The sheet is not CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function requireSamePlaceholders(line: string, before: string, text: string): void {
  let own: string[];
  try {
    own = placeholdersOf(text);
  } catch (error) {
    throw new Unusable(`${line}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const wanted = placeholdersOf(before);
  if (text.trim() === '' || wanted.join() !== own.join())
    throw new Unusable(`${line}: the text must have the placeholders ${wanted.join(', ') || '(none)'}.`);
}

function placeOf({ language, file }: Catalogue, key: string): string {
  return `${language} ${file} ${key}`;
}

function markOf(english: string, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([english, text]))
    .digest('hex')
    .slice(0, 16);
}
