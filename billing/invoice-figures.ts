/**
 * The amounts of an invoice with their names, the same wherever it is read: in the list, on paper, as PDF and in the mail
 * (the columns of specification 1, section 2).
 *
 * Worked example: rent 8,000, fee 2,000 and VAT 1,800 with Rs. 150.50 left over from before read `Rent Amount`,
 * `Operation Fee`, `VAT (18%)`, `Total Arrears`, `Total Fines`, and last `Previous Balance, in your favour (taken off)`
 * 150.50; an amount is never below 0, for its name says whether it is added or taken off.
 */

/** What each amount is called. */
export const figureNames = {
  rent_amount: 'Rent Amount',
  operation_fee: 'Operation Fee',
  vat_amount: 'VAT',
  total_arrears: 'Total Arrears',
  fines: 'Total Fines',
  previous_balance: 'Previous Balance',
  total_amount: 'Total Amount',
  total_paid: 'Total Paid',
  previous_fines: 'Fines Prev Month',
  previous_invoice_total_amount: 'Prev Total',
  previous_paid: 'Prev Total Paid',
  previous_payment: 'Prev Payment Date',
} as const;

/** Amounts in rupees, as the wire names them; the rate is in percent. */
interface Amounts {
  rent_amount: number;
  operation_fee: number;
  vat_rate: number;
  vat_amount: number;
  total_arrears: number;
  fines: number;
  previous_balance: number;
}

/** The amounts of which the total is made, in rupees under their names, in the order in which they are added. */
export function listFigures(invoice: Amounts): [name: string, rupees: number][] {
  return [
    [figureNames.rent_amount, invoice.rent_amount],
    [figureNames.operation_fee, invoice.operation_fee],
    [`${figureNames.vat_amount} (${invoice.vat_rate}%)`, invoice.vat_amount],
    [figureNames.total_arrears, invoice.total_arrears],
    [figureNames.fines, invoice.fines],
    [nameBalance(invoice.previous_balance), Math.abs(invoice.previous_balance)],
  ];
}

/** A balance in the shop's favour makes the total less, a debt makes it more. */
function nameBalance(balance: number): string {
  if (balance === 0) return figureNames.previous_balance;
  return `${figureNames.previous_balance}, ${balance > 0 ? 'in your favour (taken off)' : 'owed (added)'}`;
}
