import { expect, it } from 'vitest';
import examples from './file-examples.json' with { type: 'json' };
import { findFileFaults, findMissingFiles } from './file-rules.ts';
import type { Finding } from './read-sources.ts';

function faultsOf(path: string, text = ''): Finding[] {
  return findFileFaults([{ path, text }]);
}

const lines = (count: number) => 'export {};\n'.repeat(count);

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
