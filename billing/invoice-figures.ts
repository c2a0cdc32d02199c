/**
 * The amounts of an invoice with their names, in the order of specification 1, section 2. Used by the list, the print,
 * the PDF and the email.
 */

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

/** Amounts in rupees, as in the API; the rate is in percent. */
interface Amounts {
  rent_amount: number;
  operation_fee: number;
  vat_rate: number;
  vat_amount: number;
  total_arrears: number;
  fines: number;
  previous_balance: number;
}

/**
 * Returns the amounts that make up the total, in rupees. None is below 0, because the name of the balance says whether
 * it is added or taken off.
 */
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

function nameBalance(balance: number): string {
  if (balance === 0) return figureNames.previous_balance;
  return `${figureNames.previous_balance}, ${balance > 0 ? 'in your favour (taken off)' : 'owed (added)'}`;
}
