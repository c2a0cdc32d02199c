import { expect, it } from 'vitest';
import { findRepeatedNames, findShortModules } from './module-rules.ts';
import { findPhrases, PHRASES } from './phrases.ts';
import { type Finding, readSources } from './read-sources.ts';

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

interface Planted {
  path: string;
  lines: number;
  users: string[];
  isLazy?: boolean;
  isType?: boolean;
  userLines?: number;
  imports?: string[];
}

/**
 * Returns the findings for a small source tree. The rule ignores modules that only a program uses, and a program is a
 * file that no other file imports. Another file therefore imports every user of the module.
 */
function shortOf({
  path,
  lines,
  users,
  isLazy = false,
  isType = false,
  userLines = 100,
  imports = [],
}: Planted): string[] {
  const dependencies = imports.map((resolved) => ({ resolved, dynamic: false }));
  const tree = [
    { source: path, dependents: users, dependencies },
    ...users.map((source) => ({
      source,
      dependents: ['web/app.tsx'],
      dependencies: [{ resolved: path, dynamic: isLazy, dependencyTypes: isType ? ['type-only'] : [] }],
    })),
    { source: 'web/app.tsx', dependents: [], dependencies: [] },
  ];
  const texts = [[path, lines] as const, ...users.map((user) => [user, userLines] as const)];
  const sources = readSources(texts.map(([file, count]) => ({ path: file, text: 'export {};\n'.repeat(count) })));
  return findShortModules(sources, tree as never).map(({ path: file, sentence }) => `${file}: ${sentence}`);
}

it('a module under 40 lines that only its neighbour imports is reported, also in features and of screens', () => {
  expect(shortOf({ path: 'web/ui/a.ts', lines: 39, users: ['web/ui/b.ts', 'web/ui/a.test.ts'] })).toEqual([
    'web/ui/a.ts: 39 lines, imported only by web/ui/b.ts. Move it there.',
  ]);
  const routes = 'server/features/gate/routes.ts';
  expect(shortOf({ path: 'server/features/gate/add-device.ts', lines: 3, users: [routes] })).toHaveLength(1);
  expect(shortOf({ path: 'web/office/shops/a-panel.tsx', lines: 3, users: ['web/office/shops/a.tsx'] })).toHaveLength(
    1,
  );
});

it.each<[why: string, planted: Planted]>([
  ['a longer one', { path: 'web/ui/a.ts', lines: 40, users: ['web/ui/b.ts'] }],
  ['one with two importers', { path: 'web/ui/a.ts', lines: 3, users: ['web/ui/b.ts', 'web/ui/c.ts'] }],
  ['one of another folder', { path: 'web/ui/form/a.ts', lines: 3, users: ['web/ui/b.ts'] }],
  ['one that does not fit', { path: 'web/ui/a.ts', lines: 3, users: ['web/ui/b.ts'], userLines: 297 }],
  ['one that is loaded later', { path: 'web/ui/a.ts', lines: 3, users: ['web/ui/b.ts'], isLazy: true }],
  ['a program of which a type is imported', { path: 'server/a.ts', lines: 3, users: ['server/b.ts'], isType: true }],
  ['queries', { path: 'server/features/a/queries.ts', lines: 3, users: ['server/features/a/routes.ts'] }],
  [
    'SQL beside routes',
    {
      path: 'server/features/a/find-a.ts',
      lines: 3,
      users: ['server/features/a/routes.ts'],
      imports: ['node_modules/kysely/index.js'],
    },
  ],
  ['test code', { path: 'web/testing/a.ts', lines: 3, users: ['web/testing/b.ts'] }],
  ['what a program imports', { path: 'web/b.ts', lines: 3, users: ['web/app.tsx'] }],
])('%s is allowed', (_, planted) => {
  expect(shortOf(planted)).toEqual([]);
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
