import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { ProductType } from '#contract/product-words.ts';
import { rootFolder } from '../../../program-files.ts';

export interface StarterProduct {
  code: string;
  name: string;
  name_si: string;
  name_ta: string;
  type: ProductType;
  unit: string;
  /**
   * Other names, compared trimmed, in lower case and in NFC. A name that fits several products has a qualifier ('loku
   * lunu - lanka').
   */
  aliases: readonly string[];
  description: string;
}

const csv = readFileSync(path.join(rootFolder, 'server/features/products/starter-catalogue/products.csv'), 'utf8');

export const starterProducts: readonly StarterProduct[] = parse<Record<string, string>>(csv, { columns: true }).map(
  (row) => ({ ...row, aliases: (row.aliases ?? '').split('|').filter(Boolean) }) as unknown as StarterProduct,
);
