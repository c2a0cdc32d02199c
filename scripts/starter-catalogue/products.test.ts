import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { foldForSearch, foldWords, isFound } from '#contract/fold-text.ts';
import { type StarterProduct, starterProducts } from './products.ts';
import samples from './samples.json' with { type: 'json' };

const DATA_FOLDER = new URL('../../../shared/data/', import.meta.url);

/** Names that are not in the catalogue, because a wrong product is worse than none. */
const UNPLACED = ['බටානා', 'කට්බීට් - යාපනය'];

const publishedNames = existsSync(DATA_FOLDER)
  ? [...column('dambulla-min-max-2020-2023.csv', 'item'), ...column('whole-list-2025-08-16.csv', 'product')]
  : samples.published;
const printedNames = existsSync(DATA_FOLDER)
  ? column('printed-list-order-si-2021-05-01.csv', 'name_si')
  : samples.printed;
const compilation = existsSync(DATA_FOLDER) ? rows('products-en-si-ta.csv') : samples.compilation;

describe('the starter catalogue', () => {
  it('has 119 products, each with its own code, three names and a description of one sentence', () => {
    expect(starterProducts).toHaveLength(119);
    for (const field of ['code', 'name', 'name_si', 'name_ta', 'description'] as const) {
      expect(new Set(starterProducts.map((product) => product[field])).size, field).toBe(119);
    }
    for (const product of starterProducts) {
      expect(product.code).toMatch(/^[A-Z]+(-[A-Z]+)*$/);
      expect(product.description).toMatch(/^[A-Z][^.]+\.$/);
    }
  });

  it('has each name in the script of its language', () => {
    for (const product of starterProducts) {
      expect(product.name).toMatch(/^[A-Za-z][A-Za-z '(),-]+$/);
      expect(product.name_si).toMatch(/^[\p{Script=Sinhala}\p{Script=Inherited} ().-]+$/u);
      expect(product.name_ta).toMatch(/^[\p{Script=Tamil}\p{Script=Inherited} ().-]+$/u);
    }
  });

  it('has a type of the specification and one clear unit for each product', () => {
    const types = ['fruit', 'vegetable', 'rice', 'potatoes', 'Leaf Vegetable', 'Grain'];
    for (const product of starterProducts) {
      expect(types).toContain(product.type);
      expect(['kg', 'bundle', 'fruit', 'nut']).toContain(product.unit);
    }
  });

  it('agrees with our compilation in codes, English names, types and every unit that is not an alternative', () => {
    for (const row of compilation) {
      const product = starterProducts.find(({ code }) => code === row.code);
      const unit = /\/| or /.test(row.unit ?? '') ? product?.unit : row.unit;
      expect(product).toMatchObject({ name: row.name_en, type: row.type, unit });
    }
  });

  it('finds a product by each name of our compilation', () => {
    for (const { code, name_si = '', name_ta = '' } of compilation) {
      expect(codesNamed(name_si), name_si).toEqual([code]);
      expect(codesNamed(name_ta), name_ta).toEqual([code]);
    }
  });

  it('has no word that means two products, and no word twice for one product', () => {
    const ownerOf = new Map<string, string>();
    for (const product of starterProducts) {
      const words = [product.code, ...wordsOf(product)].map(asCompared);
      expect(new Set(words.slice(1)).size, product.code).toBe(words.length - 1);
      for (const word of words) {
        expect(ownerOf.get(word) ?? product.code, word).toBe(product.code);
        ownerOf.set(word, product.code);
      }
    }
  });

  it('matches every name that a market publishes with exactly one product', () => {
    const placed = [...publishedNames, ...printedNames].filter((name) => !UNPLACED.includes(name));
    for (const name of placed) expect(codesNamed(name), name).toHaveLength(1);
  });

  it('has no product for an ambiguous printed name', () => {
    expect(printedNames).toEqual(expect.arrayContaining(UNPLACED));
    expect(UNPLACED.flatMap(codesNamed)).toEqual([]);
  });

  it.each([
    ['බොන්චි', 'BEANS'],
    ['பீன்ஸ்', 'BEANS'],
    ['තක්කලි', 'TOMATO'],
  ])('finds what a reader typed as %s', (typed, code) => {
    const found = starterProducts.filter((one) => isFound(foldWords(typed), foldForSearch(wordsOf(one).join('\n'))));
    expect(found.map((product) => product.code)).toContain(code);
  });

  it('never matches a name of one origin with a product of another', () => {
    const originOf = (word: string) => word.split('- ')[1] ?? '';
    const origins = new Set(starterProducts.map(({ name_si }) => originOf(name_si)).filter(Boolean));
    for (const product of starterProducts) {
      const named = wordsOf(product)
        .map(originOf)
        .filter((origin) => origins.has(origin));
      expect(new Set([...named, originOf(product.name_si)]).size, product.code).toBe(1);
    }
  });

  it('has the order of the printed morning list', () => {
    const codes = starterProducts.map(({ code }) => code);
    const places = printedNames.flatMap(codesNamed).map((code) => codes.indexOf(code));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});

function wordsOf(product: StarterProduct): string[] {
  return [product.name, product.name_si, product.name_ta, ...product.aliases];
}

function asCompared(word: string): string {
  return word.normalize('NFC').trim().toLowerCase();
}

function codesNamed(name: string): string[] {
  const sought = asCompared(name);
  return starterProducts.filter((product) => wordsOf(product).map(asCompared).includes(sought)).map(({ code }) => code);
}

function rows(file: string): Record<string, string>[] {
  return parse(readFileSync(new URL(file, DATA_FOLDER), 'utf8'), { columns: true });
}

function column(file: string, name: string): string[] {
  return [...new Set(rows(file).map((row) => row[name] ?? ''))];
}
