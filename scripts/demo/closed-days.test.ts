import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Day, day } from '#billing/calendar.ts';
import { closedDays, poyaDays } from './closed-days.ts';

const REAL_LISTS = '/work/shared/data/dambulla-min-max-2020-2023.csv';

/** Gazetted full-moon holidays. */
const GAZETTED: Record<string, string> = {
  2021: '01-28 02-26 03-28 04-26 05-26 06-24 07-23 08-22 09-20 10-20 11-18 12-18',
  2022: '01-17 02-16 03-17 04-16 05-15 06-14 07-13 08-11 09-10 10-09 11-07 12-07',
  2023: '01-06 02-05 03-06 04-05 05-05 06-03 07-03 08-01 08-30 09-29 10-28 11-26 12-26',
  2024: '01-25 02-23 03-24 04-23 05-23 06-21 07-20 08-19 09-17 10-17 11-15 12-14',
  2025: '01-13 02-12 03-13 04-12 05-12 06-10 07-10 08-08 09-07 10-06 11-05 12-04',
  2026: '01-03 02-01 03-02 04-01 05-01 05-30 06-29 07-29 08-27 09-26 10-25 11-24 12-23',
};

test.each(Object.entries(GAZETTED))('the Poya days of %s are the gazetted ones', (year, days) => {
  const gazetted = days.split(' ').map((monthAndDay) => `${year}-${monthAndDay}`);
  expect(poyaDays(day(`${year}-01-01`), day(`${year}-12-31`))).toEqual(gazetted);
});

test('Poya comes every 29 or 30 days, whatever the window', () => {
  const century = poyaDays(day('2000-01-01'), day('2099-12-31'));
  expect(century.length).toBeGreaterThan(1235);
  expect(century.length).toBeLessThan(1239);
  expect(poyaDays(day('2025-05-12'), day('2025-05-12'))).toEqual(['2025-05-12']);
  expect(poyaDays(day('2025-05-13'), day('2025-06-09'))).toEqual([]);
});

test.skipIf(!existsSync(REAL_LISTS))('a real market published no list on nearly all Poya days of 2021 to 2023', () => {
  const listed = new Set(
    readFileSync(REAL_LISTS, 'utf8')
      .split('\n')
      .map((line) => line.slice(0, 10)),
  );
  const poya = poyaDays(day('2021-01-01'), day('2023-12-31'));
  expect(poya).toHaveLength(37);
  expect(poya.filter((date) => listed.has(date)).length).toBeLessThanOrEqual(1);
});

test('the market is closed for the new year, on Poya and on two to four other days a year, and tells why', () => {
  for (let year = 2018; year <= 2035; year++) {
    const closed = closedDays(day(`${year}-01-01`), day(`${year}-12-31`));
    const days = closed.map((closing) => closing.day);
    const poya = poyaDays(day(`${year}-01-01`), day(`${year}-12-31`));
    const newYear = ['04-13', '04-14', '04-15'].map((monthAndDay) => day(`${year}-${monthAndDay}`));
    const others = days.filter((date) => !poya.includes(date) && !newYear.includes(date));
    expect(days).toEqual([...new Set<Day>([...poya, ...newYear, ...others])].toSorted());
    expect(others.length).toBeGreaterThanOrEqual(2);
    expect(others.length).toBeLessThanOrEqual(4);
    for (const closing of closed) expect(closing.reason).toMatch(/^[A-Z].+/);
  }
});

test('a longer window holds the same closed days and more', () => {
  const short = closedDays(day('2024-03-01'), day('2025-03-01'));
  const long = closedDays(day('2023-01-01'), day('2026-12-31'));
  expect(long.filter((closing) => closing.day >= '2024-03-01' && closing.day <= '2025-03-01')).toEqual(short);
});
