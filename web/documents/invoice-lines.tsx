import { dayOf } from '#billing/calendar.ts';
import { figureNames, listFigures } from '#billing/invoice-figures.ts';
import type { ListedInvoice } from '#contract/invoices.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatFigure } from '#web/ui/format/money.ts';
import styles from './invoice.module.css';
import { Line } from './paper-parts.tsx';

/** The charges up to the total, and the balance of the month before, as of the generation. */
export function InvoiceLines({ invoice }: { invoice: ListedInvoice }) {
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Rs.</th>
        </tr>
      </thead>
      <tbody>
        {listFigures(invoice).map(([name, rupees]) => (
          <Line key={name} text={name} rupees={rupees} />
        ))}
      </tbody>
      <tfoot>
        <Line text={figureNames.total_amount} rupees={invoice.total_amount} />
        <tr>
          <td colSpan={2}>{tellBefore(invoice)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Earlier debts, shown and not added. */
function tellBefore({
  previous_fines,
  previous_invoice_total_amount,
  previous_payment_summary,
}: ListedInvoice): string {
  const { total_paid, last_payment_date: last } = previous_payment_summary;
  return [
    `${figureNames.previous_fines} ${formatFigure(previous_fines)}`,
    `${figureNames.previous_invoice_total_amount} ${formatFigure(previous_invoice_total_amount)}`,
    `${figureNames.previous_paid} ${formatFigure(total_paid)}`,
    `${figureNames.previous_payment} ${last === null ? '–' : formatOfficeDay(dayOf(last))}`,
  ].join(' · ');
}
