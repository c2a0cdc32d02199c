import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Rows, readTextFiles, textRowsOf, writeTextFile } from './read-texts.ts';
import { readReviewSheet, writeReviewSheet } from './review-sheet.ts';

function textsWith(text: string, english = 'Payment {id}, "cash"'): Rows {
  return { 'payments.name': { en: english, si: text } };
}

const TEXT = 'ගෙවීම {id}';
const sheetOf = (text: string, state: string, language = 'si') =>
  `language,key,english,text,state\r\n${language},payments.name,"Payment {id}, ""cash""",${text},${state}\r\n`;

test('every text of the repository is in the sheet, and reading it back changes nothing', { tags: ['slow'] }, () => {
  const files = readTextFiles(path.resolve(import.meta.dirname, '../..'));
  const texts = textRowsOf(files);
  const read = readReviewSheet(writeReviewSheet(texts, {}), texts, {});
  expect(read).toEqual({ texts, confirmed: {}, changed: 0 });
  for (const file of files)
    expect(JSON.parse(writeTextFile(file, read.texts))).toEqual(JSON.parse(readFileSync(file.path, 'utf8')));
});

test('a confirmed text stays so until it or its English changes', () => {
  const { confirmed } = readReviewSheet(sheetOf(TEXT, 'confirmed'), textsWith(TEXT), {});
  const stateOf = (texts: Rows) => writeReviewSheet(texts, confirmed).trim().split(',').at(-1);
  expect(stateOf(textsWith(TEXT))).toBe('confirmed');
  expect(stateOf(textsWith('ගෙවීම: {id}'))).toBe('draft');
  expect(stateOf(textsWith(TEXT, 'Payment no. {id}'))).toBe('draft');
  expect(readReviewSheet(sheetOf(TEXT, 'draft'), textsWith(TEXT), confirmed).confirmed).toEqual({});
});

test('a text that a reader corrected is taken over', () => {
  const read = readReviewSheet(sheetOf(TEXT, 'confirmed'), textsWith('ගෙවීම් {id}'), {});
  expect([read.changed, read.texts]).toEqual([1, textsWith(TEXT)]);
});

test.each([
  ['without its placeholder', sheetOf('ගෙවීම', 'draft'), 'row 2: the text must have the placeholders id.'],
  ['with an open brace', sheetOf('ගෙවීම } {id}', 'draft'), 'row 2: a brace does not match'],
  ['with an unknown state', sheetOf(TEXT, 'good'), 'row 2: state cannot be read.'],
  ['of an unknown text', sheetOf(TEXT, 'draft', 'ta'), 'row 2: there is no text payments.name'],
  ['of another English', sheetOf(TEXT, 'draft').replace('Payment', 'Bill'), 'changed since the sheet was made'],
  ['that is not CSV', 'language,"file', 'The sheet is not CSV'],
])('a sheet with a text %s is refused, and the row is named', (_, sheet, fault) => {
  expect(() => readReviewSheet(sheet, textsWith(TEXT), {})).toThrow(fault);
});
