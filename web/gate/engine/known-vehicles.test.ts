import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { foldPlate } from '#contract/fold-text.ts';
import { findKnown, type KnownVehicle, matchVehicles, rememberVehicle } from './known-vehicles.ts';

const at = (days: number) => new Date(Date.UTC(2026, 9, 1) + days * 86_400_000).toISOString() as Instant;
const vehicle = (number: string, days = 0) => ({ number, type: 'Lorry', at: at(days) });
const remember = (...numbers: string[]) =>
  numbers.reduce<KnownVehicle[]>((known, number) => rememberVehicle(known, vehicle(number)), []);
const numbersOf = (known: readonly KnownVehicle[]) => known.map(({ number }) => number);

test('what is typed is completed however the number is written, the newest first', () => {
  const known = remember('NW LB-4455', 'WP CAB-1234', 'WP LB-4501', '65-1234');
  expect(numbersOf(matchVehicles(known, ''))).toEqual(['65-1234', 'WP LB-4501', 'WP CAB-1234', 'NW LB-4455']);
  expect(numbersOf(matchVehicles(known, 'lb 45'))).toEqual(['WP LB-4501']);
  expect(numbersOf(matchVehicles(known, 'nwlb44'))).toEqual(['NW LB-4455']);
  expect(numbersOf(matchVehicles(known, 'lb'))).toEqual(['WP LB-4501', 'NW LB-4455']);
  expect(matchVehicles(known, 'XX')).toEqual([]);
});

test('a number that begins with what is typed comes before one that contains it', () => {
  const known = remember('12-3400', 'WP AB-5123', 'WP 1298');
  expect(numbersOf(matchVehicles(known, '12'))).toEqual(['12-3400', 'WP 1298', 'WP AB-5123']);
});

test('vehicles of long ago and more than a phone needs are forgotten; each number is remembered once', () => {
  const old = rememberVehicle([], vehicle('OLD-1', 0));
  expect(numbersOf(rememberVehicle(old, vehicle('NEW-1', 35)))).toEqual(['NEW-1', 'OLD-1']);
  expect(numbersOf(rememberVehicle(old, vehicle('NEW-1', 36)))).toEqual(['NEW-1']);
  fc.assert(
    fc.property(fc.array(fc.nat(600), { maxLength: 900 }), (numbers) => {
      const known = remember(...numbers.map((number) => `LB-${number}`));
      expect(known.length).toBeLessThanOrEqual(400);
      expect(new Set(known.map(({ number }) => foldPlate(number))).size).toBe(known.length);
    }),
    { numRuns: 5 },
  );
});

test('the type of the newest ticket is found by the whole number only', () => {
  const known = rememberVehicle(remember('LB-4455'), { number: 'lb 4455', type: 'Van', at: at(1) });
  expect(findKnown(known, 'LB4455')?.type).toBe('Van');
  expect(findKnown(known, 'LB445')).toBeUndefined();
  expect(findKnown(known, ' - ')).toBeUndefined();
});
