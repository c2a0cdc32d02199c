/**
 * What happens to a shop, told without any rule of the product: days, amounts, rates and the order of recording. The
 * product's facts are made of it here; the second implementation of the law reads it as it is.
 */
import type { Day, Instant, Month } from '../calendar.ts';
import type { InvoiceActionEntry, LedgerEntry } from '../ledger-entries.ts';
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
}

export interface PaymentEvent extends Recorded {
  kind: 'payment';
  day: string;
  cents: number;
}

export interface Correction extends Recorded {
  kind: 'correction';
  day: string;
  paymentId: number;
  cents: number;
}

export interface BalanceSet extends Recorded {
  kind: 'balance';
  at: string;
  cents: number;
}

export interface InvoiceAct extends Recorded {
  kind: InvoiceActionEntry['kind'];
  at: string;
  invoiceId: number;
}

export type LedgerEvent = Bill | PaymentEvent | Correction | BalanceSet | InvoiceAct;

/** The parts of the product that make facts and books: the real ones, or a copy with a planted bug. */
export interface LedgerRules {
  fold: typeof import('../fold.ts').fold;
  inLedgerOrder: typeof import('../ledger-entries.ts').inLedgerOrder;
  billOf: typeof import('../invoice.ts').billOf;
  standsAt: typeof import('../invoice.ts').standsAt;
  paymentInstant: typeof import('../calendar.ts').paymentInstant;
  chargeStatus: typeof import('../status.ts').chargeStatus;
  invoiceStatus: typeof import('../status.ts').invoiceStatus;
  statementOf: typeof import('../statement.ts').statementOf;
}

export function entriesOf(law: LedgerRules, happenings: readonly LedgerEvent[]): LedgerEntry[] {
  return happenings.map((happening) => factOf(law, happening));
}

function factOf(law: LedgerRules, happening: LedgerEvent): LedgerEntry {
  const { id } = happening;
  switch (happening.kind) {
    case 'invoice': {
      const month = happening.month as Month;
      const generatedAt = happening.generatedAt as Instant;
      const bill = law.billOf(happening.rentCents as Cents, happening.feeCents as Cents, happening.vatBasisPoints);
      return { id, kind: 'invoice', at: law.standsAt(month, generatedAt), month, generatedAt, ...bill };
    }
    case 'payment':
      return { id, kind: 'payment', at: law.paymentInstant(happening.day as Day), cents: happening.cents as Cents };
    case 'correction': {
      const { paymentId, cents } = happening;
      const at = law.paymentInstant(happening.day as Day);
      return { id, kind: 'correction', at, paymentId, cents: cents as Cents };
    }
    case 'balance':
      return { id, kind: 'balance', at: happening.at as Instant, cents: happening.cents as Cents };
    default:
      return { id, kind: happening.kind, at: happening.at as Instant, invoiceId: happening.invoiceId };
  }
}
