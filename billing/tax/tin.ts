/** Taxpayer identification numbers (TIN) and the parties of a tax document (docs/rules.md, Tax documents). */

/** A TIN of nine digits. */
export type Tin = string & { readonly __unit: 'tin' };

const TIN = /^\d{9}$/;
/** Matches a TIN, or a VAT registration number, which is the TIN with `-7000`. */
const WRITTEN = /^(\d{9})(?:-?7000)?$/;

/** Returns true for exactly nine digits. */
export function isTin(text: string): text is Tin {
  return TIN.test(text);
}

/**
 * Reads a TIN; undefined for any other text. Spaces are ignored, and the suffix `-7000` of a VAT registration number is
 * removed: `900 000 019-7000` is 900000019.
 */
export function readTin(text: string): Tin | undefined {
  return WRITTEN.exec(text.replaceAll(/\s/g, ''))?.[1] as Tin | undefined;
}

/** A taxpayer as named on the VAT certificate. */
export interface Taxpayer {
  tin: string;
  name: string;
  address: string;
}

/** Returns which details of a registered party are missing or wrong: its TIN of nine digits, its name, its address. */
export function findTaxpayerFaults(party: Taxpayer): (keyof Taxpayer)[] {
  const faults: (keyof Taxpayer)[] = [];
  if (readTin(party.tin) === undefined) faults.push('tin');
  if (party.name.trim() === '') faults.push('name');
  if (party.address.trim() === '') faults.push('address');
  return faults;
}
