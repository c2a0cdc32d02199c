import { type WalkedBalances, walkBalances } from '#billing/bank/walk-balances.ts';
import { addDays, addMonths, type Day, firstDayOf, type Month } from '#billing/calendar.ts';
import { type Cents, cents, sumCents } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';
import { getBankAccount } from './accounts.ts';
import { type LineByAmount, listByAmount } from './by-amount.ts';
import { loadOutstanding } from './load-known-money.ts';
import { listOtherPayers } from './load-lines.ts';
import { listChangedLines, sumBooks } from './part-queries.ts';
import type { KnownPart } from './parts.ts';
import {
  type BankAccountRow,
  type BankLineRow,
  findDayOfLines,
  listBankLines,
  listLinesBetween,
  listLinesById,
  sumIgnored,
  sumOpen,
} from './queries.ts';

export interface LoadedReconciliation {
  account: BankAccountRow;
  month: Month;
  /** All lines of the month. */
  lines: BankLineRow[];
  bank: WalkedBalances;
  open: BankLineRow[];
  changed: BankLineRow[];
  otherPayer: BankLineRow[];
  byAmount: LineByAmount[];
  /** Null if the bank states no balance. */
  books: Cents | null;
  unexplained: Cents | null;
  outstanding: KnownPart[];
}

/**
 * Loads the reconciliation of an account at the end of a month. The balance of the ledgers is computed from the ledgers, and
 * compared with that of the bank: open lines and changed payments explain the difference, missing lines do not.
 */
export async function loadReconciliation(
  db: Reader,
  { id, month }: { id: number; month: Month },
): Promise<LoadedReconciliation> {
  const account = await getBankAccount(db, id);
  const first = firstDayOf(month);
  const until = addDays(addMonths(first, 1), -1);
  const lines = await listLinesBetween(db, { accountId: id, first, last: until });
  const before = await findBalanceBefore(db, { accountId: id, first });
  const bank = walkBalances(lines.map(toBalanceLine), before);
  const changes = await listChangedLines(db, { accountId: id, until });
  const ids = changes.map((change) => change.id);
  const explained = [await sumOpen(db, { accountId: id, until }), ...changes.map((change) => change.cents)];
  const books = await sumBalanceOfBooks(db, { accountId: id, until });
  const outstanding = await loadOutstanding(db, account.starts_on);
  return {
    account,
    month,
    lines,
    bank,
    open: await listBankLines(db, { accountId: id, state: 'open', until }),
    otherPayer: await listOtherPayers(db, lines),
    byAmount: await listByAmount(db, lines),
    changed: ids.length > 0 ? await listLinesById(db, ids) : [],
    books,
    unexplained: books === null || bank.closing === null ? null : cents(bank.closing - books - sumCents(explained)),
    outstanding: outstanding.filter(({ day }) => day !== null && day <= until),
  };
}

function toBalanceLine({ day, cents: amount, balance_cents }: BankLineRow) {
  return { day, cents: amount, balance: balance_cents };
}

/** Returns the balance after the last line before a day. */
async function findBalanceBefore(
  db: Reader,
  { accountId, first }: { accountId: number; first: Day },
): Promise<Cents | null> {
  const day = await findDayOfLines(db, { accountId, until: addDays(first, -1), which: 'last' });
  if (day === null) return null;
  const lines = await listLinesBetween(db, { accountId, first: day, last: day });
  return walkBalances(lines.map(toBalanceLine)).closing;
}

/** Returns the balance with which the account begins, plus what the ledgers have of its lines. */
async function sumBalanceOfBooks(
  db: Reader,
  { accountId, until }: { accountId: number; until: Day },
): Promise<Cents | null> {
  const day = await findDayOfLines(db, { accountId, until, which: 'first' });
  if (day === null) return null;
  const lines = await listLinesBetween(db, { accountId, first: day, last: day });
  const { opening } = walkBalances(lines.map(toBalanceLine));
  if (opening === null) return null;
  const sums = [await sumBooks(db, { accountId, until }), await sumIgnored(db, { accountId, until })];
  return cents(opening + sumCents(sums));
}
