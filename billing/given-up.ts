/**
 * What a change of a ledger loses (docs/rules.md, Approval by a second person). It is computed from the ledgers
 * before and after the change, so that it does not depend on the name of the action.
 *
 * Worked example: October's rent of Rs. 8,000.00 is unpaid on the 20th, so its fine of Rs. 2,400.00 is owed with the
 * next payment. A payment of Rs. 11,800.00 that is recorded for the 10th brings no fine, and loses Rs. 2,400.00.
 */
import type { Day } from './calendar.ts';
import { nextFineOf, overdueInvoices } from './fine.ts';
import type { Ledger } from './ledger.ts';
import type { LedgerEntry, LedgerEntryId } from './ledger-entries.ts';
import { type Cents, cents } from './money.ts';

interface FoldedEntries {
  entries: readonly LedgerEntry[];
  ledger: Ledger;
}

interface Circumstances {
  today: Day;
  /** Returns whether somebody will count the money of a correction that raises a payment. */
  isCounted: (correctionId: LedgerEntryId) => boolean;
}

/**
 * Returns the amount by which the change lowers what the tenant owes without money in return, plus the money that it
 * pays out or no longer counts. Never below 0.
 */
export function givenUp(before: FoldedEntries, after: FoldedEntries, { today, isCounted }: Circumstances): Cents {
  const added = entriesBeside(after.entries, before.entries);
  const removed = entriesBeside(before.entries, after.entries);
  const charged = chargedBeside(after.ledger, before.ledger, today) - chargedBeside(before.ledger, after.ledger, today);
  const { lowered, raised } = changedPayments({ before, added, removed, isCounted });
  const lost = forgivenBy(added) - forgivenBy(removed) + raised - charged;
  return cents(Math.max(0, lost) + paidOut(added) + lowered);
}

/** Returns the entries of `all` that `others` does not contain. One list is usually the beginning of the other. */
function entriesBeside(all: readonly LedgerEntry[], others: readonly LedgerEntry[]): readonly LedgerEntry[] {
  let same = 0;
  while (same < others.length && all[same] === others[same]) same += 1;
  const rest = all.slice(same);
  if (rest.length === 0 || same === others.length) return rest;
  const known = new Set(others.slice(same).map(({ id }) => id));
  return rest.filter(({ id }) => !known.has(id));
}

/**
 * Returns the charges of the invoices that `other` does not share, with the fines that the next payment brings. An
 * invoice whose fine was removed has none.
 */
function chargedBeside(ledger: Ledger, other: Ledger, today: Day): number {
  let shared = 0;
  while (shared < ledger.invoices.length && ledger.invoices[shared] === other.invoices[shared]) shared += 1;
  const invoices = ledger.invoices.slice(shared);
  const charges = invoices.flatMap((invoice) => invoice.charges.map((charge) => Number(charge.cents)));
  const fines = overdueInvoices({ ...ledger, invoices }, today).map((invoice) => Number(nextFineOf(invoice)));
  return sum([...charges, ...fines]);
}

const FORGIVING: readonly LedgerEntry['kind'][] = ['balance', 'transfer', 'write-off'];
const RECEIVED: readonly LedgerEntry['kind'][] = ['payment', 'deposit received'];
/** A deposit that pays a debt is paid out too: the market no longer owes it, and nobody received money. */
const PAYING_OUT: readonly LedgerEntry['kind'][] = ['refund', 'deposit refunded', 'deposit applied'];

function forgivenBy(entries: readonly LedgerEntry[]): number {
  return sum(entries.filter(({ kind }) => FORGIVING.includes(kind)).map(amountOf));
}

function paidOut(entries: readonly LedgerEntry[]): number {
  return sum(entries.filter(({ kind }) => PAYING_OUT.includes(kind)).map((entry) => Math.abs(amountOf(entry))));
}

/**
 * Returns by how much the change lowers earlier payments, and by how much it raises them without counted money. A new
 * payment is neither, because its money is counted or confirmed.
 */
function changedPayments({
  before,
  added,
  removed,
  isCounted,
}: Pick<Circumstances, 'isCounted'> & {
  before: FoldedEntries;
  added: readonly LedgerEntry[];
  removed: readonly LedgerEntry[];
}): { lowered: number; raised: number } {
  const changes = new Map<LedgerEntryId, number>();
  const counted = new Set<LedgerEntryId>();
  const change = (paymentId: LedgerEntryId, by: number) => changes.set(paymentId, (changes.get(paymentId) ?? 0) + by);
  for (const entry of added) {
    if (entry.kind !== 'correction') continue;
    change(entry.paymentId, entry.cents);
    if (isCounted(entry.id)) counted.add(entry.paymentId);
  }
  for (const entry of removed) {
    if (RECEIVED.includes(entry.kind) && 'cents' in entry) change(entry.id, -entry.cents);
    if (entry.kind === 'correction') change(entry.paymentId, -entry.cents);
  }
  const known = new Set(changes.size > 0 ? before.entries.map(({ id }) => id) : []);
  const earlier = [...changes].filter(([id]) => known.has(id));
  return {
    lowered: sum(earlier.map(([, by]) => Math.max(0, -by))),
    raised: sum(earlier.filter(([id]) => !counted.has(id)).map(([, by]) => Math.max(0, by))),
  };
}

function amountOf(entry: LedgerEntry): number {
  return 'cents' in entry ? entry.cents : 0;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
