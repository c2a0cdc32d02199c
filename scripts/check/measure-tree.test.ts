import { expect, it } from 'vitest';
import { describeMeasure, isWithinLimits, measureTree } from './measure-tree.ts';
import { readSources } from './read-sources.ts';

const finding = (rule: string) => ({ path: 'a', line: 1, rule, sentence: '' });

function measured(lines: readonly number[], files: number): string[] {
  const sources = readSources(lines.map((count, at) => ({ path: `web/ui/a${at}.ts`, text: 'f();\n'.repeat(count) })));
  const test = readSources([{ path: 'web/ui/a.test.ts', text: '' }]);
  const tracked = [...Array.from({ length: files }, (_, at) => `a/${at}`), 'texts/a.json', 'texts/site/b.json'];
  const findings = ['packed-spread', 'packed-spread', 'cycle', 'any'].map(finding);
  return measureTree(tracked, [...sources, ...test], findings).map(describeMeasure);
}

it('numbers within their limits are ok', () => {
  expect(measured([10, 65, 200], 1998)).toEqual([
    'ok   files tracked: 2000 (at most 2000)',
    'ok   catalogue files: 2 (at most 70)',
    'FAIL packed spreads: 2 (at most 0)',
    'ok   median lines of a source module: 65 (65 to 90)',
    'ok   sources in the fullest folder: 3 (at most 25)',
    'FAIL circles of files: 1 (at most 0)',
    'ok   circles of folders: 0 (at most 0)',
  ]);
});

it('too many files, short modules and a full folder fail', () => {
  const failed = measured(Array(26).fill(64), 1999).filter((line) => line.startsWith('FAIL'));
  expect(failed).toContain('FAIL files tracked: 2001 (at most 2000)');
  expect(failed).toContain('FAIL median lines of a source module: 64 (65 to 90)');
  expect(failed).toContain('FAIL sources in the fullest folder: 26 (at most 25)');
});

it('a limit is reached by its last number', () => {
  expect([64, 65, 90, 91].map((value) => isWithinLimits({ name: 'lines', value, least: 65, most: 90 }))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
