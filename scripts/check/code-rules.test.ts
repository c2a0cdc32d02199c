import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { findAmbient } from './ambient.ts';
import examples from './code-examples.json' with { type: 'json' };
import { findCodeFaults } from './code-rules.ts';
import { describeLicences } from './describe-licences.ts';
import { findOfficeAddresses } from './office-addresses.ts';
import { type Finding, readSources } from './read-sources.ts';
import { findRepeatedLists } from './repeated-lists.ts';
import { findStyleFaults, findUnknownTokens } from './styles.ts';

function faultsIn(path: string, text: string): Finding[] {
  const sources = readSources([{ path, text }]);
  return [
    ...findCodeFaults(sources),
    ...sources.flatMap((one) => [...findAmbient(one), ...findOfficeAddresses(one), ...findStyleFaults(one)]),
  ];
}

const { broken, allowed } = examples as unknown as {
  broken: [rule: string, path: string, text: string, sentence: string][];
  allowed: [path: string, text: string][];
};

/**
 * Comments that break a rule. They are written in pieces, so that a search for such comments does not find this file.
 */
const inComments: typeof broken = [
  ['comment', 'billing/fold.ts', `// ${'@ts-'}expect-error`, 'Correct the type'],
  ['comment', 'billing/fold.ts', `/* ${'biome-'}ignore lint: it is late */`, 'Correct what Biome found'],
  ['comment', 'billing/fold.ts', `// ${'TO'}${'DO'} round`, 'Do it now'],
];

it.each([...broken, ...inComments])('%s is reported in %s: %s', (rule, path, text, sentence) => {
  expect(faultsIn(path, text)).toEqual([
    { path, rule, line: expect.any(Number), sentence: expect.stringMatching(new RegExp(sentence)) },
  ]);
});

it.each(allowed)('allowed in %s: %s', (path, text) => {
  expect(faultsIn(path, text)).toEqual([]);
});

it('reports the line', () => {
  expect(faultsIn('billing/fold.ts', `// the date: සිංහල\n\nconst now = Date.now();`)[0]?.line).toBe(3);
});

it('reports a custom property that nothing declares', () => {
  const files = [
    { path: 'web/ui/tokens.css', text: ':root { --ink: #111111; }' },
    { path: 'web/ui/a.tsx', text: "const a = { '--rows': 2 };" },
    { path: 'web/ui/a.css', text: 'a { height: var(--rows); color: var(--ink); fill: var(--mantine-color-text); }' },
    { path: 'web/ui/b.css', text: 'a {\n  color: var(--line-min);\n}' },
  ];
  expect(findUnknownTokens(files).map(({ path, line }) => `${path}:${line}`)).toEqual(['web/ui/b.css:2']);
});

describe('repeated lists', () => {
  const WORDS = `export const units = ['kg', 'bundle', 'fruit', 'nut'] as const;
const methods = { Cash: { onPage: true }, 'Bank Transfer': {}, Card: {} };`;

  function faultsIn(path: string, text: string): string[] {
    const files = [
      { path: 'contract/words.ts', text: WORDS },
      { path, text },
    ];
    return findRepeatedLists(readSources(files)).map((one) => `${one.path} ${one.sentence.split(' of ')[0]}`);
  }

  it.each([
    ["const all = ['kg', 'bundle', 'fruit', 'nut'];", 'units'],
    ["export const ORDER = ['nut', 'kg', 'fruit'] as const;", 'units'],
    ["const heavy: readonly string[] = ['kg', 'nut', 'bundle'];", 'units'],
    ["const known = new Set(['kg', 'bundle', 'fruit']);", 'units'],
    ["const three = ['kg', 'bundle', 'nut'] as const satisfies readonly string[];", 'units'],
    ["const body = z.object({ unit: z.enum(['kg', 'bundle', 'fruit', 'nut']) });", 'units'],
    ["const given = ['Cash', 'Card', 'Bank Transfer'];", 'methods'],
  ])('a list whose members are all in another list is reported: %s', (text, name) => {
    expect(faultsIn('web/office/a.ts', text)).toEqual([`web/office/a.ts every member is in ${name}`]);
  });

  it.each([
    "const two = ['kg', 'bundle'];",
    "const others = ['kg', 'bundle', 'litre'];",
    "const derived = units.filter((unit) => unit !== 'nut');",
    'const numbers = [1, 2, 3];',
    "const months = ['01', '02', '03']; const wet = ['01', '02', '03'];",
    'const keys = { kg: 1, bundle: 2, fruit: 3 };',
    "const sorted = ['id', 'shop', 'paid']; const columns = ['id', 'shop', 'paid', 'created'];",
  ])('allowed: %s', (text) => {
    expect(faultsIn('web/office/a.ts', text)).toEqual([]);
  });

  it.each([
    [5, ['web/office/a.ts every member is in columns']],
    [4, []],
  ])('a list of most of another is reported, a smaller part is a choice: %i of 6', (count, found) => {
    const columns = ['id', 'shop', 'month', 'rent', 'paid', 'created'];
    const text = `const columns = ${JSON.stringify(columns)}; const sorted = ${JSON.stringify(columns.slice(0, count))};`;
    expect(faultsIn('web/office/a.ts', text)).toEqual(found);
  });

  it('a part of fewer than five members is not reported', () => {
    const text =
      "const columns = ['id', 'shop', 'month', 'rent', 'paid']; const sorted = ['id', 'shop', 'month', 'rent'];";
    expect(faultsIn('web/office/a.ts', text)).toEqual([]);
  });

  it.each(['web/office/a.test.ts', 'server/db/migrations/0001-a.ts'])(
    'a test and a migration may write a list again: %s',
    (path) => {
      expect(faultsIn(path, "const all = ['kg', 'bundle', 'fruit', 'nut'];")).toEqual([]);
    },
  );
});

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('the page of licences agrees with the lock file, and each licence is accepted', () => {
  const { text, faults } = describeLicences(JSON.parse(read('package-lock.json')).packages);
  expect(faults).toEqual([]);
  expect(read('docs/licences.md'), 'write it anew with "npm run licences"').toBe(text);
});

test('an unaccepted licence and a missing one are named; development tools are not checked', () => {
  const { text, faults } = describeLicences({
    '': { dependencies: { good: '1', odd: '1' } },
    'node_modules/good': { license: '(MIT OR CC0-1.0)' },
    'node_modules/odd': { license: 'AGPL-3.0' },
    'node_modules/good/node_modules/silent': {},
    'node_modules/tool': { license: 'AGPL-3.0', dev: true },
  });
  expect(text).toContain('Direct packages: 2 (');
  expect(text).not.toContain('tool');
  expect(faults).toEqual([
    'odd: the licence AGPL-3.0 is none of the accepted.',
    'silent: the licence unknown is none of the accepted.',
  ]);
});

test('too many direct packages are reported', () => {
  const dependencies = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`p${at}`, '1']));
  expect(describeLicences({ '': { dependencies } }).faults).toEqual(['There are 51 direct packages; at most 50.']);
});

test('the lock file has the address and checksum of each package, so npm ci need not ask the registry for them', () => {
  const { '': own, ...packages } = JSON.parse(read('package-lock.json')).packages;
  expect(own.name).toBe('pola');
  for (const [place, { resolved, integrity }] of Object.entries<Record<string, string>>(packages)) {
    expect(resolved, `${place}: see .npmrc`).toMatch(/^https:\/\/registry\.npmjs\.org\/.+\.tgz$/);
    expect(integrity, place).toMatch(/^sha512-/);
  }
});
