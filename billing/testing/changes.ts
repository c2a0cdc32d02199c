/**
 * Invariants that compare two histories which must end in the same ledger. Their numbers are those of docs/rules.md,
 * Invariants.
 */

import { addDays, addMonths, type Day, dayInMonth, type Instant, type Month, monthOf } from '../calendar.ts';
import type { Ledger } from '../ledger.ts';
import type { LedgerEntry } from '../ledger-entries.ts';
import { cents } from '../money.ts';
import {
  type Bill,
  entriesOf,
  type InvoiceActionEvent,
  type LedgerEvent,
  type LedgerRules,
  type PaymentEvent,
} from './events.ts';
import { chargesInLedger, type Invariant, same } from './invariants.ts';
import { atTime, pickValue, turningAmount, turningDay } from './random-shop.ts';

const FAR_MONTH = '2110-01' as Month;
const LAST_ID = 10_000;

/** Invariant 6 of docs/rules.md, for a payment. */
export const aDeletedPaymentChangesNothing: Invariant = (rules, { events, dice }) => {
  const entries = entriesOf(rules, events);
  const before = JSON.stringify(rules.fold(entries));
  const added = entriesOf(rules, [{ ...aPayment(events, dice), id: LAST_ID }]);
  rules.fold([...entries, ...added]);
  return JSON.stringify(rules.fold(entries)) === before ? '' : 'a deleted payment left a trace';
};

/** Invariant 6 of docs/rules.md, for a fine. */
export const aRemovedFineLeavesOnlyItsFlag: Invariant = (rules, { events, dice }) => {
  const { id: invoiceId, month } = pickValue(billsOf(events), dice);
  const act = (id: number, kind: InvoiceActionEvent['kind'], ofMonth: Month): InvoiceActionEvent => {
    return { id, kind, invoiceId, at: atTime(turningDay(ofMonth, dice), dice >> 3) };
  };
  const applied = act(LAST_ID, 'fine applied', month as Month);
  const removed = act(LAST_ID + 1, 'fine removed', FAR_MONTH);
  const never = ledgerOf(rules, events);
  const onlyRemoved = ledgerOf(rules, [...events, removed]);
  const both = ledgerOf(rules, [...events, applied, removed]);
  if (JSON.stringify(both) !== JSON.stringify(onlyRemoved)) return 'applying a fine and removing it left a trace';
  const hasFine = (ledger: Ledger) =>
    chargesInLedger(ledger).some(({ invoice, charge }) => invoice.id === invoiceId && charge.kind === 'Fine');
  if (hasFine(both)) return 'a removed fine still exists';
  if (hasFine(never)) return '';
  return JSON.stringify(withoutFlag(both)) === JSON.stringify(withoutFlag(never)) ? '' : 'removing no fine moved money';
};

/** Invariant 7 of docs/rules.md, for a correction. */
export const aCorrectedPaymentEqualsTheRightOne: Invariant = (rules, { events, dice }) => {
  const payment = aPayment(events, dice);
  const others = events.filter((each) => !('paymentId' in each && each.paymentId === payment.id));
  const actual = dice % 7 === 0 ? 0 : turningAmount(pickValue(billsOf(events), dice), dice >> 4, dice);
  const between = turningAmount(pickValue(billsOf(events), dice >> 2), dice >> 5, dice);
  const right = others.map((each) => (each === payment ? { ...payment, cents: actual } : each));
  const correct = (id: number, cents: number): LedgerEvent => {
    return { id, kind: 'correction', day: payment.day, paymentId: payment.id, cents };
  };
  const once = [...others, correct(LAST_ID, actual - payment.cents)];
  const twice = [...others, correct(LAST_ID, between - payment.cents), correct(LAST_ID + 1, actual - between)];
  const wanted = others.includes(payment) ? right : [...right, { ...payment, cents: actual }];
  const isIn = others.includes(payment) ? [] : [payment];
  const ledger = JSON.stringify(ledgerOf(rules, wanted));
  if (JSON.stringify(ledgerOf(rules, [...isIn, ...once])) !== ledger) return 'a corrected payment is not the right one';
  return JSON.stringify(ledgerOf(rules, [...isIn, ...twice])) === ledger
    ? ''
    : 'a payment corrected twice is not the right one';
};

/** Invariant 7 of docs/rules.md, for two payments. */
export const twoPaymentsEqualTheirSum: Invariant = (rules, { events, dice }) => {
  const payment = aPayment(events, dice);
  if (payment.cents < 2) return '';
  const others = events.filter((each) => each !== payment && !('paymentId' in each && each.paymentId === payment.id));
  const part = 1 + (turningAmount(pickValue(billsOf(events), dice), dice >> 4, dice) % (payment.cents - 1));
  const one = ledgerOf(rules, [...others, payment]);
  const secondId = payment.id + 1;
  // Entries placed after the payment are now placed after the second of its two parts.
  const behind = others.map((each) =>
    'place' in each && each.place === payment.id ? { ...each, place: secondId } : each,
  );
  const two = ledgerOf(rules, [
    ...behind,
    { ...payment, cents: part },
    { ...payment, id: secondId, cents: payment.cents - part },
  ]);
  if (JSON.stringify(two.invoices) !== JSON.stringify(one.invoices)) return 'two payments pay something other than one';
  const moves = (ledger: Ledger) => {
    const sums = new Map<string, number>();
    for (const { invoiceId, kind, causeId, cents } of ledger.allocations) {
      const key = `${invoiceId} ${kind} ${causeId === secondId ? payment.id : causeId}`;
      sums.set(key, (sums.get(key) ?? 0) + cents);
    }
    return JSON.stringify([...sums].sort());
  };
  return same(moves(two), moves(one), 'movements') || same(two.balanceCents, one.balanceCents, 'left over');
};

/** Invariant 8 of docs/rules.md, for the newest entry. */
export const theNewestEntryChangesNoAllocation: Invariant = (rules, { events, dice }) => {
  const before = ledgerOf(rules, events).allocations.map((each) => JSON.stringify(each));
  const day = dayInMonth(FAR_MONTH, 2);
  const cents = turningAmount(pickValue(billsOf(events), dice), dice >> 4, dice);
  const last: LedgerEvent =
    dice % 2 === 0
      ? { id: LAST_ID, kind: 'payment', day, cents }
      : { ...pickValue(billsOf(events), dice), id: LAST_ID, month: FAR_MONTH, generatedAt: atTime(day, dice >> 2) };
  const after = ledgerOf(rules, [...events, last]).allocations.map((each) => JSON.stringify(each));
  return before.every((line, index) => line === after[index]) ? '' : 'what came last changed an earlier allocation';
};

/** Invariant 16 of docs/rules.md. Entries are recorded one after another, and some of them are voided in between. */
export const aContinuedLedgerEqualsANewOne: Invariant = (rules, { events, dice }) => {
  let recorded: LedgerEntry[] = [];
  let known = rules.EMPTY_FOLD;
  for (const [count, entry] of withNotes(rules, events, dice).entries()) {
    const grown = [...recorded, entry];
    const isVoided = (dice >> (count % 16)) % 4 === 0;
    for (recorded of isVoided ? [grown, withoutOne(grown, dice + count * 7)] : [grown]) {
      const before = JSON.stringify(known.ledger);
      const next = recorded === grown ? rules.foldFrom(known, [entry]) : rules.foldFrom(rules.EMPTY_FOLD, recorded);
      if (JSON.stringify(next.ledger) !== JSON.stringify(rules.fold(recorded))) return `entry ${count} leads elsewhere`;
      if (JSON.stringify(known.ledger) !== before) return `entry ${count} changed the earlier ledger`;
      known = next;
    }
  }
  return '';
};

/**
 * Returns the entries of the events, and adds a credit or debit note for the rent after each invoice. If `dice` is a
 * multiple of 4, it also adds, after the third entry, an entry that opens the ledger.
 */
function withNotes(rules: LedgerRules, events: readonly LedgerEvent[], dice: number): LedgerEntry[] {
  return entriesOf(rules, events).flatMap((entry, place, all): LedgerEntry[] => {
    if (place === 2 && dice % 4 === 0) return [entry, openingAfter(all.slice(0, 3), dice)];
    if (entry.kind !== 'invoice') return [entry];
    const id = LAST_ID + entry.id;
    const kind = (dice + entry.id) % 3 === 0 ? 'debit note' : 'credit note';
    const at = atTime(turningDay(entry.month, dice + entry.id), dice >> 3) as Instant;
    const amount = cents(Math.ceil(entry.rentCents / (1 + (dice % 3))));
    return [entry, { id, kind, at, invoiceId: entry.id, charge: 'Rent', line: 0, cents: amount }];
  });
}

function openingAfter(entries: readonly LedgerEntry[], dice: number): LedgerEntry {
  const invoices = entries.filter((entry) => entry.kind === 'invoice');
  const [last] = entries.slice(-1);
  const opening = invoices.map(({ id, rentCents }) => ({
    invoiceId: id,
    kind: 'Rent' as const,
    paidCents: cents(Math.floor(rentCents / (1 + (dice % 3)))),
    paidAt: null,
    isUnderArrest: dice % 8 === 0,
  }));
  const id = Math.max(...entries.map((entry) => entry.id)) + 1;
  return {
    id,
    kind: 'balance',
    at: last?.at ?? ('2026-01-01T00:00:00.000Z' as Instant),
    cents: cents(dice % 100),
    opening,
  };
}

/**
 * Returns the entries without one of them and without its corrections. A single correction is never removed, because it
 * can be voided only together with its payment.
 */
function withoutOne(entries: readonly LedgerEntry[], dice: number): LedgerEntry[] {
  const voided = pickValue(entries, dice);
  if (voided.kind === 'correction') return [...entries];
  return entries.filter((each) => each !== voided && !(each.kind === 'correction' && each.paymentId === voided.id));
}

/** Invariant 11 of docs/rules.md. */
export const aLateInvoiceChangesNothingEarlier: Invariant = (rules, { events, dice }) => {
  const bills = billsOf(events);
  const first = bills.map(({ month }) => month).reduce((one, other) => (one < other ? one : other)) as Month;
  const month = Array.from({ length: 9 }, (_, index) => monthOf(addMonths(dayInMonth(first, 1), index - 1)))
    .filter((each) => bills.every((bill) => bill.month !== each))
    .at(dice % 2);
  if (month === undefined) return '';
  const isLast = dice % 3 === 0;
  const made = isLast ? dayInMonth(FAR_MONTH, 2) : (addDays(dayInMonth(month, 1), dice % 120) as Day);
  const late: Bill = { ...pickValue(bills, dice), id: LAST_ID, month, generatedAt: atTime(made, dice >> 2) };
  const [entry] = entriesOf(rules, [late]);
  const before = ledgerOf(rules, events);
  const after = ledgerOf(rules, [...events, late]);
  const until = entry?.at as Instant;
  const earlier = (ledger: Ledger) => JSON.stringify(ledger.allocations.filter(({ at }) => at < until));
  if (earlier(before) !== earlier(after)) return 'a month billed late changed an earlier allocation';
  if (!isLast) return '';
  const fines = (ledger: Ledger) =>
    JSON.stringify(chargesInLedger(ledger).filter(({ charge }) => charge.kind === 'Fine'));
  return same(fines(after), fines(before), 'fines after a month billed late');
};

function ledgerOf(rules: LedgerRules, events: readonly LedgerEvent[]): Ledger {
  return rules.fold(entriesOf(rules, events));
}

function billsOf(events: readonly LedgerEvent[]): Bill[] {
  return events.filter((each) => each.kind === 'invoice');
}

function aPayment(events: readonly LedgerEvent[], dice: number): PaymentEvent {
  const payments = events.filter((each) => each.kind === 'payment');
  if (payments.length > 0 && dice % 4 > 0) return pickValue(payments, dice);
  const bill = pickValue(billsOf(events), dice);
  const later = monthOf(addMonths(dayInMonth(bill.month as Month, 1), dice % 3));
  return {
    id: LAST_ID - 100,
    kind: 'payment',
    day: turningDay(later, dice),
    cents: turningAmount(bill, dice, dice >> 3),
  };
}

function withoutFlag(ledger: Ledger): Ledger {
  return { ...ledger, invoices: ledger.invoices.map((invoice) => ({ ...invoice, wasFineRemoved: false })) };
}
