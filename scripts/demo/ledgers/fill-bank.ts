import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  firstDayOf,
  type Instant,
  type Month,
  monthOf,
} from '#billing/calendar.ts';
import { type Cents, cents, sumCents, writeDecimal } from '#billing/money.ts';
import type { Database } from '#server/db/connect.ts';
import { addBankAccount, getBankAccount } from '#server/features/bank/accounts.ts';
import { importStatement } from '#server/features/bank/import-statement.ts';
import { loadOutstanding } from '#server/features/bank/load-known-money.ts';
import { ignoreLine, matchLine } from '#server/features/bank/match-line.ts';
import type { KnownPart } from '#server/features/bank/parts.ts';
import { listLinesBetween } from '#server/features/bank/queries.ts';
import { closeMonth, prepareClosing } from '#server/features/closings/close-month.ts';
import { readRows } from '#server/features/imports/read-table.ts';
import { doneBy } from '../demo-market.ts';

const MONTHS = 3;
const OPENING = cents(1_250_000_00);
const FEE = cents(-250_00);
const INTEREST = cents(4_312_50);

/** A line of a statement, and the money of the ledgers that it is; undefined for a fee or interest. */
interface DemoLine {
  day: Day;
  text: string;
  cents: Cents;
  part?: KnownPart;
}

/**
 * Adds a bank account with the statements of three months: the lines of the first two are matched, those of the current
 * month half of the way. The first month is closed, the second one is left to be closed.
 */
export async function fillBank(database: Database, now: Instant): Promise<void> {
  const context = doneBy('admin', now);
  const thisMonth = monthOf(dayOf(now));
  const months = Array.from({ length: MONTHS }, (_, at) => monthBefore(thisMonth, MONTHS - 1 - at));
  const [first = thisMonth] = months;
  const starts_on = firstDayOf(first);
  const id = await database.write((tx) => addBankAccount(tx, context, { name: 'Rent account', starts_on }));
  const parts = await loadOutstanding(database.reader, starts_on);
  let balance = OPENING;
  for (const month of months) {
    const lines = linesOf(month, { parts, until: dayOf(now) });
    await importLines(database, { id, month, lines, balance, now });
    balance = sumCents([balance, ...lines.map((line) => line.cents)]);
    const matched = month === thisMonth ? lines.slice(0, Math.ceil(lines.length / 2)) : lines;
    await matchLines(database, { id, month, lines: matched, now });
  }
  await closeFirst(database, first, now);
}

function monthBefore(month: Month, count: number): Month {
  return monthOf(addMonths(firstDayOf(month), -count));
}

function lastDayOf(month: Month): Day {
  return addDays(addMonths(firstDayOf(month), 1), -1);
}

function linesOf(month: Month, { parts, until }: { parts: readonly KnownPart[]; until: Day }): DemoLine[] {
  const ofParts = parts.flatMap((part): DemoLine[] => {
    if (part.day === null || monthOf(part.day) !== month || part.cents === 0) return [];
    return [{ day: part.day, text: textOf(part), cents: part.cents, part }];
  });
  const last = lastDayOf(month);
  const ofBank: DemoLine[] = [
    { day: addDays(firstDayOf(month), 4), text: 'Service charge', cents: FEE },
    { day: last, text: 'Credit interest', cents: INTEREST },
  ];
  const past = [...ofParts, ...ofBank].filter(({ day }) => day <= until);
  return past.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}

function textOf({ kind, method, cheque_number, name, id }: KnownPart): string {
  if (kind === 'cash' || kind === 'kept_cash' || kind === 'gate_cash') return `CDM ${id}`;
  if (method === 'Cheque') return `Cheque ${cheque_number ?? ''} ${id}`.replaceAll(/\s+/g, ' ');
  if (kind === 'paid_back') return `Outward CEFT transfer ${name}`;
  return method === 'Card' ? `Card settlement ${id}` : `Inward CEFT transfer ${name}`;
}

interface Imported {
  id: number;
  month: Month;
  lines: readonly DemoLine[];
  now: Instant;
}

async function importLines(
  database: Database,
  { id, month, lines, balance, now }: Imported & { balance: Cents },
): Promise<void> {
  if (lines.length === 0) return;
  const rows = await readRows(csvOf(lines, balance));
  await database.write(async (tx) => {
    const account = await getBankAccount(tx, id);
    const name = `statement-${month}.csv`;
    await importStatement(tx, doneBy('admin', now), { account, rows, name, answers: {}, write: true });
  });
}

function csvOf(lines: readonly DemoLine[], opening: Cents): string {
  let balance: number = opening;
  const rows = lines.map(({ day, text, cents: amount }) => {
    balance += amount;
    const written = writeDecimal(cents(Math.abs(amount)));
    const [debit, credit] = amount < 0 ? [written, ''] : ['', written];
    return `${day},"${text.replaceAll('"', '')}",${debit},${credit},${writeDecimal(cents(balance))}`;
  });
  return ['Date,Description,Debit,Credit,Balance', ...rows].join('\n');
}

/** The lines are stored in the order of the file, which is that of their days. */
async function matchLines(database: Database, { id, month, lines, now }: Imported): Promise<void> {
  const between = { accountId: id, first: firstDayOf(month), last: lastDayOf(month) };
  const stored = await listLinesBetween(database.reader, between);
  const context = doneBy('superadmin', now);
  for (const [at, { part, cents: amount }] of lines.entries()) {
    const line = stored[at];
    if (line?.cents !== amount) throw new Error(`line ${at + 1} of ${month} is another one`);
    await database.write(async (tx) => {
      if (!part) return ignoreLine(tx, context, { id: line.id, kind: amount < 0 ? 'fee' : 'interest', note: '' });
      const named = { kind: part.kind, id: part.id };
      const request = { params: { id: line.id }, body: { parts: [named] } };
      await matchLine(tx, { ...request, context, caller: undefined, query: {} });
    });
  }
}

/** Closes the first month with what is not done, so that the page of the next month shows what a closing asks. */
async function closeFirst(database: Database, month: Month, now: Instant): Promise<void> {
  const context = doneBy('superadmin', now);
  const prepared = await database.snapshot((db) => prepareClosing(db, month, context));
  const named = Object.fromEntries(prepared.rests.map(({ part, open }) => [part, open]));
  await database.write((tx) => closeMonth(tx, context, { month, named, prepared }));
}
