import type { FoldedInvoice } from '#billing/ledger.ts';
import { type Cents, sumCents } from '#billing/money.ts';
import { type TaxTotals, taxTotals } from '#billing/tax/tax-lines.ts';
import type { TaxSettings } from '#billing/tax/tax-settings.ts';
import type { InvoiceRow } from '../ledger/queries.ts';
import { readLines } from '../ledger/read-lines.ts';
import type { TaxDocumentRow } from '../tax/queries.ts';

export interface ChargedAmounts {
  allCents: Cents;
  vatableCents: Cents;
  vatCents: Cents;
}

export function sumCharged(folded: FoldedInvoice, invoice: InvoiceRow): ChargedAmounts {
  const taxed = new Set(readLines(invoice).flatMap(({ isVatable, line }) => (isVatable ? [line] : [])));
  const supplied = folded.charges.filter(({ kind }) => kind !== 'VAT' && kind !== 'Fine');
  const vatable = supplied.filter(({ kind, line }) => kind !== 'Other' || taxed.has(line));
  const vat = folded.charges.filter(({ kind }) => kind === 'VAT');
  return {
    allCents: sumCents(supplied.map((charge) => charge.cents)),
    vatableCents: sumCents(vatable.map((charge) => charge.cents)),
    vatCents: sumCents(vat.map((charge) => charge.cents)),
  };
}

/**
 * Returns the corrected totals of a document. They cover all charges if the document has no VAT, otherwise only those
 * that carry VAT.
 */
export function correctedTotals(
  { vat_rate_basis_points: vatRateBasisPoints, settings }: TaxDocumentRow,
  { allCents, vatableCents }: ChargedAmounts,
): TaxTotals {
  if (vatRateBasisPoints === 0) return taxTotals(allCents, { vatRateBasisPoints, amounts: 'cents' });
  const { amounts } = JSON.parse(settings) as TaxSettings;
  return taxTotals(vatableCents, { vatRateBasisPoints, amounts });
}
