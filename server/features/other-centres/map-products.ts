import { foldText } from '#contract/fold-text.ts';
import type { MappedBy } from '#contract/other-centres.ts';
import { findProductCodes } from '../open-data/product-codes-data.ts';

interface OwnProduct {
  id: number;
  code: string;
  name: string;
  name_si: string;
  name_ta: string;
}

interface TheirProduct {
  code: string;
  name: string;
  name_si: string;
  name_ta: string;
  cpc: string | null;
  hs: string | null;
}

export interface ProductMapping {
  product_id: number | null;
  mapped_by: MappedBy;
}

const LANGUAGES = ['name', 'name_si', 'name_ta'] as const;

/** Returns a function that finds the product of this market that is the same, or none: it never guesses. */
export function productMapper(own: readonly OwnProduct[]): (theirs: TheirProduct) => ProductMapping {
  const byCode = new Map(own.map((product) => [product.code, product.id]));
  const byName = new Map(LANGUAGES.map((field) => [field, namesOf(own, field)]));
  return (theirs) => {
    const sameCode = byCode.get(theirs.code);
    if (sameCode !== undefined && hasStandardCode(theirs)) return { product_id: sameCode, mapped_by: 'code' };
    const found = new Set<number>();
    for (const field of LANGUAGES)
      for (const id of byName.get(field)?.get(foldText(theirs[field])) ?? []) found.add(id);
    const [only, ...others] = found;
    if (only === undefined || others.length > 0) return { product_id: null, mapped_by: 'none' };
    return { product_id: only, mapped_by: 'name' };
  };
}

/** A code means the same in both markets if both give it the same codes of FAO or the customs. */
function hasStandardCode({ code, cpc, hs }: TheirProduct): boolean {
  const standard = findProductCodes(code);
  return (standard.cpc !== null || standard.hs !== null) && standard.cpc === cpc && standard.hs === hs;
}

function namesOf(own: readonly OwnProduct[], field: (typeof LANGUAGES)[number]): Map<string, Set<number>> {
  const names = new Map<string, Set<number>>();
  for (const product of own) {
    const name = foldText(product[field]);
    if (name !== '') names.set(name, (names.get(name) ?? new Set()).add(product.id));
  }
  return names;
}
