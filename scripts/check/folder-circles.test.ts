import { expect, it } from 'vitest';
import { findFolderCircles } from './folder-circles.ts';

function circlesOf(imports: readonly (readonly [from: string, to: string])[]): string[] {
  const modules = imports.map(([source, resolved]) => ({ source, dependencies: [{ resolved }] }));
  return findFolderCircles(modules as never).map(({ path, sentence }) => `${path} ${sentence}`);
}

it('two folders that import each other are a circle of the folder around them', () => {
  expect(
    circlesOf([
      ['web/office/shell/menu.ts', 'web/office/pages.ts'],
      ['web/office/pages.ts', 'web/office/shops/list.ts'],
      ['web/office/shops/list.ts', 'web/office/shell/screen.ts'],
    ]),
  ).toEqual([
    'web/office/ shell -> pages.ts -> shops -> shell is a circle: web/office/shell/menu.ts imports web/office/pages.ts; ' +
      'web/office/pages.ts imports web/office/shops/list.ts; web/office/shops/list.ts imports web/office/shell/screen.ts. ' +
      'Move a file, or pass the value.',
  ]);
});

it('a file and a folder beside it that import each other are a circle', () => {
  expect(
    circlesOf([
      ['server/db/connect.ts', 'server/db/seal/key.ts'],
      ['server/db/seal/rows.ts', 'server/db/connect.ts'],
    ]),
  ).toEqual([expect.stringMatching(/^server\/db\/ connect\.ts -> seal -> connect\.ts is a circle/)]);
});

it('imports in one direction, tests, top folders and packages are allowed', () => {
  expect(
    circlesOf([
      ['web/ui/table/rows.ts', 'web/ui/address/sort.ts'],
      ['web/ui/table/grid.ts', 'web/ui/address/sort.ts'],
      ['web/ui/address/sort.test.ts', 'web/ui/table/rows.ts'],
      ['web/testing/market.ts', 'web/ui/table/rows.ts'],
      ['web/ui/table/grid.ts', 'web/testing/market.ts'],
      ['contract/scalars.ts', 'billing/money.ts'],
      ['billing/money.ts', 'contract/scalars.ts'],
      ['web/ui/table/grid.ts', 'node_modules/react/index.js'],
      ['node_modules/react/index.js', 'web/ui/address/sort.ts'],
    ]),
  ).toEqual([]);
});
