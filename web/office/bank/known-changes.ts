import type { BankLine, BankPart, bank } from '#contract/bank.ts';
import type { Answer } from '#contract/call.ts';
import type { BankLineState } from '#contract/words.ts';

const keyOf = ({ kind, id }: Pick<BankPart, 'kind' | 'id'>) => `${kind} ${id}`;

/** Returns the money that lines of the list have. A new payment is of a tenancy, which may pay again. */
export function moneyOfLines(lines: readonly BankLine[]): ReadonlySet<string> {
  const parts = lines.flatMap(({ match }) => match?.parts ?? []);
  return new Set(parts.filter(({ kind }) => kind !== 'new_payment').map(keyOf));
}

export function withoutMoney(parts: readonly BankPart[], taken: ReadonlySet<string>): BankPart[] {
  return parts.filter((part) => !taken.has(keyOf(part)));
}

/** Returns an open line without proposals of money that another line has by now. */
export function proposeOthers(line: BankLine, taken: ReadonlySet<string>): BankLine {
  if (line.match !== null) return line;
  const proposals = line.proposals.filter(({ parts }) => withoutMoney(parts, taken).length === parts.length);
  return proposals.length === line.proposals.length ? line : { ...line, proposals };
}

/** Returns a changed line: one that is open again has the proposals that it had before it was matched. */
export function asChanged(loaded: BankLine, now: BankLine | undefined): BankLine {
  if (!now) return loaded;
  return now.match === null && now.proposals.length === 0 ? { ...now, proposals: loaded.proposals } : now;
}

type Lines = Answer<typeof bank.lines>;

/** A line that was in one state and is in another. */
export interface LineMove {
  from: BankLineState;
  to: BankLineState;
  amount: number;
}

/** Returns an answer with the numbers of lines as they are after some moves. */
export function countAfter(answer: Lines, moves: readonly LineMove[]): Lines {
  const counts = { ...answer.counts };
  const { open } = answer.account;
  let openCents = Math.round(open.amount * 100);
  for (const { from, to, amount } of moves) {
    counts[from] -= 1;
    counts[to] += 1;
    const cents = Math.round(amount * 100);
    openCents += (to === 'open' ? cents : 0) - (from === 'open' ? cents : 0);
  }
  const opened = { count: counts.open, amount: openCents / 100 };
  return { ...answer, counts, account: { ...answer.account, open: opened } };
}
