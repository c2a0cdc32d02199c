import { type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { type Cents, cents, toRupees } from '#billing/money.ts';
import type { BankPart } from '#contract/bank.ts';
import { isCheque } from '#contract/words.ts';
import type { TenancyOfShopRow } from '../tenants/queries.ts';
import type { BankEntryRow, ClosedSessionRow, GateCashBankRow, MatchPartRow, PaidBackRow } from './part-queries.ts';

/** Money of the ledgers that may be a part of a line. `cents` is below 0 for money that went out. */
export interface KnownPart extends Omit<BankPart, 'amount' | 'day'> {
  cents: Cents;
  day: Day | null;
  /** True if the ledgers say that the bank has the money. */
  isAtBank: boolean;
}

const CASH = { shop_id: '', method: 'Cash', cheque_number: null } as const;

export function paymentPart(row: BankEntryRow): KnownPart {
  const { id, cents, shop_id, name, method, cheque_number } = row;
  const day = row.cleared_on ?? row.deposited_on ?? dayOf(row.effective_at);
  const isAtBank = !isCheque(method) || (row.cleared_on ?? row.deposited_on) !== null;
  return { kind: 'payment', id, cents, shop_id, name, method, cheque_number, day, isAtBank };
}

export function returnedPart(row: BankEntryRow): KnownPart {
  return { ...paymentPart(row), kind: 'returned_cheque', cents: cents(-row.cents) };
}

export function paidBackPart({
  id,
  cents,
  shop_id,
  name,
  method,
  cheque_number,
  effective_at,
}: PaidBackRow): KnownPart {
  return {
    kind: 'paid_back',
    id,
    cents,
    shop_id,
    name,
    method,
    cheque_number,
    day: dayOf(effective_at),
    isAtBank: true,
  };
}

export function sessionPart({ id, cents, owner, closed_at, banked_on }: ClosedSessionRow): KnownPart {
  return { kind: 'cash', id, cents, name: owner, ...CASH, ...bankedOn(banked_on, closed_at) };
}

export function keptPart({ id, kept_cents, owner, closed_at, kept_banked_on }: ClosedSessionRow): KnownPart {
  return { kind: 'kept_cash', id, cents: kept_cents, name: owner, ...CASH, ...bankedOn(kept_banked_on, closed_at) };
}

export function gateCashPart({ id, cents, owner, received_at, banked_on }: GateCashBankRow): KnownPart {
  return { kind: 'gate_cash', id, cents, name: owner, ...CASH, ...bankedOn(banked_on, received_at) };
}

function bankedOn(day: Day | null, at: Instant): Pick<KnownPart, 'day' | 'isAtBank'> {
  return { day: day ?? dayOf(at), isAtBank: day !== null };
}

/** A payment that does not exist until the line is matched. */
export function newPaymentPart({ id, written_shop_id, name }: TenancyOfShopRow, cents: Cents): KnownPart {
  return {
    kind: 'new_payment',
    id,
    cents,
    shop_id: written_shop_id,
    name,
    method: 'Bank Transfer',
    cheque_number: null,
    day: null,
    isAtBank: false,
  };
}

export function matchedPart(row: MatchPartRow): KnownPart {
  const { kind, subject_id: id, cents, shop_id, name, method, cheque_number } = row;
  const at = row.effective_at ?? row.closed_at ?? row.received_at;
  const stated = { cash: row.banked_on, kept_cash: row.kept_banked_on, gate_cash: row.handover_banked_on };
  const bankDay = kind === 'cash' || kind === 'kept_cash' || kind === 'gate_cash' ? stated[kind] : row.cleared_on;
  const day = bankDay ?? (at === null ? null : dayOf(at));
  if (shop_id === null)
    return { kind, id, cents, name: row.drawer_owner ?? row.receiver ?? '', ...CASH, day, isAtBank: true };
  return { kind, id, cents, shop_id, name: name ?? '', method, cheque_number, day, isAtBank: true };
}

export function presentPart({ cents, isAtBank: _, ...part }: KnownPart): BankPart {
  return { ...part, amount: toRupees(cents) };
}
