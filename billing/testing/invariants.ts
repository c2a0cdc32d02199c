/** The invariants of docs/rules.md, each with its number there. Database tests cover 12 to 15. */

import { dayOf } from '../calendar.ts';
import type { Charge, FoldedInvoice, Ledger } from '../ledger.ts';
import type { LedgerEntry, LedgerEntryId } from '../ledger-entries.ts';
import { entriesOf, type LedgerEvent, type LedgerRules } from './events.ts';

export interface Case {
  events: readonly LedgerEvent[];
  dice: number;
}

export type Invariant = (rules: LedgerRules, given: Case) => string;

/** Invariant 1 of docs/rules.md. */
export const moneyIsConserved: Invariant = (rules, { events }) => {
  const ledger = rules.fold(entriesOf(rules, events));
  let came = 0;
  for (const each of events) if ('cents' in each) came += each.cents;
  const went = sum(ledger.allocations.map(({ cents }) => cents));
  return same(came, went + ledger.balanceCents, 'money that came is not what went and is left');
};

/** Invariant 2 of docs/rules.md. */
export const paidAmountsAreTheirAllocations: Invariant = (rules, { events }) => {
  const ledger = rules.fold(entriesOf(rules, events));
  if (ledger.allocations.some(({ cents }) => cents <= 0)) return 'an allocation moves nothing';
  for (const { invoice, charge } of chargesInLedger(ledger)) {
    if (charge.paidCents < 0 || charge.paidCents > charge.cents) return `${charge.kind} is paid ${charge.paidCents}`;
    const moved = ledger.allocations.filter(({ invoiceId, kind }) => invoiceId === invoice.id && kind === charge.kind);
    const broken = same(charge.paidCents, sum(moved.map(({ cents }) => cents)), `paid of ${charge.kind}`);
    if (broken) return broken;
    if (charge.paidAt !== moved.at(-1)?.at) return `${charge.kind} was last paid ${charge.paidAt}`;
  }
  const charges = new Set(chargesInLedger(ledger).map(({ invoice, charge }) => `${invoice.id} ${charge.kind}`));
  const isLost = ledger.allocations.some(({ invoiceId, kind }) => !charges.has(`${invoiceId} ${kind}`));
  return isLost ? 'an allocation went to a charge that is not there' : '';
};

/** Invariant 3 of docs/rules.md. */
export const noCreditRemainsWhileAnythingIsUnpaid: Invariant = (rules, { events }) => {
  const entries = entriesOf(rules, events);
  for (let count = 1; count <= entries.length; count += 1) {
    const ledger = ledgerAfter(rules, entries, count);
    if (ledger.balanceCents > 0 && chargesInLedger(ledger).some(({ charge }) => isOpen(charge))) {
      return `${ledger.balanceCents} is left over after ${count} entries while something is unpaid`;
    }
  }
  return '';
};

/** Invariant 4 of docs/rules.md. */
export const theOldestIsPaidFirst: Invariant = (rules, { events }) => {
  const entries = entriesOf(rules, events);
  const places = placesOf(rules, entries);
  const ledger = rules.fold(entries);
  const paid = new Map<Charge, number>();
  const isPaid = (charge: Charge) => (paid.get(charge) ?? 0) === charge.cents;
  for (const { invoiceId, kind, causeId, cents } of ledger.allocations) {
    const invoice = ledger.invoices.find(({ id }) => id === invoiceId);
    const at = places.get(causeId) ?? -1;
    if (!invoice) return 'an allocation names no invoice';
    const older = ledger.invoices.filter(({ id, month }) => month < invoice.month && (places.get(id) ?? -1) <= at);
    if (!older.flatMap(({ charges }) => charges).every(isPaid)) return `${kind} of ${invoice.month} was paid too early`;
    const order = ['VAT', 'OperationFee', 'Rent', 'Fine'];
    const before = invoice.charges.filter((charge) => order.indexOf(charge.kind) < order.indexOf(kind));
    if (!before.every(isPaid)) return `${kind} was paid before what comes first`;
    const charge = invoice.charges.find((each) => each.kind === kind);
    if (charge) paid.set(charge, (paid.get(charge) ?? 0) + cents);
  }
  return '';
};

/** Invariant 5 of docs/rules.md. */
export const recordingInAnotherOrderChangesNothing: Invariant = (rules, { events, dice }) => {
  const entries = entriesOf(rules, events);
  const before = JSON.stringify(entries);
  const ledger = JSON.stringify(rules.fold(entries));
  if (JSON.stringify(rules.fold(entries)) !== ledger) return 'folding twice gives another result';
  if (JSON.stringify(rules.fold(shuffled(entries, dice))) !== ledger)
    return 'the order in which facts are given matters';
  if (JSON.stringify(entries) !== before) return 'folding changed the facts';
  const [renumbered, names] = recordedInAnotherOrder(rules, entries, dice);
  const other = withNames(rules.fold(renumbered), names);
  return JSON.stringify(other) === ledger ? '' : 'the order of recording matters between different moments';
};

/** Invariant 8 of docs/rules.md, for any later entry. */
export const noLaterEntryChangesAnAllocation: Invariant = (rules, { events }) => {
  const entries = entriesOf(rules, events);
  let earlier: string[] = [];
  for (let count = 1; count <= entries.length; count += 1) {
    const now = ledgerAfter(rules, entries, count).allocations.map((each) => JSON.stringify(each));
    if (earlier.some((line, index) => line !== now[index])) return `fact ${count} in date order changed the past`;
    earlier = now;
  }
  return '';
};

/** Invariant 9 of docs/rules.md. */
export const finesAreOfTheUnpaidRent: Invariant = (rules, { events }) => {
  const ordered = rules.inLedgerOrder(entriesOf(rules, events));
  const places = placesOf(rules, ordered);
  const ledger = rules.fold(ordered);
  for (const invoice of ledger.invoices) {
    const fines = invoice.charges.filter(({ kind }) => kind === 'Fine');
    if (fines.length > 1) return `${invoice.month} has ${fines.length} fines`;
    const [fine] = fines;
    const rent = invoice.charges.find(({ kind }) => kind === 'Rent');
    const bill = events.find(({ id }) => id === invoice.id);
    if (!fine || !rent || bill?.kind !== 'invoice') continue;
    const rate = BigInt(bill.fineBasisPoints);
    const toRent = ledger.allocations.filter(({ invoiceId, kind }) => invoiceId === invoice.id && kind === 'Rent');
    const isRight = ordered.some((cause, place) => {
      if (cause.at !== fine.aroseAt || !mayFine(cause, invoice)) return false;
      const before = toRent.filter(({ causeId }) => (places.get(causeId) ?? -1) < place);
      const unpaid = BigInt(rent.cents - sum(before.map(({ cents }) => cents)));
      return fine.cents > 0 && BigInt(fine.cents) === (2n * rate * unpaid + 10_000n) / 20_000n;
    });
    if (!isRight) return `the fine of ${fine.cents} on ${invoice.month} is not of its unpaid rent`;
    const inTime = sum(toRent.filter(({ at }) => dayOf(at) <= invoice.dueDay).map(({ cents }) => cents));
    if (inTime === rent.cents && dayOf(fine.aroseAt) > invoice.dueDay) return `${invoice.month} was paid in time`;
  }
  return '';
};

/** Invariant 10 of docs/rules.md. */
export const statusesFollow: Invariant = (rules, { events }) => {
  const entries = rules.inLedgerOrder(entriesOf(rules, events));
  const ledger = rules.fold(entries);
  const free = rules.fold(entries.filter(({ kind }) => kind !== 'invoice arrested' && kind !== 'fine arrested'));
  if (JSON.stringify(withoutArrest(free)) !== JSON.stringify(withoutArrest(ledger))) return 'an arrest moved money';
  const arrested = new Set<string>();
  for (const [place, entry] of entries.entries()) {
    if (entry.kind !== 'invoice arrested' && entry.kind !== 'fine arrested') continue;
    const invoice = ledgerAfter(rules, entries, place).invoices.find(({ id }) => id === entry.invoiceId);
    const open = invoice?.charges.filter(isOpen) ?? [];
    const named = open.filter(({ kind }) => kind === 'Fine' || entry.kind === 'invoice arrested');
    for (const { kind } of named) arrested.add(`${entry.invoiceId} ${kind}`);
    if (open.length > 0 && entry.kind === 'invoice arrested') arrested.add(`${entry.invoiceId}`);
  }
  for (const { invoice, charge } of chargesInLedger(ledger)) {
    const unpaid = charge.paidCents > 0 ? 'Partially Paid' : 'Unpaid';
    const status = !isOpen(charge) ? 'Paid' : arrested.has(`${invoice.id} ${charge.kind}`) ? 'Arrest' : unpaid;
    const broken = same(rules.chargeStatus(charge), status, `status of ${charge.kind}`);
    if (broken) return broken;
  }
  for (const invoice of ledger.invoices) {
    const unpaid = invoice.charges.some(({ paidCents }) => paidCents > 0) ? 'Partially Paid' : 'Unpaid';
    const status = !invoice.charges.some(isOpen) ? 'Paid' : arrested.has(`${invoice.id}`) ? 'Arrears' : unpaid;
    const broken = same(rules.invoiceStatus(invoice), status, `status of ${invoice.month}`);
    if (broken) return broken;
  }
  return '';
};

export const theStatementEndsWhereTheLedgerDoes: Invariant = (rules, { events }) => {
  const entries = entriesOf(rules, events);
  const ledger = rules.fold(entries);
  const lines = rules.statementOf(entries, ledger);
  const unpaid = sum(chargesInLedger(ledger).map(({ charge }) => charge.cents - charge.paidCents));
  if (lines.some(({ at }, index) => at < (lines[index - 1]?.at ?? ''))) return 'the statement goes back in time';
  return same(lines.at(-1)?.balanceCents ?? 0, ledger.balanceCents - unpaid, 'last line of the statement');
};

export function chargesInLedger(ledger: Ledger): { invoice: FoldedInvoice; charge: Charge }[] {
  return ledger.invoices.flatMap((invoice) => invoice.charges.map((charge) => ({ invoice, charge })));
}

export function same<Value extends number | string>(actual: Value, expected: Value, what: string): string {
  return actual === expected ? '' : `${what}: ${actual} instead of ${expected}`;
}

function isOpen(charge: Charge): boolean {
  return charge.paidCents < charge.cents;
}

function ledgerAfter(rules: LedgerRules, entries: readonly LedgerEntry[], count: number): Ledger {
  const counts = ({ kind }: LedgerEntry, place: number) =>
    place < count || kind === 'correction' || kind === 'fine removed';
  return rules.fold(rules.inLedgerOrder(entries).filter(counts));
}

/** Returns true when the entry may cause a fine: an explicit decision to fine, or a payment after the due day. */
function mayFine(cause: LedgerEntry, { id, dueDay }: FoldedInvoice): boolean {
  if (cause.kind === 'fine applied') return cause.invoiceId === id;
  const isMoney = ['payment', 'balance', 'transfer', 'deposit applied'].includes(cause.kind);
  return isMoney && dayOf(cause.at) > dueDay;
}

function placesOf(rules: LedgerRules, entries: readonly LedgerEntry[]): Map<LedgerEntryId, number> {
  return new Map(rules.inLedgerOrder(entries).map(({ id }, place) => [id, place]));
}

function recordedInAnotherOrder(
  rules: LedgerRules,
  entries: readonly LedgerEntry[],
  dice: number,
): [LedgerEntry[], Map<LedgerEntryId, LedgerEntryId>] {
  const byMoment = Map.groupBy(rules.inLedgerOrder(entries), ({ at }) => at);
  const inOtherOrder = shuffled([...byMoment.values()], dice).flat();
  const newNames = new Map(inOtherOrder.map(({ id }, index) => [id, index + 1]));
  const renamed = inOtherOrder.map((entry): LedgerEntry => {
    const id = nameIn(newNames, entry.id);
    if (entry.kind === 'correction') return { ...entry, id, paymentId: nameIn(newNames, entry.paymentId) };
    if ('invoiceId' in entry) return { ...entry, id, invoiceId: nameIn(newNames, entry.invoiceId) };
    const { place: _, ...withoutPlace } = entry;
    // The new ids follow the order of the entries, so that `place` is no longer needed.
    return { ...withoutPlace, id };
  });
  return [renamed, new Map([...newNames].map(([old, name]) => [name, old]))];
}

function withNames(ledger: Ledger, names: ReadonlyMap<LedgerEntryId, LedgerEntryId>): Ledger {
  const invoices = ledger.invoices.map((invoice) => ({ ...invoice, id: nameIn(names, invoice.id) }));
  const allocations = ledger.allocations.map((each) => ({
    ...each,
    invoiceId: nameIn(names, each.invoiceId),
    causeId: nameIn(names, each.causeId),
  }));
  return { ...ledger, invoices, allocations };
}

function nameIn(names: ReadonlyMap<LedgerEntryId, LedgerEntryId>, id: LedgerEntryId): LedgerEntryId {
  return names.get(id) ?? -id;
}

function withoutArrest({ balanceCents, invoices, allocations }: Ledger) {
  const free = (charge: Charge) => ({ ...charge, isUnderArrest: false });
  return {
    balanceCents,
    invoices: invoices.map((each) => ({ ...each, isUnderArrest: false, charges: each.charges.map(free) })),
    allocations,
  };
}

function shuffled<Item>(items: readonly Item[], dice: number): Item[] {
  const shuffle = [...items];
  let state = dice + 1;
  for (let last = shuffle.length - 1; last > 0; last -= 1) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (last + 1);
    const one = shuffle[last];
    const two = shuffle[other];
    if (one === undefined || two === undefined) continue;
    shuffle[last] = two;
    shuffle[other] = one;
  }
  return shuffle;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
