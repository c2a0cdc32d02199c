import { expect, test } from 'vitest';
import type { Day, Instant } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { NEW_PHONE, type Phone } from './entries.ts';
import { nextTariff, readTariffs, tariffOn, vehiclePriceAt } from './tariff.ts';

const prices = (Van: number) => ({ Lorry: 200, Van, 'Three-Wheeler': 50, Motorbike: 20.5, Car: 50 });
const entry = (id: number, valid_from: string, Van: number) => ({
  id,
  valid_from: valid_from as Day,
  prices: prices(Van),
  set_by: 'admin@example.com',
  set_at: '2026-11-01T00:00:00.000Z' as Instant,
});
const tariffs = readTariffs([
  entry(5, '2027-01-01', 160),
  entry(4, '2026-12-01', 140),
  entry(3, '2026-11-20', 120),
  entry(2, '2026-11-20', 110),
  entry(1, '2026-11-01', 100),
]);
const phone: Phone = { ...NEW_PHONE, tariffs, prices: { Van: cents(7700) } };
const vanAt = (at: string) => vehiclePriceAt(phone, 'Van', at as Instant);

test('a ticket has the price of its own day in Colombo, from the first moment of the day', () => {
  expect(vanAt('2026-11-30T18:29:59.999Z')).toBe(12_000);
  expect(vanAt('2026-11-30T18:30:00.000Z')).toBe(14_000);
  expect(vehiclePriceAt(phone, 'Motorbike', '2026-11-30T18:30:00.000Z' as Instant)).toBe(2050);
});

test('of several prices of a day the newest applies', () => {
  expect(tariffOn(phone, '2026-11-20' as Day)?.prices.Van).toBe(12_000);
  expect(tariffOn(phone, '2026-11-19' as Day)?.prices.Van).toBe(10_000);
});

test('before the first prices of the office, the price of the phone applies', () => {
  expect(vanAt('2026-10-31T18:29:59.999Z')).toBe(7700);
  expect(vehiclePriceAt(phone, 'Lorry', '2026-10-31T18:29:59.999Z' as Instant)).toBeUndefined();
});

test('the next change is the soonest one, and the newest of its day', () => {
  expect(nextTariff(phone, '2026-11-21' as Day)?.prices.Van).toBe(14_000);
  expect(nextTariff(phone, '2026-11-19' as Day)?.prices.Van).toBe(12_000);
  expect(nextTariff(phone, '2027-01-01' as Day)).toBeUndefined();
});
