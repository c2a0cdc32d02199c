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

function shortOf(path: string, lines: number, dependents: string[], dynamic = false): string[] {
  const module = { source: path, dependents, dependencies: [], valid: true };
  const edge = { resolved: path, dynamic };
  const importers = dependents.map((source) => ({ ...module, source, dependents: [], dependencies: [edge] }));
  const sources = readSources([{ path, text: 'export {};\n'.repeat(lines) }]);
  return findShortModules(sources, [module, ...importers] as never).map(({ sentence }) => sentence);
}

it('a module under 15 lines with one importer is reported', () => {
  expect(shortOf('web/ui/a.ts', 14, ['web/ui/b.ts', 'web/ui/a.test.ts'])).toEqual([
    '14 lines, imported only by web/ui/b.ts. Move it there.',
  ]);
});

it('a longer module, one with two importers, a lazy one, a file of a feature and test code are allowed', () => {
  expect(shortOf('web/ui/a.ts', 15, ['web/ui/b.ts'])).toEqual([]);
  expect(shortOf('web/ui/a.ts', 3, ['web/ui/b.ts', 'web/ui/c.ts'])).toEqual([]);
  expect(shortOf('web/ui/a.ts', 3, ['web/ui/b.ts'], true)).toEqual([]);
  expect(shortOf('server/features/gate/add-device.ts', 3, ['server/features/gate/routes.ts'])).toEqual([]);
  expect(shortOf('web/testing/a.ts', 3, ['web/ui/b.test.ts'])).toEqual([]);
  expect(shortOf('web/site/a-page.tsx', 3, ['web/site/pages.ts'])).toEqual([]);
});
