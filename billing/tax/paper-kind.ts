/**
 * Decides which document a bill or a correction becomes (docs/rules.md, Tax documents). The titles are statutory and
 * remain English in every language.
 */
import type { Day } from '../calendar.ts';
import type { TaxSettings } from './tax-settings.ts';

export interface TaxPaperKind {
  title: 'TAX INVOICE' | 'INVOICE';
  /**
   * The unit of the document's serial (its middle part); undefined for a document that has the number of its bill
   * instead.
   */
  serialUnit: string | undefined;
  showsVat: boolean;
  /**
   * `taxpayer` prints TIN, name and address as on the VAT certificate; `shop` prints the tenant's name and the shop.
   */
  purchaserBlock: 'taxpayer' | 'shop';
}

export interface BilledParties {
  isCentreRegistered: boolean;
  /** True when the office has seen the tenant's VAT certificate; a TIN by itself proves nothing. */
  isTenantRegistered: boolean;
  /** True when at least one line bears VAT at a rate above 0. */
  hasVat: boolean;
}

/**
 * Returns true when a document with this invoice date has the form introduced in 2026. The billed month does not
 * matter.
 */
export function hasNewTaxForm(issuedOn: Day, { formFrom }: Pick<TaxSettings, 'formFrom'>): boolean {
  return issuedOn >= formFrom;
}

/**
 * Returns why a bill with this VAT rate (basis points) is refused; undefined when it is allowed. A centre that is not
 * registered must not bill VAT, because VAT that is printed must be paid to the tax office.
 */
export function refuseBilledVat(
  isCentreRegistered: boolean,
  vatRateBasisPoints: number,
): 'centre not registered' | undefined {
  return !isCentreRegistered && vatRateBasisPoints > 0 ? 'centre not registered' : undefined;
}

/** Returns the kind of a bill's document. Throws a RangeError for VAT of a centre that is not registered. */
export function taxPaperKind(
  { isCentreRegistered, isTenantRegistered, hasVat }: BilledParties,
  { unit, plainNumbers }: Pick<TaxSettings, 'unit' | 'plainNumbers'>,
): TaxPaperKind {
  if (!hasVat) return { title: 'INVOICE', serialUnit: undefined, showsVat: false, purchaserBlock: 'shop' };
  if (!isCentreRegistered) throw new RangeError('VAT of a centre that is not registered');
  if (isTenantRegistered) return { title: 'TAX INVOICE', serialUnit: unit, showsVat: true, purchaserBlock: 'taxpayer' };
  const serialUnit = plainNumbers === 'serial' ? unit : undefined;
  return { title: 'INVOICE', serialUnit, showsVat: true, purchaserBlock: 'shop' };
}

export interface TaxNoteKind {
  title: 'TAX CREDIT NOTE' | 'TAX DEBIT NOTE' | 'CREDIT NOTE' | 'DEBIT NOTE';
  serialUnit: string | undefined;
}

/** Returns the kind of a note. A note has a serial when its invoice has one. */
export function taxNoteKind(
  invoice: Pick<TaxPaperKind, 'title' | 'serialUnit'>,
  direction: 'credit' | 'debit',
  { noteUnits }: Pick<TaxSettings, 'noteUnits'>,
): TaxNoteKind {
  const plainTitle = direction === 'credit' ? 'CREDIT NOTE' : 'DEBIT NOTE';
  return {
    title: invoice.title === 'TAX INVOICE' ? `TAX ${plainTitle}` : plainTitle,
    serialUnit: invoice.serialUnit === undefined ? undefined : noteUnits[direction],
  };
}

export type CopyMark = 'ORIGINAL' | "SUPPLIER'S COPY" | 'COPY ONLY';

/**
 * Returns the labels of the two copies on a sheet. Only the first print, email or download is labelled as the original.
 */
export function copyMarks(earlierOutputs: number): { upper: CopyMark; lower: CopyMark } {
  if (earlierOutputs > 0) return { upper: 'COPY ONLY', lower: 'COPY ONLY' };
  return { upper: 'ORIGINAL', lower: "SUPPLIER'S COPY" };
}
