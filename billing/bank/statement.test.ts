import { expect, test } from 'vitest';
import { day } from '../calendar.ts';
import { cents } from '../money.ts';
import { type FileLine, type FileStatement, inBankOrder, keysOfLines, withBalances } from './statement.ts';

type Written = [on: number, amount: number, text?: string, balance?: number, number?: string];

function statementOf(written: readonly Written[], ends: { opening?: number; closing?: number } = {}): FileStatement {
  const lines = written.map(
    ([on, amount, text = '', balance, number = ''], at): FileLine => ({
      line: at + 2,
      day: day(`2026-11-${String(on).padStart(2, '0')}`),
      text,
      number,
      cents: cents(amount),
      balance: balance === undefined ? null : cents(balance),
    }),
  );
  const orNull = (amount: number | undefined) => (amount === undefined ? null : cents(amount));
  return { opening: orNull(ends.opening), closing: orNull(ends.closing), lines };
}

function counted(statement: FileStatement): FileStatement {
  const result = withBalances(inBankOrder(statement));
  if ('fault' in result) throw new Error(`line ${result.fault.line} does not add up`);
  return result.statement;
}

const keysOf = (...given: Parameters<typeof statementOf>) => keysOfLines(counted(statementOf(...given)));

test('a statement with its newest line first is the same statement', () => {
  const oldestFirst: Written[] = [
    [1, 500, 'a', 1500],
    [1, -200, 'b', 1300],
    [2, 700, 'c', 2000],
  ];
  expect(keysOf(oldestFirst.toReversed())).toEqual(keysOf(oldestFirst));
  const withoutBalance: Written[] = [
    [1, 500, 'a'],
    [2, 700, 'c'],
  ];
  expect(keysOf(withoutBalance.toReversed())).toEqual(keysOf(withoutBalance));
});

test('a line after which the balance does not add up is named', () => {
  const { fault } = withBalances(
    statementOf([
      [1, 500, 'a', 1500],
      [2, 700, 'c', 2100],
      [3, 700, 'c', 2800],
    ]),
  ) as { fault: object };
  expect(fault).toEqual({ line: 3, expected: 2200, found: 2100 });
});

test('opening and lines that are not the closing are refused, without a column of balances too', () => {
  const lines: Written[] = [
    [1, 500],
    [2, 700],
  ];
  expect(withBalances(statementOf(lines, { opening: 1000, closing: 2300 }))).toEqual({
    fault: { line: 3, expected: 2200, found: 2300 },
  });
  expect(counted(statementOf(lines, { closing: 2200 }))).toMatchObject({ opening: 1000, closing: 2200 });
  expect(counted(statementOf(lines))).toMatchObject({ opening: null, closing: null });
});

test('forty equal rents of one day are forty lines, in every file of the account', () => {
  const rents = Array.from(
    { length: 40 },
    (_, at): Written => [5, 1_850_000, 'Inward Ceft Transfer', (at + 1) * 1_850_000],
  );
  const keys = keysOf(rents);
  expect(new Set(keys).size).toBe(40);
  // Files that overlap, and one that begins in the middle of the day.
  expect(keysOf(rents.slice(0, 25))).toEqual(keys.slice(0, 25));
  expect(keysOf(rents.slice(10))).toEqual(keys.slice(10));
  expect(new Set(keysOf(rents.map(([on, amount, text = '']): Written => [on, amount, text]))).size).toBe(40);
});

test('a file that begins where another one ends adds exactly the rest, if only its opening is known', () => {
  const day1: Written[] = [
    [5, 100, 'rent'],
    [5, 100, 'rent'],
    [5, 100, 'rent'],
  ];
  const whole = keysOf(day1, { opening: 0 });
  expect(keysOf(day1.slice(2), { opening: 200 })).toEqual(whole.slice(2));
  expect(keysOf(day1.slice(0, 2), { closing: 200 })).toEqual(whole.slice(0, 2));
});

test('a line that the bank adds later changes no key where the bank numbers its lines', () => {
  const before: Written[] = [
    [5, 100, 'rent', 100, 'S1'],
    [6, 100, 'rent', 200, 'S2'],
  ];
  const after: Written[] = [
    [5, 100, 'rent', 100, 'S1'],
    [5, -30, 'reversal', 70, 'S9'],
    [6, 100, 'rent', 170, 'S2'],
  ];
  expect(keysOf(after)).toEqual(expect.arrayContaining(keysOf(before)));
});

test('case and spaces of a text do not make another line', () => {
  expect(keysOf([[5, 100, ' Inward  CEFT transfer ', 100]])).toEqual(keysOf([[5, 100, 'INWARD ceft Transfer', 100]]));
});
