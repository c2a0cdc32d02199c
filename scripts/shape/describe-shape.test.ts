import { expect, test } from 'vitest';
import { areaOf, describeReach, describeSizes, medianOf } from './describe-shape.ts';

const file = (path: string, lines: number) => ({ path, text: 'x\n'.repeat(lines) });

test('a folder is shown with its files, median and longest lines; tests are shown separately and data is not counted', () => {
  const table = describeSizes([
    file('billing/money.ts', 10),
    file('billing/fold.ts', 90),
    file('billing/fine.ts', 30),
    file('billing/fold.test.ts', 70),
    file('billing/holidays-data.ts', 999),
    file('billing/README.md', 999),
    file('elsewhere/long.ts', 999),
  ]);
  const lines = table.split('\n');
  expect(lines).toContain('| `billing/` | 3 | 30 | 90 | 1 | 70 | 70 |');
  expect(lines).toContain('| `server/` | 0 | 0 | 0 | 0 | 0 | 0 |');
  expect(table).not.toContain('999');
});

test('a change is counted in the folders of its sources; a change only in documents is not counted', () => {
  const narrow = ['contract/prices.ts', 'server/features/prices/queries.ts', 'README.md'];
  const wide = ['contract', 'billing', 'bench', 'tests', 'scripts'].map((folder) => `${folder}/money.ts`);
  expect(describeReach([narrow, narrow, wide, ['docs/glossary.md']])).toBe(
    'Of the last 3 commits that change code, half touch at most 2 files in 2 folders, and 67% at most 4 folders.\n',
  );
  expect(describeReach([])).toContain('the last 0 commits');
});

test.each([
  ['contract/prices.ts', 'contract'],
  ['server/app.ts', 'server'],
  ['server/db/migrations/0001-foundation.ts', 'server/db'],
  ['server/features/prices/queries.ts', 'server/features/prices'],
  ['web/office/prices/sheet/cell.tsx', 'web/office/prices'],
  ['web/office/api.ts', 'web/office'],
  ['web/ui/form/form.tsx', 'web/ui'],
  ['scripts/demo/books/journal.ts', 'scripts'],
])('%s is in the folder %s', (path, area) => {
  expect(areaOf(path)).toBe(area);
});

test('the median is the value in the middle, the lower of two', () => {
  expect([medianOf([9, 1, 5]), medianOf([4, 3, 2, 1]), medianOf([])]).toEqual([5, 2, 0]);
});
