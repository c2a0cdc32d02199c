import { expect, it } from 'vitest';
import { findPhrases, PHRASES } from './phrases.ts';
import { type Finding, readSources } from './read-sources.ts';
import { findRepeatedNames } from './repeated-names.ts';

function repeatedIn(tree: Record<string, string>): string[] {
  const sources = readSources(Object.entries(tree).map(([path, text]) => ({ path, text })));
  return findRepeatedNames(sources).map(({ path, line, sentence }) => `${path}:${line} ${sentence.split(' ')[0]}`);
}

it.each([
  'export const total = 1;',
  'export function total() {}',
  'export type total = string;',
  'export interface total {}',
  'export class total {}',
  'const total = 1;\nexport { total };',
  'export const { sum: total } = figures;',
])('a name exported by two files is reported in both: %s', (text) => {
  expect(repeatedIn({ 'billing/a.ts': 'export const total = 2;', 'web/b.ts': text })).toEqual([
    'billing/a.ts:1 total',
    expect.stringMatching(/^web\/b\.ts:[12] total$/),
  ]);
});

it('a name of one file, a name that is not exported, `up` of a migration and `test` of a fixture are allowed', () => {
  const up = 'export function up() {}';
  expect(repeatedIn({ 'server/db/migrations/0001-a.ts': up, 'server/db/migrations/0002-b.ts': up })).toEqual([]);
  const fixture = 'export const test = base;';
  expect(repeatedIn({ 'tests/support/a.ts': fixture, 'tests/support/b.ts': fixture })).toEqual([]);
  expect(repeatedIn({ 'billing/a.ts': 'export const total = 2;', 'web/b.ts': 'const total = 1;' })).toEqual([]);
  expect(
    repeatedIn({ 'billing/a.ts': 'export function a(b: string): void;\nexport function a(b: number): void;' }),
  ).toEqual([]);
});

function phrasesIn(path: string, text: string): Finding[] {
  return readSources([{ path, text }]).flatMap(findPhrases);
}

const planted: [name: string, comment: string][] = [
  ['stand', 'The figure stands in the list.'],
  ['stand', 'What stood before.'],
  ['tell', 'The market is told.'],
  [', for', 'The row is skipped, for it has no price.'],
  [', for', 'The row is skipped, for prices of yesterday are not shown.'],
  ['alone', 'Readers alone see it.'],
  ['is no', 'This is no number of a ticket.'],
  ['gives', 'Gives the sum.'],
  ['kept', 'The prices are kept.'],
  ['mend', 'Loading again mends it.'],
  ['take back', 'The ticket was taken back.'],
  ['so many', 'It holds so many rows.'],
  ['left out', 'The note may be left out.'],
  ['go on', 'It goes on sending.'],
  ['any more', 'It is not shown any more.'],
  ['under way', 'A backup is under way.'],
  ['owed', 'The sum of what is owed.'],
  ['settle', 'A payment settles the charge.'],
  ['log in', 'The clerk logs in.'],
  ['e-mail', 'An e-mail is sent.'],
  ['again', 'The page can be loaded; ask again.'],
  ['pardon', 'The invoice is pardoned.'],
  ['rehearsal', 'This is only a rehearsal.'],
  ['porch', 'The porch checks the token.'],
  ['door', 'It comes through the door.'],
  ['the books', 'The books are opened.'],
  ['the house', 'A rule of the house.'],
  ['gone', 'The entry is gone.'],
  ['failed to be', 'It failed to be sent.'],
];

it.each(planted)(
  '"%s" is reported in comments, in Markdown and, unless allowed there, in a catalogue',
  (name, sentence) => {
    const rules = (path: string, text: string) => phrasesIn(path, text).map(({ rule, line }) => `${rule}:${line}`);
    expect(rules('billing/fold.ts', `const a = 1;\n/** ${sentence} */`)).toEqual([`phrase ${name}:2`]);
    expect(rules('docs/rules.md', `# Rules\n\n${sentence}`)).toEqual([`phrase ${name}:3`]);
    expect(rules('web/ui/a.css', `a {}\n/* ${sentence} */`)).toEqual([`phrase ${name}:2`]);
    const isAllowed = PHRASES.find((each) => each.name === name)?.inCatalogues;
    const inCatalogue = isAllowed ? [] : [`phrase ${name}:2`];
    expect(rules('texts/shops.json', `{\n  "shops.a": { "en": "${sentence}" }\n}`)).toEqual(inCatalogue);
  },
);

it('each phrase has an example', () => {
  expect(PHRASES.filter(({ name }) => !planted.some(([known]) => known === name))).toEqual([]);
});

it.each([
  'The standing entries, the standard form and what is outstanding.',
  'Readers tell the two columns apart.',
  'A ticket, for example K-17, is shown for a day.',
  'The dry run, for clients that do not know it, and the shift, for the handover.',
  'The shop is no longer let, and no price is shown.',
  'There is no rule for its form, and there are no rows.',
  'The calendar is kept up to date.',
  'Run `npm run verify-books`; the field `settled` is stored.',
  'Please log in first.',
  'Returns the audit log in order.',
])('allowed: %s', (sentence) => {
  expect(phrasesIn('docs/rules.md', sentence)).toEqual([]);
  expect(phrasesIn('billing/fold.ts', `// ${sentence}`)).toEqual([]);
});

it.each([
  'test(TITLE, () => {});',
  'describe(TITLE, () => {});',
  'it.each([1, 2])(TITLE, () => {});',
  'test.describe(TITLE, () => {});',
  'test.each<string>(rows.map(String))(TITLE, () => {});',
])('the title of a test is checked: %s', (code) => {
  const phrases = (path: string) => phrasesIn(path, code.replace('TITLE', "'a copy is kept'")).map(({ rule }) => rule);
  expect(phrases('billing/fold.test.ts')).toEqual(['phrase kept']);
  expect(phrases('tests/office.spec.ts')).toEqual(['phrase kept']);
  expect(phrases('billing/fold.ts')).toEqual([]);
});

it('other strings of a test are not checked', () => {
  expect(phrasesIn('billing/fold.test.ts', `test('a price', () => expect('kept').toBe(tell('gone')));`)).toEqual([]);
});

it('names, strings, keys and other languages are not checked', () => {
  expect(phrasesIn('billing/fold.ts', `const kept = 'is told'; const door = kept;`)).toEqual([]);
  expect(phrasesIn('texts/shops.json', `{\n  "shops.kept": { "en": "Saved" }\n}`)).toEqual([]);
  expect(phrasesIn('texts/shops.json', `{\n  "shops.kept": { "en": "Saved", "si": "kept" }\n}`)).toEqual([]);
});

it('a phrase is found across lines', () => {
  expect(phrasesIn('billing/fold.ts', '/**\n * The row is skipped, for\n * it has no price.\n */')).toHaveLength(1);
});

it('comments of .ci/run are read, its commands are not', () => {
  expect(phrasesIn('.ci/run', '#!/usr/bin/env bash\n# The log is kept.\necho kept\n').map(({ line }) => line)).toEqual([
    2,
  ]);
});
