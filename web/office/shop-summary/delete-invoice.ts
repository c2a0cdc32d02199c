import { type Invoice, invoices } from '#contract/invoices.ts';
import { sentenceOf } from '#web/client.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { actOnBooks } from './change-ledger.ts';

/** Asks, and takes an invoice with its charges and its fine out of the books; true when it is gone. */
export async function deleteInvoice({ invoice_id, month_year }: Invoice): Promise<boolean> {
  const params = { id: invoice_id };
  const month = formatMonth(month_year);
  const answer = await actOnBooks({
    question: {
      title: `Delete ${invoice_id}?`,
      sentence: `Are you sure you want to delete this invoice? Its charges and its fine leave the books, payments stay, and ${month} can be generated again.`,
      confirmLabel: 'Delete',
      isDangerous: true,
      asksReason: true,
    },
    send: (query, body) => api(invoices.remove, { params, query, body }),
    failed: (error) => sentenceOf(error, 'Failed to delete invoice.'),
  });
  if (answer) toastDone('Invoice deleted successfully.', 3);
  return answer !== undefined;
}
