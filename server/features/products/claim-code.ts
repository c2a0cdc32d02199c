import { Refusal } from '#contract/refusals.ts';

const LONGEST = 20;
/** For a name without a Latin letter or digit. */
const FALLBACK = 'PRODUCT';

/**
 * The code of a new product: the one asked for, refused when any product has it, archived ones too, for old price
 * lists still name it; or one made from the name, such as RED-CABBAGE, with a number when that is taken: RED-CABBAGE-2.
 */
export function claimCode(taken: readonly string[], asked: string | undefined, name: string): string {
  if (asked === undefined) return deriveCode(taken, name);
  if (taken.includes(asked)) throw new Refusal('product_code_taken');
  return asked;
}

function deriveCode(taken: readonly string[], name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-');
  const base = cut(plain, LONGEST) || FALLBACK;
  let code = base;
  for (let number = 2; taken.includes(code); number += 1) {
    const ending = `-${number}`;
    code = `${cut(base, LONGEST - ending.length)}${ending}`;
  }
  return code;
}

/** So many characters at most, without a hyphen at either end. */
function cut(text: string, length: number): string {
  return text.replace(/^-/, '').slice(0, length).replace(/-$/, '');
}
