import { BulkActionPage } from './bulk-action-page.tsx';
import { actionWords } from './describe-action.ts';

/** This month's invoices for all shops. */
export function GenerateInvoicesPage() {
  return <BulkActionPage words={actionWords['generate-invoices']} />;
}

/** Fines on all that is late. */
export function ApplyFinesPage() {
  return <BulkActionPage words={actionWords['apply-fines']} />;
}

/** Fines unpaid for 30 days. */
export function FineArrestPage() {
  return <BulkActionPage words={actionWords['fine-arrest']} />;
}

/** Invoices open for 30 days. */
export function InvoiceArrestPage() {
  return <BulkActionPage words={actionWords['invoice-arrest']} />;
}
