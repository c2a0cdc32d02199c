import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { ProductType } from '#contract/products.ts';

/**
 * A product of the catalogue a new market starts with. Worked example: one market's list says 'Raddish', another's
 * 'රාබු', a clerk types 'mullangi'. Each is a name or an alias of RADISH only, so the price reaches that product.
 */
export interface StarterProduct {
  /** Unique and never changed: a second load recognises a product by it. */
  code: string;
  name: string;
  name_si: string;
  name_ta: string;
  type: ProductType;
  unit: string;
  /**
   * Other names it is found and imported by. Each belongs to one product (compared trimmed, lower-cased, NFC). A word
   * that fits several products, such as 'lunu', is listed only with what distinguishes them ('loku lunu - lanka').
   */
  aliases: readonly string[];
  description: string;
}

const csv = readFileSync(path.join(import.meta.dirname, 'products.csv'), 'utf8');

/** Every starter product, in the order of the price sheet. */
export const starterProducts: readonly StarterProduct[] = parse<Record<string, string>>(csv, { columns: true }).map(
  (row) => ({ ...row, aliases: (row.aliases ?? '').split('|').filter(Boolean) }) as unknown as StarterProduct,
);
