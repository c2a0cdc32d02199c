import path from 'node:path';
import { expect, test } from 'vitest';
import { type Catalogue, readCatalogues } from './read-catalogues.ts';
import { readReviewSheet, writeReviewSheet } from './review-sheet.ts';

const FILE = 'web/i18n/*/office/payments.json';

function catalogueOf(text: string, english = 'Payment {id}, "cash"'): Catalogue {
  const place = { file: FILE, language: 'si' as const, path: FILE.replace('*', 'si') };
  return { ...place, english: { 'payments.name': english }, translated: { 'payments.name': text } };
}

const TEXT = 'ගෙවීම {id}';
const sheetOf = (text: string, state: string, language = 'si') =>
  `language,file,key,english,text,state\r\n${language},${FILE},payments.name,"Payment {id}, ""cash""",${text},${state}\r\n`;

test('every text of the repository is in the sheet, and reading it back changes nothing', { tags: ['slow'] }, () => {
  const catalogues = readCatalogues(path.resolve(import.meta.dirname, '../..'));
  const read = readReviewSheet(writeReviewSheet(catalogues, {}), catalogues, {});
  expect(read).toEqual({ catalogues, confirmed: {}, changed: 0 });
});

test('a confirmed text stays so until it or its English changes', () => {
  const { confirmed } = readReviewSheet(sheetOf(TEXT, 'confirmed'), [catalogueOf(TEXT)], {});
  const stateOf = (catalogue: Catalogue) => writeReviewSheet([catalogue], confirmed).trim().split(',').at(-1);
  expect(stateOf(catalogueOf(TEXT))).toBe('confirmed');
  expect(stateOf(catalogueOf('ගෙවීම: {id}'))).toBe('draft');
  expect(stateOf(catalogueOf(TEXT, 'Payment no. {id}'))).toBe('draft');
  expect(readReviewSheet(sheetOf(TEXT, 'draft'), [catalogueOf(TEXT)], confirmed).confirmed).toEqual({});
});

test('a text that a reader corrected is taken over', () => {
  const read = readReviewSheet(sheetOf(TEXT, 'confirmed'), [catalogueOf('ගෙවීම් {id}')], {});
  expect([read.changed, read.catalogues[0]?.translated]).toEqual([1, { 'payments.name': TEXT }]);
});

test.each([
  ['without its placeholder', sheetOf('ගෙවීම', 'draft'), 'row 2: the text must have the placeholders id.'],
  ['with an open brace', sheetOf('ගෙවීම } {id}', 'draft'), 'row 2: a brace does not match'],
  ['with an unknown state', sheetOf(TEXT, 'good'), 'row 2: state cannot be read.'],
  ['of an unknown catalogue', sheetOf(TEXT, 'draft', 'ta'), 'row 2: there is no text payments.name'],
  ['of another English', sheetOf(TEXT, 'draft').replace('Payment', 'Bill'), 'changed since the sheet was made'],
  ['that is not CSV', 'language,"file', 'The sheet is not CSV'],
])('a sheet with a text %s is refused, and the row is named', (_, sheet, fault) => {
  expect(() => readReviewSheet(sheet, [catalogueOf(TEXT)], {})).toThrow(fault);
});
