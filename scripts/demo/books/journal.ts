/**
 * The facts of one shop while they are made up, in the order of recording, and what the law makes of them. It does in
 * memory what the acts of `server/features/` do in the database, down to the snapshot of each invoice; a test replays it
 * through those acts and finds the same books.
 *
 * Ids are the journal's own, 1 for the first fact; `write-books.ts` gives each its place in the database.
 */

import { type Day, dayOf, type Instant, type Month, paymentInstant } from '#billing/calendar.ts';
import { finesToArrest, invoicesToArrest, newFines, overdueInvoices, refuseFine } from '#billing/fine.ts';
import { fold } from '#billing/fold.ts';
import { billOf, dueDayOf, invoiceNumber, standsAt, startOfMonth } from '#billing/invoice.ts';
import { type PaidAmount, takeSnapshot } from '#billing/invoice-snapshot.ts';
import { findCharge, type Ledger, totalOwed } from '#billing/ledger.ts';
import type { LedgerEntry } from '#billing/ledger-entries.ts';
import { type Cents, cents, sumCents } from '#billing/money.ts';
import type { PaymentMethod } from '#contract/payments.ts';
import type { InvoiceRow, LedgerEntryRow, NewLedgerEntry } from '#server/features/ledger/queries.ts';
import { type Happening, wordsOf } from './note-words.ts';
import type { Terms } from './plan-shops.ts';

export type JournalFact = Omit<LedgerEntryRow, 'shop_id'>;
export type JournalInvoice = Omit<InvoiceRow, 'shop_id' | 'status' | 'paid_cents' | 'updated_at'>;
export type JournalNote = ReturnType<typeof wordsOf> & { by: string; at: Instant };

/** Who does something, and when. */
export interface Doing {
  by: string;
  at: Instant;
}

export interface Payment {
  day: Day;
  cents: Cents;
  method: PaymentMethod;
  note: string;
  /** The invoice that it names. */
  invoiceId: number | null;
}

export class Journal {
  readonly rows: JournalFact[] = [];
  readonly invoices: JournalInvoice[] = [];
  /** What the audit log says of all that was done since `notedFrom`, in order. */
  readonly notes: JournalNote[] = [];
  /** Whoever rents the shop now: the place of the tenancy among the shop's. */
  tenancy: number | null = null;
  readonly #shopId: string;
  readonly #notedFrom: Instant;
  readonly #standing = new Map<number, LedgerEntry>();
  #books: Ledger | undefined;

  constructor(shopId: string, notedFrom: Instant) {
    this.#shopId = shopId;
    this.#notedFrom = notedFrom;
  }

  /** The books as all facts recorded so far give them. */
  get ledger(): Ledger {
    this.#books ??= fold([...this.#standing.values()]);
    return this.#books;
  }

  /** What the shop owes now, below 0 never. */
  get owedCents(): Cents {
    return totalOwed(this.ledger);
  }

  generate(doing: Doing, month: Month, terms: Terms): JournalInvoice {
    const bill = billOf(terms.rentCents, terms.operationFeeCents, terms.vatRateBasisPoints);
    const invoice: JournalInvoice = {
      id: this.rows.length + 1,
      number: invoiceNumber(this.#shopId, month),
      month,
      generated_at: doing.at,
      due_day: dueDayOf({ month, generatedAt: doing.at }),
      vat_rate_basis_points: terms.vatRateBasisPoints,
      rent_cents: bill.rentCents,
      operation_fee_cents: bill.operationFeeCents,
      vat_cents: bill.vatCents,
      ...this.#snapshot(month, sumCents(Object.values(bill))),
      times_printed: 0,
    };
    this.invoices.push(invoice);
    const at = standsAt(month, doing.at);
    this.#do(doing, { kind: 'generated', invoice }, () =>
      this.#add(doing, { kind: 'invoice', effective_at: at, month, tenant_id: this.tenancy }, (id) => ({
        ...{ id, at, kind: 'invoice', month, generatedAt: doing.at },
        ...bill,
      })),
    );
    return invoice;
  }

  pay(doing: Doing, payment: Payment): number {
    const at = paymentInstant(payment.day);
    const paymentId = this.rows.length + 1;
    const row: NewLedgerEntry = {
      ...{ kind: 'payment', effective_at: at, cents: payment.cents, invoice_id: payment.invoiceId },
      ...{ tenant_id: this.tenancy, method: payment.method, note: payment.note },
    };
    this.#do(doing, { kind: 'paid', paymentId, ...payment }, () =>
      this.#add(doing, row, (id) => ({ id, at, kind: 'payment', cents: payment.cents })),
    );
    return paymentId;
  }

  /** Says what a payment really was. */
  correct(doing: Doing, paymentId: number, actualCents: Cents, reason: string): number {
    const payment = this.#row(paymentId);
    const recordedCents = this.#amountOf(payment);
    const at = payment.effective_at;
    const difference = cents(actualCents - recordedCents);
    const correctionId = this.rows.length + 1;
    const row: NewLedgerEntry = {
      ...{ kind: 'correction', effective_at: at, cents: difference, payment_id: paymentId },
      ...{ invoice_id: payment.invoice_id, tenant_id: payment.tenant_id, method: 'Correction Made', note: reason },
    };
    const invoiceId = payment.invoice_id;
    this.#do(doing, { kind: 'corrected', paymentId, at, invoiceId, recordedCents, actualCents, reason }, () =>
      this.#add(doing, row, (id) => ({ id, at, kind: 'correction', paymentId, cents: difference })),
    );
    return correctionId;
  }

  setBalance(doing: Doing, wantedCents: Cents, reason: string): void {
    const difference = cents(wantedCents - this.ledger.balanceCents);
    if (difference === 0) return;
    const row: NewLedgerEntry = {
      ...{ kind: 'balance', effective_at: doing.at, cents: difference, tenant_id: this.tenancy, note: reason },
    };
    this.#do(doing, { kind: 'balance set', wantedCents, reason }, () =>
      this.#add(doing, row, (id) => ({ id, at: doing.at, kind: 'balance', cents: difference })),
    );
  }

  /** Fines one invoice, unless that would be refused. */
  applyFine(doing: Doing, invoiceId: number): void {
    const invoice = this.ledger.invoices.find(({ id }) => id === invoiceId);
    if (invoice && !refuseFine(invoice, dayOf(doing.at))) this.#actOn(doing, 'fine applied', [invoiceId]);
  }

  /** Fines every invoice that is overdue. */
  applyFines(doing: Doing): void {
    const overdue = overdueInvoices(this.ledger, dayOf(doing.at));
    this.#actOn(
      doing,
      'fine applied',
      overdue.map(({ id }) => id),
    );
  }

  /** Takes the fine of an invoice away, if it has one. */
  removeFine(doing: Doing, invoiceId: number, reason: string): void {
    const invoice = this.ledger.invoices.find(({ id }) => id === invoiceId);
    if (invoice && findCharge(invoice, 'Fine')) this.#actOn(doing, 'fine removed', [invoiceId], reason);
  }

  /** Puts under arrest what is open for thirty days: invoices, or fines. */
  arrest(doing: Doing, what: 'invoices' | 'fines'): void {
    const today = dayOf(doing.at);
    const [kind, due] =
      what === 'invoices'
        ? (['invoice arrested', invoicesToArrest(this.ledger, today)] as const)
        : (['fine arrested', finesToArrest(this.ledger, today)] as const);
    this.#actOn(
      doing,
      kind,
      due.map(({ id }) => id),
    );
  }

  /** Deletes a payment with its corrections, or the newest correction of one. */
  voidPayment(doing: Doing, id: number, reason: string): void {
    const voided = this.#standingRows().filter((row) => row.id === id || row.payment_id === id);
    const happening = { kind: 'payment deleted' as const, rows: voided, reason };
    this.#do(doing, happening, () => this.#void(doing, voided, reason));
  }

  /** Deletes an invoice with what was done to it; payments that named it stay. */
  voidInvoice(doing: Doing, invoice: JournalInvoice, reason: string): void {
    const goes = this.#standingRows().filter(
      (row) => row.id === invoice.id || (row.invoice_id === invoice.id && !/payment|correction/.test(row.kind)),
    );
    this.#do(doing, { kind: 'invoice deleted', invoice, reason }, () => this.#void(doing, goes, reason));
  }

  /** The standing fine of an invoice, in cents. */
  fineOf(invoiceId: number): Cents {
    const invoice = this.ledger.invoices.find(({ id }) => id === invoiceId);
    return (invoice && findCharge(invoice, 'Fine')?.cents) ?? cents(0);
  }

  #actOn(
    doing: Doing,
    kind: 'fine applied' | 'fine removed' | 'invoice arrested' | 'fine arrested',
    invoiceIds: readonly number[],
    note = '',
  ): void {
    if (invoiceIds.length === 0) return;
    this.#do(doing, { kind, invoiceIds, reason: note }, () => {
      for (const invoiceId of invoiceIds) {
        this.#add(doing, { kind, effective_at: doing.at, invoice_id: invoiceId, note }, (id) => ({
          ...{ id, at: doing.at, kind, invoiceId },
        }));
      }
    });
  }

  /** Changes the facts and, when it is recent, notes what the audit log says of it: the fines it brought, then itself. */
  #do(doing: Doing, happening: Happening, change: () => void): void {
    const isNoted = doing.at >= this.#notedFrom;
    const before = isNoted ? this.ledger : undefined;
    change();
    this.#books = undefined;
    if (!before) return;
    const after = this.ledger;
    const fined = happening.kind === 'fine applied' ? happening.invoiceIds : [];
    const raised = newFines(before, after).filter(({ invoice }) => !fined.includes(invoice.id));
    const happened: Happening[] = [...raised.map((fine) => ({ kind: 'fine fell due' as const, fine })), happening];
    const told = { shopId: this.#shopId, before, after, invoices: this.invoices };
    for (const one of happened.flatMap(oneByOne)) this.notes.push({ ...wordsOf(one, told), ...doing });
  }

  #add(doing: Doing, row: NewLedgerEntry, factOf: (id: number) => LedgerEntry): void {
    const id = this.rows.length + 1;
    this.rows.push({
      ...{ cents: cents(0), month: null, invoice_id: null, payment_id: null, tenant_id: null, method: null, note: '' },
      ...row,
      ...{ id, recorded_at: doing.at, recorded_by: doing.by },
      ...{ voided_at: null, voided_by: null, void_reason: null },
    });
    this.#standing.set(id, factOf(id));
  }

  #void(doing: Doing, rows: readonly JournalFact[], reason: string): void {
    for (const row of rows) {
      Object.assign(row, { voided_at: doing.at, voided_by: doing.by, void_reason: reason });
      this.#standing.delete(row.id);
    }
  }

  #snapshot(month: Month, billCents: Cents) {
    const previous = this.invoices.findLast((invoice) => this.#standing.has(invoice.id) && invoice.month < month);
    const snapshot = takeSnapshot(this.ledger, {
      ...{ month, billCents, payments: this.#paymentsSince(startOfMonth(previous?.month ?? month)) },
      previous: previous && { month: previous.month, totalCents: previous.total_cents },
    });
    return {
      previous_balance_cents: snapshot.previousBalanceCents,
      total_arrears_cents: snapshot.totalArrearsCents,
      fines_cents: snapshot.finesCents,
      previous_fines_cents: snapshot.previousFinesCents,
      previous_total_cents: snapshot.previousTotalCents,
      previous_paid_cents: snapshot.previousPaidCents,
      previous_paid_at: snapshot.previousPaidAt ?? null,
      total_cents: snapshot.totalCents,
    };
  }

  /** The standing payments from an instant on, as they really were. */
  #paymentsSince(from: Instant): PaidAmount[] {
    const payments = this.#standingRows().filter((row) => row.kind === 'payment' && row.effective_at >= from);
    return payments.map((row) => ({ at: row.effective_at, cents: this.#amountOf(row) }));
  }

  #amountOf(payment: JournalFact): Cents {
    const corrections = this.rows.filter((row) => row.payment_id === payment.id && this.#standing.has(row.id));
    return sumCents([payment, ...corrections].map((row) => row.cents));
  }

  #standingRows(): JournalFact[] {
    return this.rows.filter((row) => this.#standing.has(row.id));
  }

  #row(id: number): JournalFact {
    const row = this.rows[id - 1];
    if (!row) throw new Error(`no fact ${id}`);
    return row;
  }
}

/** An act on several invoices leaves an entry for each. */
function oneByOne(happening: Happening): Happening[] {
  if (!('invoiceIds' in happening)) return [happening];
  return happening.invoiceIds.map((invoiceId) => ({ ...happening, invoiceIds: [invoiceId] }));
}
