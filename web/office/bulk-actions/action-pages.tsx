import { actionWords } from './action-words.ts';
import { MarketActionPage } from './bulk-action-page.tsx';

/** This month's invoices for all shops. */
export function GenerateInvoicesPage() {
  return <MarketActionPage words={actionWords['generate-invoices']} />;
}

/** Fines on all that is late. */
export function ApplyFinesPage() {
  return <MarketActionPage words={actionWords['apply-fines']} />;
}

/** Fines unpaid for 30 days. */
export function FineArrestPage() {
  return <MarketActionPage words={actionWords['fine-arrest']} />;
}

/** Invoices open for 30 days. */
export function InvoiceArrestPage() {
  return <MarketActionPage words={actionWords['invoice-arrest']} />;
}
