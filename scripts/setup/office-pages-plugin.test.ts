import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Loaded, PageDefinition } from '#web/office/page.ts';
import { officePages } from '#web/office/pages-data.ts';
import { writePart } from './office-pages-plugin.ts';

const stalls: PageDefinition = {
  title: 'shell.page.view-shops',
  permission: 'books.read',
  above: '/shop-management',
  words: 'shell.words.pay',
  card: { title: 'shops.menu.view.title', text: 'shops.menu.view.text', icon: 'list' },
  load: async (): Loaded => () => null,
};

test('each part of the list has only what its readers need', () => {
  const pages = { '/stalls': stalls };
  expect(writePart('paths', pages)).toBe('export default ["/stalls"];');
  expect(writePart('words', pages)).toBe('export default {"/stalls":"shell.words.pay"};');
  expect(writePart('pages', pages)).toBe(
    `import paths from 'virtual:office/paths';
const values = [{"title":"shell.page.view-shops","permission":"books.read","above":"/shop-management"}];
const byPath = Object.fromEntries(paths.map((path, at) => [path, values[at]]));
export const officePages = byPath;`,
  );
  expect(writePart('menu', pages)).not.toContain('/stalls');
  expect(writePart('cards/shop-management', pages)).toBe(
    `import icon0 from 'virtual:icons/list';
export default [{ ...{"path":"/stalls","title":"shops.menu.view.title","text":"shops.menu.view.text"}, icon: icon0 }];`,
  );
});

test('a part that does not exist, and cards of a page without cards, are refused by name', () => {
  expect(() => writePart('titles', {})).toThrow('virtual:office/titles is not a part of the list of pages');
  expect(() => writePart('cards/shop-management', {})).toThrow('No page has a card on /shop-management');
});

test('a page whose import the bundler could not follow is refused by name', () => {
  expect(() => writePart('imports', { '/stalls': stalls })).toThrow('The page /stalls must have: load:');
});

test('every page with a card is on the page above it', () => {
  const sources = globSync('web/office/**/*.tsx').map((file) => readFileSync(file, 'utf8'));
  const shown = (above: string) => sources.some((text) => text.includes(`from 'virtual:office/cards${above}'`));
  const withCard = Object.entries<PageDefinition>(officePages).filter(([, page]) => 'card' in page && page.card);
  expect(withCard.length).toBeGreaterThan(30);
  expect(withCard.filter(([, { above = '' }]) => !shown(above)).map(([path]) => path)).toEqual([]);
});

test('a page that is in no menu and on no card is linked by another page', () => {
  const sources = globSync('web/{office,gate}/**/*.{ts,tsx}', { exclude: ['**/*.test.*', '**/pages-data.ts'] });
  const text = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
  const linked = Object.entries<PageDefinition>(officePages).filter(([, page]) => 'isLinked' in page);
  expect(linked.length).toBeGreaterThan(15);
  expect(linked.filter(([path]) => !text.includes(`placeOf('${path}'`)).map(([path]) => path)).toEqual([]);
});

test('the page above each page is a page whose address needs no value', () => {
  const above = Object.values<PageDefinition>(officePages).flatMap((page) => page.above ?? []);
  expect(above.length).toBeGreaterThan(60);
  expect(above.filter((path) => path.includes(':') || !(path in officePages))).toEqual([]);
});
