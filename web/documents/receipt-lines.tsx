import { dayOf } from '#billing/calendar.ts';
import type { ChargeKindValue } from '#contract/money-effects.ts';
import type { Receipt } from '#contract/payments.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { Line } from './paper-parts.tsx';
import styles from './receipt.module.css';

const WORDS: Record<ChargeKindValue, string> = {
  VAT: 'VAT',
  OperationFee: 'Operation fee',
  Rent: 'Rent',
  Fine: 'Fine',
};

/** The paid charges by line, the credit, and the balance of the shop on the day of printing. */
export function ReceiptLines({ receipt }: { receipt: Receipt }) {
  const { settled, filled_debt, kept_as_credit, corrections, balance_amount, still_owed } = receipt;
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Rs.</th>
        </tr>
      </thead>
      <tbody>
        {settled.map((line) => (
          <Line
            key={`${line.invoice_id} ${line.charge}`}
            text={`${WORDS[line.charge]} ${formatMonth(line.month_year)}, ${line.invoice_id}`}
            rupees={line.amount}
          />
        ))}
        {filled_debt > 0 && <Line text="Filled a balance below 0" rupees={filled_debt} />}
        {kept_as_credit > 0 && <Line text="Kept as credit" rupees={kept_as_credit} />}
        {corrections.map(({ amount, reason, date }) => (
          <Line
            key={`${date} ${amount} ${reason}`}
            text={`Corrected ${formatOfficeDay(dayOf(date))} (in the amount above): ${reason}`}
            rupees={amount}
          />
        ))}
      </tbody>
      <tfoot>
        {balance_amount > 0 && <Line text="Balance in the shop's favour" rupees={balance_amount} />}
        <Line text={`The shop owes on ${formatOfficeDay(browserToday())}`} rupees={still_owed} />
      </tfoot>
    </table>
  );
}
