import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import examples from './lint-examples.json' with { type: 'json' };

/** @module-tag slow */

type Broken = [rule: string, path: string, text: string];
type Allowed = [path: string, text: string];

const statements = (count: number) => 'f();\n'.repeat(count);
const functionOf = (lines: number) => `export function long() {\n${statements(lines)}}`;
const given = examples as unknown as { broken: Broken[]; allowed: Allowed[] };
const broken: Broken[] = [
  ...given.broken,
  ['noExcessiveLinesPerFunction', 'billing/long-function.ts', functionOf(61)],
  ['noExcessiveLinesPerFile', 'web/ui/long-file.ts', `export {};\n${statements(400)}`],
  ['noExcessiveLinesPerFile', 'web/ui/long-file.css', 'a { color: red }\n'.repeat(401)],
];
const allowed: Allowed[] = [
  ...given.allowed,
  ['billing/function.ts', functionOf(58)],
  ['billing/function.test.ts', functionOf(61)],
  ['server/testing/function.ts', functionOf(61)],
  ['server/db/migrations/early/0005-tickets.ts', functionOf(61)],
  ['web/ui/file.ts', `export {};\n${statements(399)}\n\n`],
  ['web/ui/file.test.ts', `export {};\n${statements(500)}`],
  ['server/features/products/starter-catalogue/fruits.ts', `export {};\n${statements(500)}`],
  ['server/features/imports/words-data.ts', `export {};\n${statements(500)}`],
];
const checked = new Set(broken.map(([rule]) => rule));

const project = path.join(import.meta.dirname, '../..');
const root = mkdtempSync(path.join(tmpdir(), 'lint-rules-'));
const found = new Map<string, string[]>();

beforeAll(() => {
  // Biome stops if it is to read the ignored files of a folder that git does not know.
  const { vcs: _, ...configuration } = JSON.parse(readFileSync(path.join(project, 'biome.json'), 'utf8'));
  write('biome.json', JSON.stringify(configuration));
  write('package.json', readFileSync(path.join(project, 'package.json'), 'utf8'));
  for (const [, file, text] of broken) write(file, text);
  for (const [file, text] of allowed) write(file, text);
  const biome = path.join(project, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['lint', '--reporter=github', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd: root, encoding: 'utf8' });
  for (const [, rule = '', file = ''] of stdout.matchAll(/^::error title=lint\/\w+\/(\w+),file=([^,]+),/gm)) {
    const name = path.relative(root, path.resolve(root, file));
    found.set(name, [...(found.get(name) ?? []), rule]);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  const to = path.join(root, file);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, text);
}

it.each(broken)('%s is reported in %s', (rule, file) => {
  expect(found.get(file)).toContain(rule);
});

it.each(allowed)('allowed: %s', (file) => {
  expect(found.get(file)?.filter((rule) => checked.has(rule)) ?? []).toEqual([]);
});
