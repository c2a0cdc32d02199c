import { fineOn } from '#billing/fine.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import { fines } from '#contract/fines.ts';
import { sentenceOf } from '#web/client.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';
import { actOnBooks } from './change-ledger.ts';
import { type SummaryInvoice, toCents } from './sum-charges.ts';

/** Asks, and fines an invoice now; true when it is done. */
export async function applyFine(invoice: SummaryInvoice): Promise<boolean> {
  const params = { id: invoice.invoice_id };
  const idempotencyKey = newKey();
  const answer = await actOnBooks({
    question: {
      title: `Apply a fine to ${invoice.invoice_id}?`,
      sentence: `${formatMoney(expectedFine(invoice))} is charged: 30% of the rent of ${monthOfInvoice(invoice)} that is still unpaid.`,
      confirmLabel: 'Apply Fine',
    },
    send: (query) => api(fines.apply, { params, query }, query.dry_run ? {} : { idempotencyKey }),
    failed: (error) => sentenceOf(error, 'Failed to apply fine.'),
  });
  if (answer) toastDone(answer.message, 3);
  return answer !== undefined;
}

/** Asks, and takes the fine of an invoice away; true when it is gone. */
export async function deleteFine(invoice: SummaryInvoice): Promise<boolean> {
  const params = { id: invoice.invoice_id };
  const answer = await actOnBooks({
    question: {
      title: `Delete the fine of ${invoice.invoice_id}?`,
      sentence:
        'Are you sure you want to delete this fine? What was paid to it goes to other charges, and no fine of this invoice comes back by itself.',
      confirmLabel: 'Delete Fine',
      isDangerous: true,
      asksReason: true,
    },
    send: (query, body) => api(fines.remove, { params, query, body }),
    failed: (error) => sentenceOf(error, 'Failed to delete fine.'),
  });
  if (answer) toastDone(answer.message, 3);
  return answer !== undefined;
}

function expectedFine({ Rents }: SummaryInvoice): number {
  const unpaid = Rents.map(({ rent_amount, paid_amount }) => sumCents([toCents(rent_amount), toCents(-paid_amount)]));
  return toRupees(fineOn(sumCents(unpaid)));
}

function monthOfInvoice({ month_year }: SummaryInvoice): string {
  return formatMonth(month_year);
}
