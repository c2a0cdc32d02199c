/**
 * Value, VAT and total of a tax document (docs/rules.md, Tax documents).
 *
 * Worked example: rent 25,000.00 and operation fee 3,500.00 at 18% make a value of 28,500.00, VAT of 5,130.00 and a
 * total of 33,630.00. Fines, arrears and balances are never part of the document.
 */
import { amountInWords } from '../amount-in-words.ts';
import { type Cents, cents, percentOf, sumCents } from '../money.ts';
import type { TaxSettings } from './tax-settings.ts';

export interface TaxLine {
  valueCents: Cents;
  isVatable: boolean;
}

export interface TaxTotals {
  /** The amount without VAT. */
  valueCents: Cents;
  vatCents: Cents;
  totalCents: Cents;
}

export interface TaxTerms {
  vatRateBasisPoints: number;
  amounts: TaxSettings['amounts'];
}

export const NO_TAX_TOTALS: Readonly<TaxTotals> = { valueCents: cents(0), vatCents: cents(0), totalCents: cents(0) };

const CENTS_PER_RUPEE = 100;
/** 100% in basis points. */
const WHOLE = 10_000;

export interface TaxedBill<Line extends TaxLine> {
  /** The lines on the document: the taxable ones, or all lines if the bill has no VAT. */
  onPaper: Line[];
  /** Lines without VAT on a bill with VAT. They are part of the statement of account. */
  onStatement: Line[];
  hasVat: boolean;
  totals: TaxTotals;
  /**
   * The amount by which the ledger's charges exceed the total on the document; 0 unless it is rounded to whole rupees.
   */
  restCents: Cents;
}

/**
 * Splits the lines of a bill between the tax document and the statement of account. VAT is computed on the sum of the
 * taxable lines and rounded once.
 */
export function taxBill<Line extends TaxLine>(lines: readonly Line[], terms: TaxTerms): TaxedBill<Line> {
  const taxable = lines.filter(({ isVatable }) => isVatable);
  const hasVat = terms.vatRateBasisPoints > 0 && sumOfValues(taxable) > 0;
  const onPaper = hasVat ? taxable : [...lines];
  const charged = totalsOn(sumOfValues(onPaper), { vatRateBasisPoints: hasVat ? terms.vatRateBasisPoints : 0 });
  const totals = hasVat ? taxTotals(charged.valueCents, terms) : charged;
  return {
    onPaper,
    onStatement: hasVat ? lines.filter(({ isVatable }) => !isVatable) : [],
    hasVat,
    totals,
    restCents: cents(charged.totalCents - totals.totalCents),
  };
}

/**
 * Returns value, VAT and total. VAT is rounded half up to a cent. On a document in whole rupees the value is rounded
 * half up first. VAT is computed on the rounded value, so that the printed figures add up.
 */
export function taxTotals(valueCents: Cents, { vatRateBasisPoints, amounts }: TaxTerms): TaxTotals {
  if (amounts === 'cents') return totalsOn(valueCents, { vatRateBasisPoints });
  const value = toWholeRupees(valueCents);
  return totalsOf(value, divideHalfUp(value, { by: vatRateBasisPoints, of: WHOLE, step: CENTS_PER_RUPEE }));
}

export interface FineTerms extends TaxTerms {
  fineVat: TaxSettings['fineVat'];
}

/**
 * Returns value, VAT and total of a fine; undefined when a fine bears no VAT. VAT within a fine is rate / (100% + rate)
 * of it, rounded half up once: 18/118 of 7,500.00 is 1,144.07.
 */
export function fineTotals(
  fineCents: Cents,
  { fineVat, vatRateBasisPoints, amounts }: FineTerms,
): TaxTotals | undefined {
  if (fineVat === 'outside' || vatRateBasisPoints === 0) return undefined;
  if (fineVat === 'exclusive') return taxTotals(fineCents, { vatRateBasisPoints, amounts });
  const total = amounts === 'cents' ? fineCents : toWholeRupees(fineCents);
  const step = amounts === 'cents' ? 1 : CENTS_PER_RUPEE;
  const vatCents = divideHalfUp(total, { by: vatRateBasisPoints, of: WHOLE + vatRateBasisPoints, step });
  return totalsOf(cents(total - vatCents), vatCents);
}

/** Returns the optional fields of a tax document. Undefined fields are not printed. */
export function optionalTaxFields(
  { totalCents }: Pick<TaxTotals, 'totalCents'>,
  { words, placeOfSupply }: Pick<TaxSettings, 'words' | 'placeOfSupply'>,
): { totalInWords: string | undefined; placeOfSupply: string | undefined } {
  return {
    totalInWords: words ? amountInWords(totalCents) : undefined,
    placeOfSupply: placeOfSupply.trim() || undefined,
  };
}

/** Returns the sums of value, VAT and total, each added separately. */
export function sumTaxTotals(all: readonly TaxTotals[]): TaxTotals {
  return {
    valueCents: sumCents(all.map(({ valueCents }) => valueCents)),
    vatCents: sumCents(all.map(({ vatCents }) => vatCents)),
    totalCents: sumCents(all.map(({ totalCents }) => totalCents)),
  };
}

function sumOfValues(lines: readonly TaxLine[]): Cents {
  return sumCents(lines.map(({ valueCents }) => valueCents));
}

function totalsOn(valueCents: Cents, { vatRateBasisPoints }: Pick<TaxTerms, 'vatRateBasisPoints'>): TaxTotals {
  return totalsOf(valueCents, percentOf(valueCents, vatRateBasisPoints));
}

function totalsOf(valueCents: Cents, vatCents: Cents): TaxTotals {
  return { valueCents, vatCents, totalCents: cents(valueCents + vatCents) };
}

function toWholeRupees(amount: Cents): Cents {
  return divideHalfUp(amount, { by: 1, of: 1, step: CENTS_PER_RUPEE });
}

/**
 * Returns amount x by / of, rounded half up to a multiple of `step` cents. The multiplication uses bigints, because its
 * result may exceed 2^53.
 */
function divideHalfUp(amount: Cents, { by, of, step }: { by: number; of: number; step: number }): Cents {
  if (amount < 0) throw new RangeError(`not an amount to round: ${amount}`);
  const divisor = BigInt(of) * BigInt(step);
  const steps = (2n * BigInt(amount) * BigInt(by) + divisor) / (2n * divisor);
  return cents(Number(steps) * step);
}
