import {
  type CountedCash,
  type KnownCheque,
  type KnownMoney,
  type KnownPayer,
  payerOf,
} from '#billing/bank/propose.ts';
import { addDays, type Day, dayOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { isCheque } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';
import { listOpenClaims } from '../claims/queries.ts';
import { dueOfTenancy, listFormerTenants, listTenants, type TenancyOfShopRow } from '../tenants/queries.ts';
import {
  type BankEntryRow,
  type ClosedSessionRow,
  listClosedSessions,
  listEarlierPayers,
  listGateCash,
  listMonthlyBills,
  listOpenBills,
  listOutstandingEntries,
  listOutstandingGateCash,
  listOutstandingSessions,
  listPaidBack,
  listUnmatched,
} from './part-queries.ts';
import {
  gateCashPart,
  type KnownPart,
  keptPart,
  paidBackPart,
  paymentPart,
  returnedPart,
  sessionPart,
} from './parts.ts';

/** A deposit is at most this old when it arrives: a post-dated cheque waits. */
const DAYS_BEFORE = 62;

export interface LoadedMoney {
  known: KnownMoney;
  /** The parts by kind and id, such as `payment 12`. */
  parts: ReadonlyMap<string, KnownPart>;
  tenancies: ReadonlyMap<number, TenancyOfShopRow>;
}

/** Loads what lines from a day on may be: money that no line has, and who can pay. */
export async function loadKnownMoney(db: Reader, first: Day): Promise<LoadedMoney> {
  const since = addDays(first, -DAYS_BEFORE);
  const entries = await listUnmatched(db, since);
  const paidBack = await listPaidBack(db, since);
  const sessions = await listClosedSessions(db, since);
  const gateCash = await listGateCash(db, since);
  const { payers, tenancies } = await loadKnownPayers(db);
  const unmatched = entries.filter(({ is_unmatched }) => is_unmatched);
  const cheques = entries.filter(({ method }) => isCheque(method));
  const cash = [
    ...sessions.filter((row) => row.is_unmatched && row.cents > 0).map(sessionPart),
    ...sessions.filter(isKeptCash).map(keptPart),
    ...gateCash.filter((row) => row.cents > 0).map(gateCashPart),
  ];
  const back = paidBack.map(paidBackPart);
  const parts = [
    ...unmatched.map(paymentPart),
    ...cheques.filter((row) => row.is_return_unmatched && isAtBank(row)).map(returnedPart),
    ...back,
    ...cash,
  ];
  const electronic = unmatched.filter(({ method }) => !isCheque(method)).map(paymentPart);
  const tenancyOf = new Map([...entries, ...paidBack].map(({ id, tenancy_id }) => [id, tenancy_id]));
  return {
    known: {
      payments: [...electronic, ...back].map(({ id, cents: amount, day }) => ({
        entry: id,
        tenancy: tenancyOf.get(id) ?? 0,
        cents: amount,
        day: day ?? first,
      })),
      cash: cash.map((part) => countedCash(part, sessions, first)),
      cheques: cheques.map(knownCheque),
      claims: (await listOpenClaims(db)).map(({ id, tenancy_id, cents: amount, day }) => ({
        claim: id,
        tenancy: tenancy_id,
        cents: amount,
        day,
      })),
      payers,
      earlier: earlierPayers(await listEarlierPayers(db)),
    },
    parts: new Map(parts.map((part) => [partKey(part), part])),
    tenancies,
  };
}

/**
 * Loads what the ledgers say is at a bank since a day and no line has, however long ago that was. Cheques and cash count
 * only once somebody recorded that the bank has them.
 */
export async function loadOutstanding(db: Reader, since: Day): Promise<KnownPart[]> {
  const sessions = await listOutstandingSessions(db, since);
  const parts = [
    ...(await listOutstandingEntries(db, since)).map(paymentPart),
    ...(await listPaidBack(db, since)).map(paidBackPart),
    ...sessions.filter((row) => row.is_unmatched && row.cents > 0).map(sessionPart),
    ...sessions.filter((row) => row.is_kept_unmatched && row.kept_cents > 0).map(keptPart),
    ...(await listOutstandingGateCash(db, since)).map(gateCashPart),
  ];
  return parts.filter(({ isAtBank, day }) => isAtBank && day !== null && day >= since);
}

export function partKey({ kind, id }: Pick<KnownPart, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** Cash left in a drawer is at the bank if somebody recorded it, or may be if it is not the float of a later session. */
function isKeptCash(row: ClosedSessionRow): boolean {
  if (!row.is_kept_unmatched || row.kept_cents <= 0) return false;
  return row.kept_banked_on !== null || !row.is_followed;
}

/** A person may have recorded a day of banking that is later than the line, so only the closing counts. */
function countedCash(part: KnownPart, sessions: readonly ClosedSessionRow[], first: Day): CountedCash {
  const session = part.kind === 'gate_cash' ? undefined : sessions.find(({ id }) => id === part.id);
  const since = session ? dayOf(session.closed_at) : part.day;
  return { id: partKey(part), cents: part.cents, since: since ?? first, owner: part.name };
}

function isAtBank({ deposited_on, cleared_on, returned_on }: BankEntryRow): boolean {
  return (deposited_on ?? cleared_on ?? returned_on) !== null;
}

function knownCheque(row: BankEntryRow): KnownCheque {
  const depositedOn = row.deposited_on ?? row.cleared_on ?? (row.returned_on === null ? null : dayOf(row.effective_at));
  return {
    entry: row.id,
    cents: row.cents,
    number: row.cheque_number ?? '',
    depositedOn,
    slip: `${depositedOn} ${row.session_id}`,
    isMatched: !row.is_unmatched,
  };
}

/** Current tenants, and former ones with an amount due. */
async function listPayers(db: Reader): Promise<TenancyOfShopRow[]> {
  const former = await listFormerTenants(db);
  return [...(await listTenants(db)), ...former.filter((tenancy) => dueOfTenancy(tenancy) > 0)];
}

interface LoadedPayers {
  payers: KnownPayer[];
  tenancies: ReadonlyMap<number, TenancyOfShopRow>;
}

export async function loadKnownPayers(db: Reader): Promise<LoadedPayers> {
  const tenancies = await listPayers(db);
  const bills = Map.groupBy(await listOpenBills(db), ({ tenancy_id }) => tenancy_id);
  const months = new Map((await listMonthlyBills(db)).map(({ tenancy_id, month_cents }) => [tenancy_id, month_cents]));
  const payers = tenancies.map((tenancy) => ({
    tenancy: tenancy.id,
    shop: tenancy.written_shop_id,
    name: tenancy.name,
    due: dueOfTenancy(tenancy),
    bills: (bills.get(tenancy.id) ?? []).map((bill) => ({ number: bill.number, open: bill.open_cents })),
    month: months.get(tenancy.id) ?? cents(0),
  }));
  return { payers, tenancies: new Map(tenancies.map((tenancy) => [tenancy.id, tenancy])) };
}

/** A text that was of two tenancies names neither. */
function earlierPayers(matched: readonly { text: string; tenancy_id: number }[]): Map<string, number> {
  const byPayer = Map.groupBy(matched, ({ text }) => payerOf(text));
  return new Map(
    [...byPayer].flatMap(([payer, its]) => {
      const tenancies = new Set(its.map(({ tenancy_id }) => tenancy_id));
      const [tenancy] = tenancies;
      return payer === '' || tenancies.size > 1 || tenancy === undefined ? [] : [[payer, tenancy] as const];
    }),
  );
}
