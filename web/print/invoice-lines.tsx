import { dayOf } from '#billing/calendar.ts';
import type { ListedInvoice } from '#contract/invoices.ts';
import { formatDay } from '#web/ui/dates.ts';
import { formatFigure } from '#web/ui/money.ts';
import styles from './invoice.module.css';

/** What the invoice asks for, line by line to its total, and how the month before ended: as it stood when it was made. */
export function InvoiceLines({ invoice }: { invoice: ListedInvoice }) {
  const { rent_amount, operation_fee, vat_rate, vat_amount, total_arrears, fines, previous_fines } = invoice;
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Rs.</th>
        </tr>
      </thead>
      <tbody>
        <Line text="Rent" rupees={rent_amount} />
        <Line text="Operation fee" rupees={operation_fee} />
        <Line text={`VAT ${vat_rate}%`} rupees={vat_amount} />
        <Line text="Arrears of earlier months" rupees={total_arrears} />
        <Line text={finesText(previous_fines)} rupees={fines} />
        <Line {...balanceLine(invoice.previous_balance)} />
      </tbody>
      <tfoot>
        <Line text="Total amount" rupees={invoice.total_amount} />
        <tr>
          <td colSpan={2}>{previousText(invoice)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Money kept for the shop is taken off; a balance below 0 is a debt, and added. */
function balanceLine(balance: number): { text: string; rupees: number } {
  if (balance < 0) return { text: 'Previous balance, owed', rupees: -balance };
  return { text: 'Less previous balance', rupees: balance === 0 ? 0 : -balance };
}

function finesText(ofPreviousMonth: number): string {
  return `Total fines${ofPreviousMonth > 0 ? ` (on the invoice before: ${formatFigure(ofPreviousMonth)})` : ''}`;
}

function previousText({ previous_invoice_total_amount, previous_payment_summary }: ListedInvoice): string {
  const { total_paid, last_payment_date: last } = previous_payment_summary;
  const paid = `paid since Rs. ${formatFigure(total_paid)}${last === null ? '' : `, last on ${formatDay(dayOf(last))}`}`;
  return `Previous invoice: Rs. ${formatFigure(previous_invoice_total_amount)}; ${paid}`;
}

function Line({ text, rupees }: { text: string; rupees: number }) {
  return (
    <tr>
      <td>{text}</td>
      <td>{formatFigure(rupees)}</td>
    </tr>
  );
}
