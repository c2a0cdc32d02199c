import { dayOf } from '#billing/calendar.ts';
import type { Receipt } from '#contract/payments.ts';
import { formatInstant, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatFigure } from '#web/ui/format/money.ts';
import { Fact } from './paper-parts.tsx';
import styles from './receipt.module.css';
import { ReceiptLines } from './receipt-lines.tsx';

interface ReceiptSheetProps {
  receipt: Receipt;
  /** It was printed before. */
  isCopy: boolean;
}

/** What a tenant takes home: A5 landscape, which is half of an A4 page; printing its page prints nothing else. */
export function ReceiptSheet({ receipt, isCopy }: ReceiptSheetProps) {
  const { payment_id, centre, shop_id, shop_name, location, tenant_name, amount, amount_in_words } = receipt;
  const { payment_method, payment_date, invoice_id, note, recorded_by, recorded_at } = receipt;
  return (
    <article className={styles.receipt} aria-label={`Receipt ${payment_id}`}>
      <header className={styles.head}>
        <div>
          <p className={styles.centre}>{centre.name}</p>
          <p>{[centre.address, centre.phone].filter(Boolean).join(' · ')}</p>
        </div>
        <div className={styles.number}>
          <p className={styles.title}>Receipt No. {payment_id}</p>
          {isCopy && <p className={styles.copy}>COPY</p>}
        </div>
      </header>
      <dl className={styles.facts}>
        <Fact name="Shop" text={`${shop_id}, ${shop_name}, ${location}`} />
        <Fact name="Tenant" text={tenant_name ?? '—'} />
        <Fact name="Date" text={formatOfficeDay(dayOf(payment_date))} />
        <Fact name="Method" text={payment_method} />
        {invoice_id !== null && <Fact name="Invoice" text={invoice_id} />}
        {note !== '' && <Fact name="Note" text={note} />}
      </dl>
      <p className={styles.amount}>
        Received <b>Rs. {formatFigure(amount)}</b>
      </p>
      <p className={styles.words}>{amount_in_words}</p>
      <ReceiptLines receipt={receipt} />
      <footer className={styles.foot}>
        <p>
          Received by {recorded_by}, {formatInstant(recorded_at)}
        </p>
        <p className={styles.signature}>Signature</p>
      </footer>
    </article>
  );
}
