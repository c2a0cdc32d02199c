import { expect, it } from 'vitest';
import { findRepeatedNames, findShortModules } from './module-rules.ts';
import { readSources } from './read-sources.ts';

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

/** Makes sources in which each user of the module has an importer, because the rule skips programs. */
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
