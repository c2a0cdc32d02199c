/**
 * A bank statement as it was read from a file: what came in, what went out, and whether the file adds up (docs/rules.md,
 * Bank statements).
 */
import type { Day } from '../calendar.ts';
import { type Cents, cents } from '../money.ts';

export interface FileLine {
  /** The number of the line in the file, which begins with 1. */
  line: number;
  day: Day;
  text: string;
  /** The bank's own number of the line; empty if the file has none. */
  number: string;
  /** Above 0 for money that came in, below 0 for money that went out. */
  cents: Cents;
  /** The balance after the line; null if the file does not say it. */
  balance: Cents | null;
}

export interface FileStatement {
  /** The balances before the first line and after the last one; null if the file does not say them. */
  opening: Cents | null;
  closing: Cents | null;
  lines: readonly FileLine[];
}

/** The line after which the balance of the file is not the one before it plus the amount. */
export interface BalanceFault {
  line: number;
  expected: Cents;
  found: Cents;
}

/** Returns the statement with its oldest line first. Banks write either order. */
export function inBankOrder(statement: FileStatement): FileStatement {
  const { lines } = statement;
  const pairs = lines.slice(1).map((line, at) => [lines[at], line] as const);
  const follows = (before: FileLine | undefined, after: FileLine | undefined) =>
    before?.balance != null && after?.balance != null && before.balance + after.cents === after.balance;
  const forwards = pairs.filter(([one, other]) => follows(one, other)).length;
  const backwards = pairs.filter(([one, other]) => follows(other, one)).length;
  const first = lines[0]?.day ?? '';
  const last = lines.at(-1)?.day ?? '';
  const isNewestFirst = forwards === backwards ? first > last : backwards > forwards;
  return isNewestFirst ? { ...statement, lines: lines.toReversed() } : statement;
}

/**
 * Returns the statement with the balance after each line, as far as the balance of any line, the opening or the closing
 * one is known. Returns the first line that does not add up instead; a closing that does not fit is named with the last
 * line. Expects the oldest line first.
 */
export function withBalances(statement: FileStatement): { statement: FileStatement } | { fault: BalanceFault } {
  const { lines, closing } = statement;
  const opening = statement.opening ?? openingBefore(lines) ?? openingFromEnd(statement);
  if (opening === null) return { statement };
  let balance: number = opening;
  const counted: FileLine[] = [];
  for (const line of lines) {
    balance += line.cents;
    if (line.balance !== null && line.balance !== balance)
      return { fault: { line: line.line, expected: cents(balance), found: line.balance } };
    counted.push({ ...line, balance: cents(balance) });
  }
  if (closing !== null && closing !== balance)
    return { fault: { line: lines.at(-1)?.line ?? 0, expected: cents(balance), found: closing } };
  return { statement: { opening, closing: cents(balance), lines: counted } };
}

function openingBefore(lines: readonly FileLine[]): Cents | null {
  let moved = 0;
  for (const line of lines) {
    moved += line.cents;
    if (line.balance !== null) return cents(line.balance - moved);
  }
  return null;
}

function openingFromEnd({ lines, closing }: FileStatement): Cents | null {
  if (closing === null) return null;
  return cents(closing - lines.reduce((sum, line) => sum + line.cents, 0));
}

/**
 * Returns a key for each line of a statement of one account. Equal keys are the same line of the bank, also in another
 * file of the account. Equal lines of a day differ by the bank's number or the balance after them, and by their order
 * where the file has neither.
 */
export function keysOfLines({ lines }: Pick<FileStatement, 'lines'>): string[] {
  const seen = new Map<string, number>();
  return lines.map(({ day, number, cents: amount, text, balance }) => {
    const words = text.normalize('NFKC').toLowerCase().split(/\s+/).join(' ').trim();
    // Where the bank numbers its lines, a line that it adds later between others changes no key.
    const content = JSON.stringify(number === '' ? [day, amount, words, balance] : [day, amount, words, number]);
    const ordinal = (seen.get(content) ?? 0) + 1;
    seen.set(content, ordinal);
    return ordinal === 1 ? content : `${content} ${ordinal}`;
  });
}
