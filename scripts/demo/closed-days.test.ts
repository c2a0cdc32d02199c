import { expect, test } from 'vitest';
import { type Day, day } from '#billing/calendar.ts';
import { findPoyaDays } from '#server/features/market-days/find-poya-days.ts';
import { closedDays } from './closed-days.ts';

test('the market is closed for the new year, on Poya days and on two to four other days a year, and says why', () => {
  for (let year = 2018; year <= 2035; year++) {
    const closed = closedDays(day(`${year}-01-01`), day(`${year}-12-31`));
    const days = closed.map((closing) => closing.day);
    const poya = findPoyaDays(day(`${year}-01-01`), day(`${year}-12-31`));
    const newYear = ['04-13', '04-14', '04-15'].map((monthAndDay) => day(`${year}-${monthAndDay}`));
    const others = days.filter((date) => !poya.includes(date) && !newYear.includes(date));
    expect(days).toEqual([...new Set<Day>([...poya, ...newYear, ...others])].toSorted());
    expect(others.length).toBeGreaterThanOrEqual(2);
    expect(others.length).toBeLessThanOrEqual(4);
    for (const { reason, reason_si, reason_ta } of closed) {
      expect(reason).toMatch(/^[A-Z].+/);
      expect(reason_si).toMatch(/^[\u0d80-\u0dff].+/);
      expect(reason_ta).toMatch(/^[\u0b80-\u0bff].+/);
    }
  }
});

test('a longer window has the same closed days and more', () => {
  const short = closedDays(day('2024-03-01'), day('2025-03-01'));
  const long = closedDays(day('2023-01-01'), day('2026-12-31'));
  expect(long.filter((closing) => closing.day >= '2024-03-01' && closing.day <= '2025-03-01')).toEqual(short);
});
