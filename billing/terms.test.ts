import { expect, test } from 'vitest';
import type { Day, Month } from './calendar.ts';
import { type DatedTerm, type Term, termOn, termsDay } from './terms.ts';

const term = (id: number, validFrom: string, amount: number, of: Term = 'rent'): DatedTerm => ({
  id,
  term: of,
  validFrom: validFrom as Day,
  amount,
});
const rentOn = (day: string, terms: readonly DatedTerm[]) => termOn(terms, 'rent', day as Day);

test.each([
  ['2026-03-01', '2026-10-01'],
  ['2026-10-01', '2026-10-01'],
  ['2026-10-12', '2026-10-12'],
])('the bill of October for a tenancy from %s takes the terms of %s', (startedOn, expected) => {
  expect(termsDay('2026-10' as Month, startedOn as Day)).toBe(expected);
});

test('a term applies from its day on, also for a bill that is made later', () => {
  const terms = [term(1, '2026-03-01', 800_000), term(2, '2026-11-01', 900_000)];
  expect(['2026-10-01', '2026-10-31', '2026-11-01'].map((day) => rentOn(day, terms))).toEqual([
    800_000, 800_000, 900_000,
  ]);
});

test('of several terms in force the one that was set last applies', () => {
  const terms = [term(1, '2026-03-01', 800_000), term(3, '2026-10-01', 850_000), term(2, '2026-11-01', 900_000)];
  expect(rentOn('2026-11-01', terms)).toBe(850_000);
});

test('before the earliest term that one applies', () => {
  const terms = [term(1, '2026-11-01', 900_000), term(2, '2026-03-01', 800_000), term(3, '2026-06-01', 850_000)];
  expect(rentOn('2026-02-01', terms)).toBe(800_000);
  expect(rentOn('2026-02-01', terms.slice(0, 2).toReversed())).toBe(800_000);
});

test('a term of another kind is not taken', () => {
  const terms = [term(1, '2026-03-01', 800_000), term(2, '2026-03-01', 1800, 'VAT rate')];
  expect(rentOn('2026-10-01', terms)).toBe(800_000);
  expect(() => termOn(terms, 'operation fee', '2026-10-01' as Day)).toThrow('no operation fee was set');
});
