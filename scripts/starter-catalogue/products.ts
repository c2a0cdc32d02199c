import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { ProductType } from '#contract/products.ts';

/** 'Raddish', 'රාබු' and 'mullangi' are names or aliases of RADISH only, so prices of all three reach it. */
export interface StarterProduct {
  /** Never changed: a second load recognises a product by it. */
  code: string;
  name: string;
  name_si: string;
  name_ta: string;
  type: ProductType;
  unit: string;
  /** Compared trimmed, lower-cased, NFC. A word that fits several products has an addition ('loku lunu - lanka'). */
  aliases: readonly string[];
  description: string;
}

const csv = readFileSync(path.join(import.meta.dirname, 'products.csv'), 'utf8');

/** In the order of the price sheet. */
export const starterProducts: readonly StarterProduct[] = parse<Record<string, string>>(csv, { columns: true }).map(
  (row) => ({ ...row, aliases: (row.aliases ?? '').split('|').filter(Boolean) }) as unknown as StarterProduct,
);
