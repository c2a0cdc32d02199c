import { describe, expect, test } from 'vitest';
import { day, dayOf, type Instant, instantOf } from '#billing/calendar.ts';
import type { CentrePrice } from '#contract/where-to-sell.ts';
import { compareWithHere, type FoundPrice, findBest } from './compare-centres.ts';
import { convertPrice } from './convert-price.ts';
import { productMapper } from './map-products.ts';
import { nextReading, planDays } from './plan-reading.ts';
import type { OtherDay } from './queries.ts';

const TODAY = day('2026-11-20');
const name = { en: 'Centre', si: '', ta: '' };

const found = (fields: Partial<FoundPrice>): FoundPrice => ({
  centreId: 1,
  name,
  date: TODAY,
  minCents: 10_000,
  maxCents: 12_000,
  unit: 'kg',
  isComparable: true,
  distanceKm: 100,
  source: 'https://centre.example',
  licence: null,
  answeredAt: null,
  isAnswering: true,
  closedToday: null,
  ...fields,
});

const WAY = { today: TODAY, centsPerKm: 15_000, load: 500 };
const idsOf = (rows: readonly CentrePrice[]) => rows.map(({ centreId }) => centreId);

describe('what is left after the way', () => {
  test('is the middle of the range times the load less the kilometres', () => {
    const rows = compareWithHere(
      [found({ centreId: 0, distanceKm: 0, minCents: 8000, maxCents: 9000 }), found({})],
      WAY,
    );
    // (100 + 120) / 2 * 500 kg - 100 km * Rs. 150 = 55,000 - 15,000
    expect(rows.map(({ centreId, leftCents }) => [centreId, leftCents])).toEqual([
      [0, 4_250_000],
      [1, 4_000_000],
    ]);
    expect(rows[1]?.differenceCents).toBe(2500);
  });

  test('is unknown without a way, and a unit that differs is never compared', () => {
    const rows = compareWithHere([found({ distanceKm: null }), found({ centreId: 2, isComparable: false })], WAY);
    expect(rows.map(({ leftCents }) => leftCents)).toEqual([null, null]);
    expect(findBest(rows)).toBeNull();
  });

  test('is compared only among lists of one day: an old price that is higher is not the best', () => {
    const old = found({ centreId: 3, date: day('2026-11-12'), minCents: 90_000, maxCents: 90_000 });
    const rows = compareWithHere([old, found({}), found({ centreId: 2, distanceKm: 10 })], WAY);
    expect(idsOf(rows)).toEqual([2, 1, 3]);
    expect(findBest(rows)).toEqual({ centreId: 2, day: TODAY });
  });

  test('is of yesterday while only one list of today is there', () => {
    const yesterday = day('2026-11-19');
    const rows = compareWithHere(
      [found({}), found({ centreId: 2, date: yesterday, distanceKm: 10 }), found({ centreId: 3, date: yesterday })],
      WAY,
    );
    expect(findBest(rows)).toEqual({ centreId: 2, day: yesterday });
  });
});

test.each([
  [10_000, 'kg', 'kg', 10_000],
  [1000, '100 g', 'kg', 10_000],
  [500_000, '50kg', 'kg', 10_000],
  [10_000, 'KG', 'kg', 10_000],
  [10_000, 'bundle', 'bundle', 10_000],
  [10_000, 'bundle', 'kg', undefined],
  [10_000, 'sack', 'kg', undefined],
  [333, '100g', 'kg', 3330],
])('%d cents for %s are %s: %s', (amount, theirs, ours, expected) => {
  expect(convertPrice(amount, theirs, ours)).toBe(expected);
});

describe('a product of another centre', () => {
  const own = [
    { id: 1, code: 'CARROT-NE', name: 'Carrot', name_si: 'කැරට්', name_ta: 'கரட்' },
    { id: 2, code: 'LEEKS', name: 'Leeks', name_si: 'ලීක්ස්', name_ta: '' },
    { id: 3, code: 'X-1', name: 'Mango', name_si: 'අඹ', name_ta: '' },
    { id: 4, code: 'X-2', name: 'Mango ripe', name_si: 'අඹ', name_ta: '' },
  ];
  const map = productMapper(own);
  const theirs = { code: 'Z', name: '', name_si: '', name_ta: '', cpc: null, hs: null };

  test('is found by its code if both give it the same standard codes', () => {
    const carrot = { ...theirs, code: 'CARROT-NE', name: 'Upcountry carrot', cpc: '01251', hs: '0706.10' };
    expect(map(carrot)).toEqual({ product_id: 1, mapped_by: 'code' });
    expect(map({ ...carrot, cpc: '09999' })).toEqual({ product_id: null, mapped_by: 'none' });
  });

  test('is found by its name in any language, whatever its case and code', () => {
    expect(map({ ...theirs, name: ' CARROT ' })).toEqual({ product_id: 1, mapped_by: 'name' });
    expect(map({ ...theirs, name: 'Something', name_si: 'ලීක්ස්' })).toEqual({ product_id: 2, mapped_by: 'name' });
  });

  test('is not guessed when a name is of two products, or its names are of different ones', () => {
    expect(map({ ...theirs, name_si: 'අඹ' })).toEqual({ product_id: null, mapped_by: 'none' });
    expect(map({ ...theirs, name: 'Carrot', name_si: 'ලීක්ස්' })).toEqual({ product_id: null, mapped_by: 'none' });
    expect(map({ ...theirs, code: 'X-1', name: 'Wood apple' })).toEqual({ product_id: null, mapped_by: 'none' });
  });
});

describe('the next reading', () => {
  const at = (time: string): Instant => instantOf(Date.parse(`2026-11-20T${time}:00.000+05:30`));
  const usual = { usualTime: '08:00', hasToday: false, toRead: 0, faults: 0 };
  test.each([
    ['before the usual time: hourly', '04:00', {}, '05:00'],
    ['at the usual time, if it comes within the hour', '07:30', {}, '08:00'],
    ['after it every ten minutes until the list is there', '08:00', {}, '08:10'],
    ['then hourly', '08:20', { hasToday: true }, '09:20'],
    ['after a minute while lists are to be read', '08:20', { hasToday: true, toRead: 3 }, '08:21'],
    ['after a fault ten minutes later', '08:20', { faults: 1, toRead: 3 }, '08:30'],
    ['after six faults in a row hourly', '08:20', { faults: 6 }, '09:20'],
  ])('%s', (_, now, fields, next) => {
    expect(nextReading({ ...usual, now: at(now), ...fields })).toBe(at(next));
  });
});

describe('the days of a centre', () => {
  const stored = (date: string, fields: Partial<OtherDay> = {}): OtherDay => ({
    centre_id: 1,
    date: day(date),
    state: 'list',
    prices: 2,
    reason: null,
    reason_si: null,
    reason_ta: null,
    is_stale: 0,
    ...fields,
  });
  const theirs = (date: string, state: 'list' | 'closed' | 'none' = 'list', prices = 2) => ({
    date: day(date),
    state,
    prices,
  });
  const plan = (before: OtherDay[], now: ReturnType<typeof theirs>[] | undefined, corrected: string[] = []) =>
    planDays({
      centreId: 1,
      stored: before,
      answered: new Map(now ? [[2026, now]] : []),
      corrected: new Set(corrected.map(day)),
      today: dayOf(instantOf(Date.parse('2026-11-20T03:00:00.000Z'))),
    });

  test('a new list is to be read, and a day without one is only stored', () => {
    const { changed } = plan([], [theirs('2026-11-19'), theirs('2026-11-20', 'none', 0)]);
    expect(changed.map(({ date, is_stale }) => [date, is_stale])).toEqual([
      ['2026-11-19', 1],
      ['2026-11-20', 0],
    ]);
  });

  test('a corrected day is read again, whether the days were answered or unchanged', () => {
    const before = [stored('2026-11-19')];
    for (const now of [[theirs('2026-11-19')], undefined])
      expect(plan(before, now, ['2026-11-19']).changed).toEqual([stored('2026-11-19', { is_stale: 1 })]);
    expect(plan(before, [theirs('2026-11-19')]).changed).toEqual([]);
  });

  test('a day that the centre no longer has, or that is older than a year, is deleted', () => {
    const before = [stored('2026-11-18'), stored('2025-11-01')];
    expect(plan(before, [theirs('2026-11-19', 'none', 0)]).gone).toEqual(['2026-11-18', '2025-11-01']);
    expect(plan(before, undefined).gone).toEqual(['2025-11-01']);
  });

  test('days to come are ignored', () => {
    expect(plan([], [theirs('2026-11-21')]).changed).toEqual([]);
  });
});
