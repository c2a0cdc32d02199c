import { expect, test } from 'vitest';
import type { Day } from '../calendar.ts';
import { checkBeancount, checkHledger } from '../testing/check-journal.ts';
import { refuseAccountName } from './account-names.ts';
import { type JournalEntry, journalEntry, moving } from './entries.ts';
import { postLedgerEntry, type RecordedEntry } from './ledger-postings.ts';
import { writeJournal } from './write-journal.ts';

const day = (text: string) => text as Day;

const PAYMENT: RecordedEntry = {
  id: 31,
  tenancyId: 7,
  kind: 'payment',
  cents: 1_180_000,
  day: day('2026-10-30'),
  recorded: day('2026-10-30'),
  voided: null,
  charges: null,
  charge: null,
  place: 'cheques',
  voidPlace: 'cheques',
  bank: { day: day('2026-11-02'), recorded: day('2026-11-02'), account: 'bank 1' },
  counted: null,
};

const INVOICE: RecordedEntry = {
  ...PAYMENT,
  id: 30,
  kind: 'invoice',
  cents: 0,
  day: day('2026-10-01'),
  charges: { rent: 800_000, operationFee: 200_000, vat: 180_000, other: 0 },
  place: null,
  voidPlace: null,
  bank: null,
};

const ENTRIES = [PAYMENT, INVOICE].flatMap(postLedgerEntry);
const OCTOBER_ON = { from: day('2026-10-15'), to: day('2026-11-10') };
const write = (entries: readonly JournalEntry[], format: 'csv' | 'hledger' | 'beancount') =>
  [...writeJournal(entries, OCTOBER_ON, { format })].join('');

test('a bill, a cheque for it and the day of the bank are balanced entries, after the balances before them', () => {
  expect(write(ENTRIES, 'csv').split('\r\n')).toEqual([
    'id,day,text,account,debit,credit',
    'opening-2026-10-15,2026-10-15,balances before,Assets:Receivables:Tenancy-7,11800.00,',
    'opening-2026-10-15,2026-10-15,balances before,Income:Operation-Fee,,2000.00',
    'opening-2026-10-15,2026-10-15,balances before,Income:Rent,,8000.00',
    'opening-2026-10-15,2026-10-15,balances before,Liabilities:VAT,,1800.00',
    'L31,2026-10-30,payment 31,Assets:Cheques,11800.00,',
    'L31,2026-10-30,payment 31,Assets:Receivables:Tenancy-7,,11800.00',
    'L31B,2026-11-02,payment 31 at the bank,Assets:Bank:Account-1,11800.00,',
    'L31B,2026-11-02,payment 31 at the bank,Assets:Cheques,,11800.00',
    '',
  ]);
});

test('the balances at the end of each month, and of the last day, are asserted', () => {
  const hledger = write(ENTRIES, 'hledger');
  expect(checkHledger(hledger)).toEqual([]);
  expect(hledger.match(/^\S+ \* \(balances-\S+\)/gm)).toEqual([
    '2026-10-31 * (balances-2026-10-31)',
    '2026-11-10 * (balances-2026-11-10)',
  ]);
  const beancount = write(ENTRIES, 'beancount');
  expect(checkBeancount(beancount)).toEqual([]);
  expect(beancount).toContain('2026-11-01 balance Assets:Cheques  11800.00 LKR');
  expect(beancount).toContain('2026-11-11 balance Assets:Cheques  0.00 LKR');
});

test('the checker names an entry that is not balanced, a wrong balance and an account that is not opened', () => {
  const hledger = write(ENTRIES, 'hledger');
  expect(checkHledger(hledger.replace('Assets:Cheques  11800.00', 'Assets:Cheques  11800.01'))).not.toEqual([]);
  expect(checkHledger(hledger.replace('= 11800.00', '= 11800.01'))).not.toEqual([]);
  expect(checkHledger(hledger.replace('account Income:Rent', 'account Income:Rents'))).not.toEqual([]);
  const beancount = write(ENTRIES, 'beancount');
  expect(checkBeancount(beancount.replace('balance Assets:Cheques  11800.00', 'balance Assets:Cheques  1.00'))).toEqual(
    ['2026-11-01 Assets:Cheques is not 1.00'],
  );
});

test('a cheque that the bank returned leaves the bank if it had been there, and the tenant is due again', () => {
  const [, , voided] = postLedgerEntry({ ...PAYMENT, voided: { day: day('2026-11-05'), isApart: true } });
  expect(voided).toEqual({
    id: 'L31V',
    day: '2026-11-05',
    text: 'payment 31 voided',
    postings: [
      { account: 'bank 1', cents: -1_180_000 },
      { account: 'receivables 7', cents: 1_180_000 },
    ],
  });
});

test('what was voided leaves each day as if it had never been, and is known from the day of its voiding', () => {
  const entries = postLedgerEntry({ ...PAYMENT, voided: { day: day('2026-12-05'), isApart: false } });
  expect(entries.map(({ id, day: own, recorded }) => [id, own, recorded])).toEqual([
    ['L31', '2026-10-30', '2026-10-30'],
    ['L31B', '2026-11-02', '2026-11-02'],
    ['L31V', '2026-10-30', '2026-12-05'],
    ['L31BV', '2026-11-02', '2026-12-05'],
  ]);
  const sums = new Map<string, number>();
  for (const { day: own, postings } of entries)
    for (const { account, cents } of postings)
      sums.set(`${own} ${account}`, (sums.get(`${own} ${account}`) ?? 0) + cents);
  expect(new Set(sums.values())).toEqual(new Set([0]));
});

test('a post-dated cheque is in hand at once, and the tenant owes until it counts', () => {
  const counted = { day: day('2026-11-20') };
  const [received, counts] = postLedgerEntry({ ...PAYMENT, bank: null, counted });
  expect(received?.postings).toEqual(moving('post_dated', 'cheques', 1_180_000));
  expect(counts).toMatchObject({ day: '2026-11-20', postings: moving('receivables 7', 'post_dated', 1_180_000) });
});

test('an entry that is not balanced is an error, and one of 0 is left out', () => {
  const entry = { id: 'X', day: day('2026-10-01'), text: 'x' };
  expect(() => journalEntry({ ...entry, postings: [{ account: 'bank', cents: 1 }] })).toThrow('X is not balanced');
  expect(journalEntry({ ...entry, postings: moving('bank', 'drawers', 0) })).toBe(undefined);
});

test('accounts have the names that the market gave them, and accounts of one name are one account', () => {
  const names = { cheques: 'Assets:1030-Cheques', 'bank 1': 'Assets:1040-Bank', receivables: 'Assets:1200-Tenants' };
  const named = (format: 'csv' | 'hledger' | 'beancount', more: Record<string, string> = {}) =>
    [...writeJournal(ENTRIES, OCTOBER_ON, { format, names: { ...names, ...more } })].join('');
  expect(named('csv')).toContain('L31B,2026-11-02,payment 31 at the bank,Assets:1040-Bank,11800.00,');
  expect(named('csv')).toContain('Assets:1200-Tenants:Tenancy-7');
  expect(checkHledger(named('hledger'))).toEqual([]);
  expect(checkBeancount(named('beancount'))).toEqual([]);
  const merged = { rent: 'Income:4000', operation_fee: 'Income:4000' };
  expect(named('csv', merged)).toContain('balances before,Income:4000,,10000.00');
  expect(checkHledger(named('hledger', merged))).toEqual([]);
  expect(checkBeancount(named('beancount', merged))).toEqual([]);
});

test('a name is of the kind of its account, of letters that both programs take, and not above another one', () => {
  const refused = (account: string, name: string) => refuseAccountName({ account, name, names: {}, accounts: ALL });
  const ALL = ['drawers', 'bank', 'bank 1', 'receivables', 'rent'];
  expect(refused('drawers', 'Assets:1010-Cash')).toBe(undefined);
  expect(refused('drawers', 'Income:Cash')).toBe('kind');
  expect(refused('drawers', 'Assets:cash')).toBe('letters');
  expect(refused('drawers', 'Assets')).toBe('letters');
  expect(refused('drawers', 'Assets:Cash box')).toBe('letters');
  expect(refused('drawers', 'Assets:Bank')).toBe('above');
  expect(refused('bank 1', 'Assets:Bank:Unmatched:Rent')).toBe('above');
  expect(refused('rent', 'Income:4000')).toBe(undefined);
});
