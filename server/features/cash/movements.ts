import { type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { type Cents, cents, sumCents, toRupees } from '#billing/money.ts';
import type { CountedMoney, DaySums, Movement } from '#contract/cash.ts';
import type { Confirmation } from '#contract/electronic.ts';
import type { ListedPayment } from '#contract/payments.ts';
import {
  isElectronic,
  isReceived,
  type MovementKind,
  type PaymentMethod,
  paymentMethods,
  paymentMovements,
} from '#contract/words.ts';
import type { CountedCents } from './bank-payment-queries.ts';
import type { CashRow, MoneyKind } from './queries.ts';

export interface CashMovement {
  row: CashRow;
  kind: MovementKind;
  method: PaymentMethod;
  /** The method before the payment was changed on this day or in this session, if it was another one. */
  changedFrom: PaymentMethod | null;
  /** In cents: positive if money was received, negative if it was paid back. */
  cents: Cents;
  /** The fines that the movement saved by its earlier day; negative when it is voided later. */
  savedCents: Cents;
  at: Instant;
  /**
   * The current email of the person to whose day the movement belongs: the owner of the session, or the person who
   * recorded the movement.
   */
  owner: string;
  session: number | null;
  /** True if the movement was voided before its day or session ended. Such a movement is not included in any sum. */
  isVoid: boolean;
}

const KINDS = {
  payment: { kind: 'payment', sign: 1 },
  correction: { kind: 'correction', sign: 1 },
  'deposit received': { kind: 'deposit_received', sign: 1 },
  // The ledger stores a refunded deposit as a positive amount.
  'deposit refunded': { kind: 'deposit_refunded', sign: -1 },
  refund: { kind: 'credit_refunded', sign: 1 },
} as const satisfies Record<MoneyKind, { kind: MovementKind; sign: 1 | -1 }>;

/**
 * Returns the movements of a day in chronological order. A voiding, a correction or a replacement belongs to the
 * session of its payment while that session is open. Without a session it belongs to the day and person of its payment
 * while that day lasts. Afterwards it is a separate movement of the person who made it, so that no closed session and
 * no past day changes.
 */
export function movementsOn(rows: readonly CashRow[], day: Day): CashMovement[] {
  return inOrder(movementsOf(rows).filter(({ at }) => dayOf(at) === day));
}

export function movementsIn(rows: readonly CashRow[], sessionId: number): CashMovement[] {
  return inOrder(movementsOf(rows).filter(({ session }) => session === sessionId));
}

/** Returns the cash since an instant that no session includes, and so no count of a drawer. */
export function movementsWithoutSession(rows: readonly CashRow[], from: Instant): CashMovement[] {
  return movementsOf(rows).filter(
    ({ session, method, isVoid, at }) => session === null && method === 'Cash' && !isVoid && at >= from,
  );
}

function inOrder(movements: readonly CashMovement[]): CashMovement[] {
  return movements.toSorted((one, other) =>
    one.at < other.at ? -1 : one.at > other.at ? 1 : one.row.id - other.row.id,
  );
}

type RowsById = ReadonlyMap<number, CashRow>;

function movementsOf(rows: readonly CashRow[]): CashMovement[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows.flatMap((row) => movementsOfRow(row, byId));
}

function movementsOfRow(row: CashRow, byId: RowsById): CashMovement[] {
  const { kind, sign } = KINDS[row.kind as MoneyKind];
  const isVoid = isVoidInPlace(row, byId);
  const method = row.paid_method ?? row.method ?? 'Cash';
  const entered: CashMovement = {
    row,
    kind,
    method,
    changedFrom: changedFrom(row, byId),
    cents: cents(sign * row.cents),
    savedCents: row.saved_fine_cents ?? cents(0),
    at: row.recorded_at,
    owner: ownerOf(row, byId),
    session: row.session_id,
    isVoid,
  };
  if (row.voided_at === null || isVoid) return [entered];
  const owner = row.void_session_owner ?? row.voided_by ?? '';
  const taken = {
    kind: 'void',
    cents: cents(-entered.cents),
    savedCents: cents(-entered.savedCents),
    at: row.voided_at,
    changedFrom: null,
  } as const;
  return [entered, { ...entered, ...taken, owner, session: row.void_session_id }];
}

/** A correction that is voided with a payment of an earlier day or session is paid back with it, by the same person. */
function isVoidInPlace(row: CashRow, byId: RowsById): boolean {
  const { voided_at, voided_by, recorded_at, recorded_by, session_id, void_session_id } = row;
  if (voided_at === null || void_session_id !== session_id) return false;
  const payment = row.payment_id === null ? undefined : byId.get(row.payment_id);
  const isPaidBackWithIt = payment?.voided_at === voided_at && !isVoidInPlace(payment, byId);
  if (isPaidBackWithIt && voided_by !== recorded_by) return false;
  return session_id !== null || isSameDay(voided_at, recorded_at);
}

/** The payment that an entry corrects or replaces is among the rows if both are of one day or one session. */
function ownerOf(row: CashRow, byId: RowsById): string {
  const { session_owner, recorded_at, recorded_by } = row;
  if (session_owner !== null) return session_owner;
  const origin = byId.get(row.payment_id ?? row.linked_id ?? 0);
  const isOfOrigin = origin && origin.session_id === null && isSameDay(origin.recorded_at, recorded_at);
  return isOfOrigin ? ownerOf(origin, byId) : recorded_by;
}

/** Returns the method that a replaced payment had before its changes of the day or session, if it was another one. */
function changedFrom(row: CashRow, byId: RowsById): PaymentMethod | null {
  let first = row;
  while (first.kind === 'payment' && first.linked_id !== null) {
    const replaced = byId.get(first.linked_id);
    if (!replaced) break;
    first = replaced;
  }
  return first.method === row.method ? null : first.method;
}

function isSameDay(one: Instant, other: Instant): boolean {
  return dayOf(one) === dayOf(other);
}

/**
 * Returns the totals of movements, overall and by method in the order of `paymentMethods`. Void movements are excluded.
 */
export function sumMovements(movements: readonly CashMovement[]): DaySums {
  const counted = movements.filter(({ isVoid }) => !isVoid);
  const methods = paymentMethods.flatMap((method) => {
    const its = counted.filter((movement) => movement.method === method);
    return its.length === 0 ? [] : [{ method, ...sumsOf(its) }];
  });
  return {
    ...sumsOf(counted),
    cash: methods.find(({ method }) => method === 'Cash')?.total ?? 0,
    changed_from_cash: sumChangedFromCash(counted),
    saved_fines: toRupees(sumCents(counted.map(({ savedCents }) => savedCents))),
    methods,
  };
}

/** Returns what was recorded as cash at first and is now recorded by another method, less what became cash. */
function sumChangedFromCash(movements: readonly CashMovement[]): number {
  const changed = movements.filter(
    ({ changedFrom: from, method }) => from !== null && (from === 'Cash') !== (method === 'Cash'),
  );
  return toRupees(sumCents(changed.map(({ method, cents: sum }) => (method === 'Cash' ? cents(-sum) : sum))));
}

function sumsOf(movements: readonly CashMovement[]) {
  const sumOf = (isMeant: (kind: MovementKind) => boolean) =>
    toRupees(sumCents(movements.filter(({ kind }) => isMeant(kind)).map((movement) => movement.cents)));
  return {
    count: movements.length,
    payments: sumOf(isOfPayments),
    voids: sumOf((kind) => kind === 'void'),
    other: sumOf((kind) => kind !== 'void' && !isOfPayments(kind)),
    total: sumOf(() => true),
  };
}

export function isOfPayments(kind: MovementKind): boolean {
  return paymentMovements.some((one) => one === kind);
}

export function presentMovement(movement: CashMovement, names: ReadonlyMap<string, string>): Movement {
  const { row, kind, method, changedFrom: changed_from, at, owner, isVoid } = movement;
  return {
    entry_id: row.id,
    payment_id: row.payment_id ?? (row.kind === 'payment' ? row.id : null),
    kind,
    shop_id: row.shop_id,
    tenancy_id: row.tenancy_id,
    tenant_name: row.tenant_name,
    method,
    changed_from,
    cheque_number: row.cheque_number,
    cheque_bank: row.cheque_bank,
    cheque_date: row.cheque_date,
    amount: toRupees(movement.cents),
    is_void: isVoid,
    at,
    paid_on: dayOf(row.effective_at),
    person: names.get(owner) ?? owner,
    note: (kind === 'void' || isVoid ? row.void_reason : row.note) ?? '',
    saved_fine: toRupees(movement.savedCents),
    confirmation: confirmationOf(movement),
  };
}

function confirmationOf({ row, kind, method }: CashMovement): Confirmation | null {
  if (!isReceived(kind) || row.voided_at !== null || !isElectronic(method)) return null;
  return row.is_to_confirm === 1 ? 'to_confirm' : 'confirmed';
}

/** Returns the id of a movement's entry, and the person in whose cash day the movement is included. */
export function presentCashDay(
  { row, owner, isVoid }: CashMovement,
  names: ReadonlyMap<string, string>,
): [number, NonNullable<ListedPayment['cash_day']>] {
  const is_voided_later = row.voided_at !== null && !isVoid;
  return [row.id, { email: owner, name: names.get(owner) ?? owner, is_voided_later }];
}

export function presentCounted({ count, cents: sum }: CountedCents): CountedMoney {
  return { count, amount: toRupees(sum) };
}
