import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeFigures } from './readme-figures.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
const results = readFileSync(path.join(ROOT, 'bench/results.md'), 'utf8');

test("README's figures are those of bench/results.md", () => {
  expect(readme).toBe(writeFigures(readme, results));
});

test('a figure that was measured anew is written into README', () => {
  const slower = results.replace(
    /(\| price page, cold \(rendered\) \|) [\d.]+ \| (\d+) \| \d+/,
    '$1 99.96 | $2 | 7654',
  );
  expect(writeFigures(readme, slower)).toContain(
    '| price page of 119 products, not cached | 100.0 x the bare server, 7.7 ms |',
  );
});

test('a missing row is an error, and no empty figure', () => {
  expect(() => writeFigures(readme, results.replace('| generate-all for 144 shops |', '| other |'))).toThrow(
    'bench/results.md has no figure for "generate-all for 144 shops".',
  );
});
