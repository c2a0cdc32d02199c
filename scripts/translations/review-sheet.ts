import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { writeCsv } from '#billing/tax/csv-line.ts';
import { placeholdersOf } from '#contract/messages/format-message.ts';
import { Unusable } from '../setup/read-text.ts';
import type { Rows } from './read-texts.ts';

export type Confirmed = Record<string, string>;

const HEADER = ['language', 'key', 'english', 'text', 'state'] as const;
const LANGUAGES = ['si', 'ta'] as const;
const STATES = ['draft', 'confirmed'] as const;

const sheetRow = z.object({
  language: z.enum(LANGUAGES),
  key: z.string(),
  english: z.string(),
  text: z.string(),
  state: z.enum(STATES),
});

export interface Reviewed {
  texts: Rows;
  confirmed: Confirmed;
  changed: number;
}

export function writeReviewSheet(texts: Rows, confirmed: Confirmed): string {
  const rows = Object.entries(texts).flatMap(([key, { en: english = '', ...translated }]) =>
    LANGUAGES.flatMap((language) => {
      const text = translated[language];
      if (text === undefined) return [];
      const state = confirmed[`${language} ${key}`] === markOf(english, text) ? 'confirmed' : 'draft';
      return [[language, key, english, text, state]];
    }),
  );
  const drafts = rows.filter(([, , , , state]) => state === 'draft');
  const others = rows.filter(([, , , , state]) => state !== 'draft');
  return writeCsv(HEADER.join(','), [...drafts, ...others]);
}

/**
 * Returns a copy of the texts with the translations of the sheet. Throws Unusable, with the number of the row, for a
 * row that does not match the texts.
 */
export function readReviewSheet(sheet: string, texts: Rows, confirmed: Confirmed): Reviewed {
  const next = structuredClone(texts);
  const marks = { ...confirmed };
  let changed = 0;
  for (const [at, cells] of readRows(sheet).entries()) {
    const line = `row ${at + 2}`;
    const read = sheetRow.safeParse(cells);
    if (!read.success) throw new Unusable(`${line}: ${read.error.issues[0]?.path.join('.')} cannot be read.`);
    const { language, key, english, text, state } = read.data;
    const row = next[key];
    const before = row?.[language];
    if (!row || before === undefined) throw new Unusable(`${line}: there is no text ${key} in ${language}.`);
    if (row.en !== english)
      throw new Unusable(`${line}: the English text of ${key} changed since the sheet was made. Make a new one.`);
    requireSamePlaceholders(line, before, text);
    if (before !== text) changed += 1;
    row[language] = text;
    const place = `${language} ${key}`;
    if (state === 'confirmed') marks[place] = markOf(english, text);
    else delete marks[place];
  }
  const sorted = Object.entries(marks).toSorted(([one], [other]) => one.localeCompare(other));
  return { texts: next, confirmed: Object.fromEntries(sorted), changed };
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

function markOf(english: string, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([english, text]))
    .digest('hex')
    .slice(0, 16);
}
