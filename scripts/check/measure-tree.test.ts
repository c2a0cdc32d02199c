import { expect, it } from 'vitest';
import examples from './file-examples.json' with { type: 'json' };
import { findFileFaults, findMissingFiles } from './file-rules.ts';
import { describeMeasure, isWithinLimits, measureTree } from './measure-tree.ts';
import { type Finding, readSources } from './read-sources.ts';

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

function faultsOf(path: string, text = ''): Finding[] {
  return findFileFaults([{ path, text }]);
}

const lines = (count: number) => 'export {};\n'.repeat(count);
const filesIn = (folder: string, count: number, ending = '.ts') =>
  Array.from({ length: count }, (_, at) => ({ path: `${folder}file-${at}${ending}`, text: '' }));

const { broken, allowed } = examples as unknown as {
  broken: [rule: string, path: string, lines: number, sentence: string][];
  allowed: [path: string, lines: number][];
};

it.each(broken)('%s is reported for %s', (rule, path, count, sentence) => {
  expect(faultsOf(path, lines(count))).toEqual([
    { path, rule, line: expect.any(Number), sentence: expect.stringMatching(new RegExp(sentence)) },
  ]);
});

it.each(allowed)('%s is allowed', (path, count) => {
  expect(faultsOf(path, lines(count))).toEqual([]);
});

it('imports are not counted as lines', () => {
  const text = `import { a } from './a.ts';\nimport {\n  b,\n  c,\n} from './b.ts';\n${lines(400)}`;
  expect(faultsOf('web/ui/a.ts', text)).toEqual([]);
  expect(faultsOf('web/ui/a.ts', `${text}import('./late.ts');\n`)).toHaveLength(1);
});

it('full-folder is reported at 26 files; tests and data are not counted', () => {
  const tests = filesIn('web/ui/', 20, '.test.ts');
  expect(findFileFaults([...filesIn('web/ui/', 25), ...tests, { path: 'web/ui/words-data.ts', text: '' }])).toEqual([]);
  expect(findFileFaults([...filesIn('web/ui/', 26), ...filesIn('web/ui/form/', 20)])).toEqual([
    { path: 'web/ui/', line: 1, rule: 'full-folder', sentence: expect.stringContaining('26 files, more than 25') },
  ]);
  for (const folder of ['contract/', 'texts/']) expect(findFileFaults(filesIn(folder, 40)), folder).toEqual([]);
});

it('a file that docs/trust.md or docs/asvs.md names and that does not exist is reported', () => {
  const text = '| a | `server/a.test.ts`, `b.test.ts` |\n| c | `npm run c`, `tests/gone.spec.ts`, `server/c/` |\n';
  const missing = (path: string) =>
    findMissingFiles([{ path, text }], (named) => named === 'server/a.test.ts').map(
      ({ line, rule, sentence }) => `${line} ${rule} ${sentence.split(' ')[0]}`,
    );
  for (const path of ['docs/trust.md', 'docs/asvs.md'])
    expect(missing(path)).toEqual([
      '1 missing-file `b.test.ts`',
      '2 missing-file `tests/gone.spec.ts`',
      '2 missing-file `server/c/`',
    ]);
  expect(missing('docs/rules.md')).toEqual([]);
});
