import { addDays, addMonths, type Day, firstDayOf, monthOf } from '../calendar.ts';
import { spreadsheetCell } from '../csv-cell.ts';
import { type AccountNames, accountName, type JournalAccount, type JournalEntry } from './entries.ts';
import { orderEntries } from './order-entries.ts';

type JournalFormat = 'csv' | 'hledger' | 'beancount';

const CURRENCY = 'LKR';

interface Span {
  from: Day;
  to: Day;
}

/** By the names of accounts, because the market may give several the same name. */
type Balances = ReadonlyMap<string, number>;

interface NamedEntry extends Omit<JournalEntry, 'postings'> {
  postings: readonly { account: string; cents: number }[];
}

/** How a format writes an entry, and the balances of all accounts at the end of a day. */
interface Writer {
  begin(span: Span, accounts: readonly string[]): string;
  entry(entry: NamedEntry): string;
  balances(day: Day, balances: Balances): string;
}

/**
 * Yields the text of a journal in pieces: the balances before its first day, each entry of its days, and the balances at
 * the end of each month and of the last day. The entries are all of the market, in any order. It yields undefined while
 * it looks through them.
 */
export function* writeJournal(
  entries: Iterable<JournalEntry>,
  span: Span,
  { format, names = {} }: { format: JournalFormat; names?: AccountNames },
): Generator<string | undefined> {
  const named: NamedEntry[] = [];
  const nameOf = namingOf(names);
  const accounts = new Set<string>();
  for (const entry of orderEntries(entries)) {
    if (entry && entry.day <= span.to) {
      const postings = entry.postings.map(({ account, cents }) => ({ account: nameOf(account), cents }));
      for (const { account } of postings) accounts.add(account);
      named.push({ ...entry, postings });
    }
    yield undefined;
  }
  yield writers[format].begin(span, [...accounts].sort());
  yield* writeEntries(named, span, writers[format]);
}

function* writeEntries(entries: readonly NamedEntry[], span: Span, writer: Writer): Generator<string | undefined> {
  const balances = new Map<string, number>();
  const first = entries.findIndex(({ day }) => day >= span.from);
  const before = first === -1 ? entries : entries.slice(0, first);
  for (const entry of before) {
    add(balances, entry.postings);
    yield undefined;
  }
  const opening = inOrder(balances).map(([account, amount]) => ({ account, cents: amount }));
  if (opening.length > 0)
    yield writer.entry({ id: `opening-${span.from}`, day: span.from, text: 'balances before', postings: opening });
  let ends = lastDayOf(span.from, span.to);
  for (const entry of first === -1 ? [] : entries.slice(first)) {
    while (entry.day > ends) {
      yield writer.balances(ends, new Map(inOrder(balances, true)));
      ends = lastDayOf(addDays(ends, 1), span.to);
    }
    add(balances, entry.postings);
    yield writer.entry(entry);
  }
  while (ends < span.to) {
    yield writer.balances(ends, new Map(inOrder(balances, true)));
    ends = lastDayOf(addDays(ends, 1), span.to);
  }
  yield writer.balances(span.to, new Map(inOrder(balances, true)));
}

/** Adds the postings of an entry to the sums of accounts. */
export function addPostings(sums: Map<JournalAccount, number>, { postings }: JournalEntry): void {
  add(sums, postings);
}

function namingOf(names: AccountNames): (account: JournalAccount) => string {
  const known = new Map<JournalAccount, string>();
  return (account) => {
    const name = known.get(account) ?? accountName(account, names);
    known.set(account, name);
    return name;
  };
}

function add<Account extends string>(
  balances: Map<Account, number>,
  postings: readonly { account: Account; cents: number }[],
): void {
  for (const { account, cents } of postings) balances.set(account, (balances.get(account) ?? 0) + cents);
}

function lastDayOf(day: Day, to: Day): Day {
  const last = addDays(addMonths(firstDayOf(monthOf(day)), 1), -1);
  return last < to ? last : to;
}

function inOrder(balances: Balances, withZero = false): [string, number][] {
  return [...balances]
    .filter(([, amount]) => withZero || amount !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Sums of many years may exceed the largest amount of an entry, so they are written here. */
function amountOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const hledger: Writer = {
  begin: (_, accounts) =>
    `commodity 1000.00 ${CURRENCY}\n${accounts.map((account) => `account ${account}\n`).join('')}\n`,
  entry: ({ id, day, text, postings }) =>
    `${day} * (${id}) ${text}\n${postings
      .map(({ account, cents }) => `    ${account}  ${amountOf(cents)} ${CURRENCY}\n`)
      .join('')}\n`,
  balances: (day, balances) =>
    balances.size === 0
      ? ''
      : `${day} * (balances-${day}) balances\n${[...balances]
          .map(([account, sum]) => `    ${account}  0.00 ${CURRENCY} = ${amountOf(sum)} ${CURRENCY}\n`)
          .join('')}\n`,
};

const beancount: Writer = {
  begin: ({ from }, accounts) =>
    `option "operating_currency" "${CURRENCY}"\n${accounts
      .map((account) => `${from} open ${account} ${CURRENCY}\n`)
      .join('')}\n`,
  entry: ({ id, day, text, postings }) =>
    `${day} * "${text}" ^${id}\n${postings
      .map(({ account, cents }) => `  ${account}  ${amountOf(cents)} ${CURRENCY}\n`)
      .join('')}\n`,
  balances: (day, balances) =>
    `${[...balances]
      .map(([account, sum]) => `${addDays(day, 1)} balance ${account}  ${amountOf(sum)} ${CURRENCY}\n`)
      .join('')}\n`,
};

const row = (...cells: string[]) => `${cells.map(spreadsheetCell).join(',')}\r\n`;

const csv: Writer = {
  begin: () => row('id', 'day', 'text', 'account', 'debit', 'credit'),
  entry: ({ id, day, text, postings }) =>
    postings
      .map(({ account, cents }) =>
        row(id, day, text, account, cents > 0 ? amountOf(cents) : '', cents < 0 ? amountOf(-cents) : ''),
      )
      .join(''),
  balances: () => '',
};

const writers: Record<JournalFormat, Writer> = { csv, hledger, beancount };
