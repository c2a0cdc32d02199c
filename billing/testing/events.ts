/**
 * Events of a shop, before any rule of the product is applied. `entriesOf` turns them into ledger entries with the
 * product's rules. The second implementation (compare.ts) reads them directly.
 */
import { type Day, type Instant, type Month, startOfDay } from '../calendar.ts';
import type { BalanceChange, InvoiceActionEntry, LedgerEntry } from '../ledger-entries.ts';
import type { Cents } from '../money.ts';

interface Recorded {
  id: number;
}

export interface Bill extends Recorded {
  kind: 'invoice';
  month: string;
  generatedAt: string;
  rentCents: number;
  feeCents: number;
  vatBasisPoints: number;
  dueDay: number;
  fineBasisPoints: number;
}

export interface PaymentEvent extends Recorded {
  kind: 'payment';
  day: string;
  cents: number;
  /** The id of the payment that this one replaces. The new payment is sorted in the place of the old one. */
  place?: number;
  /** True for a post-dated cheque, which counts from the first instant of its day. */
  isPostDated?: true;
}

export interface Correction extends Recorded {
  kind: 'correction';
  day: string;
  paymentId: number;
  cents: number;
  isPostDated?: true;
}

/** A change to the balance: credit when above 0, debt when below. */
export interface BalanceEvent extends Recorded {
  kind: BalanceChange;
  at: string;
  cents: number;
  /** The id of the entry that this one directly follows among entries of the same instant. */
  place?: number;
}

export interface InvoiceActionEvent extends Recorded {
  kind: InvoiceActionEntry['kind'];
  at: string;
  invoiceId: number;
}

export type LedgerEvent = Bill | PaymentEvent | Correction | BalanceEvent | InvoiceActionEvent;

/** The functions of the product, or a copy of them with a planted bug. */
export interface LedgerRules {
  fold: typeof import('../fold.ts').fold;
  foldFrom: typeof import('../fold.ts').foldFrom;
  EMPTY_FOLD: typeof import('../fold.ts').EMPTY_FOLD;
  inLedgerOrder: typeof import('../ledger-entries.ts').inLedgerOrder;
  billOf: typeof import('../invoice.ts').billOf;
  invoiceEffectiveAt: typeof import('../invoice.ts').invoiceEffectiveAt;
  paymentInstant: typeof import('../calendar.ts').paymentInstant;
  chargeStatus: typeof import('../status.ts').chargeStatus;
  invoiceStatus: typeof import('../status.ts').invoiceStatus;
  statementOf: typeof import('../statement.ts').statementOf;
}

type EntryRules = Pick<LedgerRules, 'billOf' | 'invoiceEffectiveAt' | 'paymentInstant'>;

export function entriesOf(rules: EntryRules, events: readonly LedgerEvent[]): LedgerEntry[] {
  return events.map((event) => entryOf(rules, event));
}

function entryOf(rules: EntryRules, event: LedgerEvent): LedgerEntry {
  const { id } = event;
  switch (event.kind) {
    case 'invoice': {
      const month = event.month as Month;
      const generatedAt = event.generatedAt as Instant;
      const bill = rules.billOf(
        { rentCents: event.rentCents as Cents, operationFeeCents: event.feeCents as Cents },
        event.vatBasisPoints,
      );
      const at = rules.invoiceEffectiveAt(month, generatedAt);
      const { dueDay: rentDueDay, fineBasisPoints } = event;
      return { id, kind: 'invoice', at, month, generatedAt, ...bill, rentDueDay, fineBasisPoints };
    }
    case 'payment': {
      const at = instantOf(rules, event);
      return { id, kind: 'payment', at, cents: event.cents as Cents, ...placeOf(event) };
    }
    case 'correction': {
      const { paymentId, cents } = event;
      const at = instantOf(rules, event);
      return { id, kind: 'correction', at, paymentId, cents: cents as Cents };
    }
    case 'balance':
    case 'transfer':
    case 'refund':
    case 'write-off':
    case 'deposit applied':
      return { id, kind: event.kind, at: event.at as Instant, cents: event.cents as Cents, ...placeOf(event) };
    default:
      return { id, kind: event.kind, at: event.at as Instant, invoiceId: event.invoiceId };
  }
}

function instantOf(rules: EntryRules, { day, isPostDated }: PaymentEvent | Correction): Instant {
  return isPostDated ? startOfDay(day as Day) : rules.paymentInstant(day as Day);
}

function placeOf({ place }: PaymentEvent | BalanceEvent): { place?: number } {
  return place === undefined ? {} : { place };
}
