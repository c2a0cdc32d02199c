/** What the audit log says of each thing done to the books, in the words of the acts of `server/features/`. */

import { type Day, dayOf, type Instant } from '#billing/calendar.ts';
import type { NewFine } from '#billing/fine.ts';
import { findCharge, type Ledger } from '#billing/ledger.ts';
import { type Cents, sumCents, toRupees } from '#billing/money.ts';
import type { AuditEventType } from '#contract/audit.ts';
import type { AuditEvent } from '#server/features/audit/write-audit.ts';
import type { InvoiceRow, LedgerEntryRow } from '#server/features/ledger/queries.ts';

type Row = Pick<LedgerEntryRow, 'id' | 'kind' | 'cents' | 'payment_id' | 'invoice_id'>;
type Invoice = Pick<InvoiceRow, 'id' | 'number' | 'rent_cents' | 'operation_fee_cents' | 'vat_cents' | 'total_cents'>;

/** Something done to the books of a shop, or brought by it. */
export type Happening =
  | { kind: 'generated'; invoice: Invoice }
  | { kind: 'invoice deleted'; invoice: Invoice; reason: string }
  | { kind: 'paid'; paymentId: number; day: Day; cents: Cents; method: string; note: string; invoiceId: number | null }
  | {
      kind: 'corrected';
      paymentId: number;
      at: Instant;
      invoiceId: number | null;
      recordedCents: Cents;
      actualCents: Cents;
      reason: string;
    }
  | { kind: 'payment deleted'; rows: readonly Row[]; reason: string }
  | { kind: 'balance set'; wantedCents: Cents; reason: string }
  | { kind: 'fine fell due'; fine: NewFine }
  | {
      kind: 'fine applied' | 'fine removed' | 'invoice arrested' | 'fine arrested';
      invoiceIds: readonly number[];
      reason: string;
    };

/** The shop, and its books before and after. */
interface Told {
  shopId: string;
  before: Ledger;
  after: Ledger;
  invoices: readonly Invoice[];
}

/** The words for the log, once the facts have their ids in the database. */
type Words = (idOf: (id: number) => number) => AuditEvent;

/** What the audit log says of one happening. */
export function wordsOf(happening: Happening, told: Told): { words: Words } {
  const numberOf = (id: number | null) => told.invoices.find((invoice) => invoice.id === id)?.number ?? '';
  const about = (type: AuditEventType, invoiceId: number | null) => ({
    ...{ type, shopId: told.shopId },
    ...(invoiceId !== null && { invoiceId: numberOf(invoiceId) }),
  });
  const because = (reason: string) => (reason === '' ? {} : { reason });
  switch (happening.kind) {
    case 'generated': {
      const { id, number, rent_cents, operation_fee_cents, vat_cents } = happening.invoice;
      const newValue = rupees(sumCents([rent_cents, operation_fee_cents, vat_cents]));
      return fixed({ ...about('Invoice Generated', id), description: `Invoice ${number} generated`, newValue });
    }
    case 'invoice deleted': {
      const { id, number, total_cents } = happening.invoice;
      const words = { description: `Invoice ${number} deleted`, oldValue: rupees(total_cents) };
      return fixed({ ...about('Invoice Deleted', id), ...words, ...because(happening.reason) });
    }
    case 'paid': {
      const { paymentId, day, method, note, invoiceId } = happening;
      const balance = toRupees(told.before.balanceCents);
      return {
        words: (idOf) => ({
          ...about('Payment Made', invoiceId),
          description: `Payment ${idOf(paymentId)} of ${day} by ${method}; the balance was ${balance}`,
          newValue: rupees(happening.cents),
          ...because(note),
        }),
      };
    }
    case 'corrected':
      return {
        words: (idOf) => ({
          ...about('Correction', happening.invoiceId),
          description: `Payment ${idOf(happening.paymentId)} of ${dayOf(happening.at)} corrected`,
          oldValue: rupees(happening.recordedCents),
          newValue: rupees(happening.actualCents),
          ...because(happening.reason),
        }),
      };
    case 'payment deleted': {
      const { rows, reason } = happening;
      const oldValue = rupees(sumCents(rows.map((row) => row.cents)));
      return {
        words: (idOf) => ({
          ...about('Payment Deleted', rows[0]?.invoice_id ?? null),
          ...{ description: describeDeletion(rows, idOf), oldValue, ...because(reason) },
        }),
      };
    }
    case 'balance set': {
      const values = { oldValue: rupees(told.before.balanceCents), newValue: rupees(happening.wantedCents) };
      const description = `Balance of shop ${told.shopId} set`;
      return fixed({ ...about('Balance Set', null), description, ...values, ...because(happening.reason) });
    }
    case 'fine fell due': {
      const { invoice, cents, previousCents } = happening.fine;
      const description = `Fine on ${numberOf(invoice.id)} fell due (System)`;
      const values = { oldValue: rupees(previousCents), newValue: rupees(cents) };
      return fixed({ ...about('Fine Applied', invoice.id), description, ...values });
    }
    default:
      return fixed(describeAction(happening, happening.invoiceIds[0] ?? 0));
  }

  function describeAction({ kind, reason }: Happening & { reason: string }, invoiceId: number): AuditEvent {
    const number = numberOf(invoiceId);
    switch (kind) {
      case 'fine applied':
        return {
          ...about('Fine Applied', invoiceId),
          ...{ description: `Fine applied to ${number}`, newValue: fineIn(told.after, invoiceId) },
        };
      case 'fine removed': {
        const values = { oldValue: fineIn(told.before, invoiceId), newValue: '0' };
        return {
          ...about('Fine Removed', invoiceId),
          ...{ description: `Fine on ${number} removed`, ...values, ...because(reason) },
        };
      }
      case 'invoice arrested':
        return { ...about('Arrest Action', invoiceId), description: `Invoice ${number} put under arrest` };
      default:
        return { ...about('Arrest Action', invoiceId), description: `Fine on ${number} put under arrest` };
    }
  }
}

function fixed(event: AuditEvent): { words: Words } {
  return { words: () => event };
}

function describeDeletion([entry, ...corrections]: readonly Row[], idOf: (id: number) => number): string {
  if (!entry) return '';
  if (entry.payment_id !== null) return `Correction ${idOf(entry.id)} of payment ${idOf(entry.payment_id)} deleted`;
  const along = corrections.length > 0 ? `, with ${corrections.length} corrections` : '';
  return `Payment ${idOf(entry.id)} deleted${along}`;
}

function fineIn(ledger: Ledger, invoiceId: number): string {
  const invoice = ledger.invoices.find(({ id }) => id === invoiceId);
  const fine = invoice && findCharge(invoice, 'Fine');
  return fine ? rupees(fine.cents) : '0';
}

function rupees(amount: Cents): string {
  return String(toRupees(amount));
}
