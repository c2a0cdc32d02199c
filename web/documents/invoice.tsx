import { dayOf } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { DUE_SENTENCE, type invoices, type ListedInvoice } from '#contract/invoices.ts';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import styles from './invoice.module.css';
import { InvoiceLines } from './invoice-lines.tsx';
import { Fact } from './paper-parts.tsx';

/** The market that sends the invoice. */
type Sender = Answer<typeof invoices.papers>['centre'];

interface InvoiceSheetProps {
  centre: Sender;
  invoice: ListedInvoice;
}

/** The copies of an invoice, in the order in which they lie on their sheet. */
const COPIES = ['Customer Copy', 'Office Copy'] as const;

/**
 * An invoice as it is handed over: one A4 page, portrait with a margin of 4 mm, with the customer's copy above the office's
 * and a line to cut along (specification 1, sections 2 and 9). Sheets that follow one another print one per page.
 */
export function InvoiceSheet({ centre, invoice }: InvoiceSheetProps) {
  return (
    <article className={styles.sheet} aria-label={`Invoice ${invoice.invoice_id}`}>
      {COPIES.map((copy) => (
        <Copy key={copy} copy={copy} centre={centre} invoice={invoice} />
      ))}
    </article>
  );
}

function Copy({ copy, centre, invoice }: InvoiceSheetProps & { copy: (typeof COPIES)[number] }) {
  const { invoice_id, shop_id, month_year, due_date, generated_at, Shop: shop } = invoice;
  return (
    <article className={styles.copy} aria-label={copy}>
      <header className={styles.head}>
        <div>
          <p className={styles.centre}>{centre.name}</p>
          <p>{centre.address}</p>
          <p>VAT Registration No. {centre.vat_registration}</p>
        </div>
        <div className={styles.title}>
          <p className={styles.centre}>Invoice {formatMonth(month_year)}</p>
          <p>{invoice_id}</p>
          <p>
            <span className={styles.mark}>{copy}</span>
          </p>
        </div>
      </header>
      <dl className={styles.facts}>
        <Fact name="Shop" text={`${shop_id}, ${shop.shop_name}`} />
        <Fact name="Issued" text={formatOfficeDay(dayOf(generated_at))} />
        <Fact name="Tenant" text={shop.Tenant?.name ?? '—'} />
        <Fact name="Due" text={formatOfficeDay(due_date)} />
        <Fact name="Location" text={shop.location} />
        <Fact name="Contact" text={shop.Tenant?.contact || '—'} />
      </dl>
      <InvoiceLines invoice={invoice} />
      <p className={styles.due}>{DUE_SENTENCE}</p>
      <footer className={styles.foot}>
        <div>
          <p>Payments to: {centre.bank}</p>
          <p>Management office: {centre.phones.join(', ')}</p>
        </div>
        <p className={styles.signature}>Signature</p>
      </footer>
    </article>
  );
}
