import { expect, it } from 'vitest';
import { findFileFaults, findMissingFiles } from './file-rules.ts';

const namesIn = (path: string) => findFileFaults([{ path, text: '' }]).map(({ sentence }) => sentence.split(' ')[0]);

it.each([
  ['web/ui/index.ts', 'index'],
  ['billing/utils.ts', 'utils'],
  ['web/office/common/a.tsx', 'common'],
  ['server/lib/a.ts', 'lib'],
  ['server/helpers.ts', 'helpers'],
  ['scripts/misc.ts', 'misc'],
  ['web/ui/DataTable.tsx', 'DataTable'],
  ['web/ui/oldBox.module.css', 'oldBox'],
  ['web/office/shopSummary/a.ts', 'shopSummary'],
])('a name that says nothing or is not kebab-case is reported: %s', (path, name) => {
  expect(namesIn(path)).toEqual([`"${name}"`]);
});

it('names in kebab-case, with their endings, are allowed', () => {
  const paths = ['web/office/main.tsx', 'server/db/migrations/0001-first.ts', 'vite.config.ts', 'tests/a-b.spec.ts'];
  expect([...paths, 'web/ui/a.module.css', 'texts/virtual.d.ts'].flatMap(namesIn)).toEqual([]);
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
