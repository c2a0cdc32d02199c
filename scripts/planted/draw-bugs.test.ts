import { expect, test } from 'vitest';
import { randomFrom } from '../demo/random.ts';
import { describeDrawn, drawable, drawBugs, plantDrawn } from './draw-bugs.ts';
import { drawRules, findSites } from './find-sites.ts';

const CODE = `
export async function show(rows: Row[], { language, shop_id }: Caller) {
  if (rows.length > 9 && shop_id !== undefined) await close(rows[0].tenancy_id);
  const own = rows.filter((row) => row.shop_id === shop_id).toSorted(byDay);
  return <p aria-label={write({ language: language })}>{own.map((row) => row.tenancy_id)}</p>;
}
`;

function plantedBy(rule: string): string[] {
  const sites = findSites('web/site/show.tsx', CODE).filter((site) => site.rule === rule);
  return sites.map((site) => `${CODE.slice(site.start, site.end).trim()} -> ${site.replacement}`);
}

test.each([
  ['condition turned', ['rows.length > 9 && shop_id !== undefined -> !(rows.length > 9 && shop_id !== undefined)']],
  ['second half dropped', ['&& shop_id !== undefined -> ']],
  ['boundary moved', ['rows.length > 9 -> rows.length >= 9']],
  ['filter dropped', ['.filter((row) => row.shop_id === shop_id) -> ']],
  ['sort without effect', ['.toSorted(byDay) -> ']],
  ['id for another id', ['tenancy_id -> shop_id', 'shop_id -> tenancy_id', 'tenancy_id -> shop_id']],
  ['effect dropped', ['await close(rows[0].tenancy_id); -> ']],
  ['language of another reader', ["language -> 'en'"]],
  ['label untied', ['aria-label={write({ language: language })} -> ']],
])('%s', (rule, planted) => {
  expect(plantedBy(rule)).toEqual(planted);
});

test('every rule finds a place in this code', () => {
  const found = new Set(findSites('web/site/show.tsx', CODE).map(({ rule }) => rule));
  expect([...found].sort()).toEqual([...drawRules].sort());
});

test('an equal seed draws equal bugs, one for each file, and another seed others', () => {
  const sources = new Map(Array.from({ length: 30 }, (_, at) => [`web/site/show-${at}.tsx`, CODE]));
  const draw = (seed: number) => [...drawBugs(sources, randomFrom(seed))].map((bug) => describeDrawn(bug, CODE));
  const first = draw(1);
  expect(first).toHaveLength(30);
  expect(new Set(first.map((line) => line.split(':')[0])).size).toBe(30);
  expect(draw(1)).toEqual(first);
  expect(draw(2)).not.toEqual(first);
});

test('a drawn bug replaces only its own place', () => {
  const [bug] = drawBugs(new Map([['billing/show.tsx', CODE]]), randomFrom(3));
  if (!bug) throw new Error('nothing was drawn');
  const planted = plantDrawn(CODE, bug);
  expect(planted).not.toBe(CODE);
  expect(planted.startsWith(CODE.slice(0, bug.start))).toBe(true);
  expect(planted.endsWith(CODE.slice(bug.end))).toBe(true);
});

test('tests, what only tests use, and migrations are not drawn from', () => {
  const files = ['billing/fold.ts', 'billing/fold.test.ts', 'server/testing/backup.ts', 'scripts/demo.ts'];
  expect(drawable([...files, 'server/db/migrations/0001-schema.ts', 'web/ui/icon.tsx'])).toEqual([
    'billing/fold.ts',
    'web/ui/icon.tsx',
  ]);
});
