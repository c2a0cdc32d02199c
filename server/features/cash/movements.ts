import { type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { type Cents, cents, sumCents, toRupees } from '#billing/money.ts';
import type { DaySums, Movement } from '#contract/cash.ts';
import { type MovementKind, type PaymentMethod, paymentMethods, paymentMovements } from '#contract/words.ts';
import type { CashRow, MoneyKind } from './queries.ts';

export interface CashMovement {
  row: CashRow;
  kind: MovementKind;
  method: PaymentMethod;
  /** In cents: positive if money was received, negative if it was paid back. */
  cents: Cents;
  at: Instant;
  /** The email of the person to whose day the movement belongs. */
  owner: string;
  /** True if the movement was voided on the day it was recorded. All sums exclude it. */
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
 * Returns the movements of a day, sorted by time. An entry voided on the day it was recorded is marked as void. An
 * entry voided later remains, so that no past day changes. Its voiding is a separate movement of the person who voided
 * it. A correction made on the day of its payment belongs to the person who took the payment.
 */
export function movementsOn(rows: readonly CashRow[], day: Day): CashMovement[] {
  return rows
    .flatMap(movementsOf)
    .filter(({ at }) => dayOf(at) === day)
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : one.row.id - other.row.id));
}

function movementsOf(row: CashRow): CashMovement[] {
  const { kind, sign } = KINDS[row.kind as MoneyKind];
  const isVoid = row.voided_at !== null && isSameDay(row.voided_at, row.recorded_at);
  const method = row.paid_method ?? row.method ?? 'Cash';
  const entered: CashMovement = {
    row,
    kind,
    method,
    cents: cents(sign * row.cents),
    at: row.recorded_at,
    owner: row.paid_at !== null && isSameDay(row.paid_at, row.recorded_at) ? (row.paid_by ?? '') : row.recorded_by,
    isVoid,
  };
  if (row.voided_at === null || isVoid) return [entered];
  const owner = row.voided_by ?? '';
  return [entered, { ...entered, kind: 'void', cents: cents(-entered.cents), at: row.voided_at, owner }];
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
  return { ...sumsOf(counted), cash: methods.find(({ method }) => method === 'Cash')?.total ?? 0, methods };
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

function isOfPayments(kind: MovementKind): boolean {
  return paymentMovements.some((one) => one === kind);
}

export function presentMovement(movement: CashMovement, names: ReadonlyMap<string, string>): Movement {
  const { row, kind, method, at, owner, isVoid } = movement;
  return {
    entry_id: row.id,
    payment_id: row.payment_id ?? (row.kind === 'payment' ? row.id : null),
    kind,
    shop_id: row.shop_id,
    tenancy_id: row.tenancy_id,
    tenant_name: row.tenant_name,
    method,
    cheque_number: row.cheque_number,
    cheque_bank: row.cheque_bank,
    cheque_date: row.cheque_date,
    amount: toRupees(movement.cents),
    is_void: isVoid,
    at,
    paid_on: dayOf(row.effective_at),
    person: names.get(owner) ?? owner,
    note: (kind === 'void' || isVoid ? row.void_reason : row.note) ?? '',
  };
}
