import { expect, it } from 'vitest';
import { findFileFaults } from './file-rules.ts';
import type { Finding } from './read-sources.ts';

function faultsOf(path: string, text = ''): Finding[] {
  return findFileFaults([{ path, text }]);
}

const lines = (count: number) => 'export {};\n'.repeat(count);
const filesIn = (folder: string, count: number, ending = '.ts') =>
  Array.from({ length: count }, (_, at) => ({ path: `${folder}file-${at}${ending}`, text: '' }));

const broken: [rule: string, path: string, text: string, sentence: RegExp][] = [
  ['vague-name', 'web/ui/index.ts', '', /"index" says nothing/],
  ['vague-name', 'billing/utils.ts', '', /"utils" says nothing.*Name it after/],
  ['vague-name', 'web/office/common/a.tsx', '', /"common"/],
  ['vague-name', 'server/lib/a.ts', '', /"lib"/],
  ['vague-name', 'server/helpers.ts', '', /"helpers"/],
  ['vague-name', 'scripts/misc.ts', '', /"misc"/],
  ['kebab-case', 'web/ui/DataTable.tsx', '', /DataTable.*Rename/],
  ['kebab-case', 'web/ui/oldBox.module.css', '', /oldBox/],
  ['feature-file', 'server/features/shops/shops.ts', '', /Name it after its action/],
  ['feature-file', 'server/features/shops/let/old/let-shop.ts', '', /a feature contains/],
  ['feature-file', 'server/features/let-shop.ts', '', /a feature contains/],
  ['feature-file', 'server/features/shops/shops-helper.tsx', '', /a feature contains/],
  ['office-file', 'web/office/shops/calls.ts', '', /an office subject contains/],
  ['office-file', 'web/office/shops/shop-card.tsx', '', /an office subject contains/],
  ['office-file', 'web/office/prices/sheet/row.tsx', '', /an office subject contains/],
  ['long-file', 'web/ui/a.tsx', lines(301), /301 lines.*Move a part/],
];

it.each(broken)('%s is reported for %s', (rule, path, text, sentence) => {
  expect(faultsOf(path, text)).toEqual([
    { path, rule, line: expect.any(Number), sentence: expect.stringMatching(sentence) },
  ]);
});

const allowed: [path: string, text: string][] = [
  ['server/features/shops/let-shop-to-tenant.ts', ''],
  ['server/features/shops/queries.ts', ''],
  ['server/features/tickets/sanitation/issue-ticket.ts', ''],
  ['server/features/shops/let-shop.test.ts', ''],
  ['server/features/products/starter-catalogue/fruits.ts', lines(400)],
  ['web/office/main.tsx', ''],
  ['web/office/shops/shops-page.tsx', ''],
  ['web/office/shops/shop.module.css', ''],
  ['web/office/prices/sheet/use-sheet.ts', ''],
  ['web/office/prices/sheet/plan-save.ts', ''],
  ['web/office/prices/sheet/any-name.test.tsx', ''],
  ['tests/price-sheet.spec.ts', ''],
  ['web/ui/a.tsx', lines(300)],
  ['web/ui/a.test.tsx', lines(400)],
];

it.each(allowed)('%s is allowed', (path, text) => {
  expect(faultsOf(path, text)).toEqual([]);
});

it('full-folder is reported at 26 files, tests and data not counted', () => {
  const tests = filesIn('web/ui/', 20, '.test.ts');
  expect(findFileFaults([...filesIn('web/ui/', 25), ...tests, { path: 'web/ui/words-data.ts', text: '' }])).toEqual([]);
  expect(findFileFaults([...filesIn('web/ui/', 26), ...filesIn('web/ui/form/', 20)])).toEqual([
    { path: 'web/ui/', line: 1, rule: 'full-folder', sentence: expect.stringContaining('26 files, more than 25') },
  ]);
  for (const folder of ['contract/', 'server/db/migrations/', 'web/i18n/en/'])
    expect(findFileFaults(filesIn(folder, 40)), folder).toEqual([]);
});
