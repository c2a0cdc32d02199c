import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { languages } from '#contract/languages.ts';
import { setCurrentLanguage } from '#web/i18n/t.ts';
import { answerPriceCalls } from '#web/testing/price-calls.ts';
import { sheetAnswer } from '#web/testing/price-lines.ts';
import { showScreen } from '#web/testing/screen.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { PriceSheetPage } from './price-sheet-page.tsx';

const DAY = browserToday();
const LINES = 90;

const answerOf = (at: number) =>
  sheetAnswer({
    product_id: at + 1,
    name: `Product ${at}`,
    name_si: `ද්‍රව්‍ය ${at}`,
    name_ta: `பொருள் ${at}`,
    code: `P-${at}`,
    aliases: [],
    last: { date: addDays(DAY, -1), min_price: 1000 + at, max_price: 2000 + at },
  });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => setCurrentLanguage('en'));

async function openSheet(lines: number) {
  answerPriceCalls({
    [`GET /api/prices/sheet/${DAY}`]: () => Array.from({ length: lines }, (_, at) => answerOf(at)),
    [`GET /api/market-days?from=${DAY}&to=${DAY}`]: () => ({ open_weekdays: [0, 1, 2, 3, 4, 5, 6], days: [] }),
  });
  const { user } = showScreen(<PriceSheetPage />, { path: '/add-dailyprice' });
  await waitFor(() => expect(document.querySelectorAll('[data-cell]')).toHaveLength(2 * lines));
  await user.click(cellsOf(0)[0]);
  return user;
}

function cellsOf(at: number): [HTMLInputElement, HTMLInputElement] {
  const [min, max] = document.querySelectorAll<HTMLInputElement>(`[data-line="${at + 1}"] [data-cell]`);
  if (!min || !max) throw new Error(`no line ${at}`);
  return [min, max];
}

function filled(lines: number): string[] {
  return Array.from({ length: lines }, (_, at) => {
    const [min, max] = cellsOf(at);
    return min.placeholder === '–' ? '–' : `${min.value}-${max.value}`;
  });
}

type Habit = (at: number) => [keys: string, entry: string];

const asLast = (at: number) => `${1000 + at}-${2000 + at}`;
const point: Habit = (at) => ['.', asLast(at)];
const pointAndEnter: Habit = (at) => ['.{Enter}', asLast(at)];
const ways: Habit[] = [
  point,
  pointAndEnter,
  (at) => ['.{ArrowDown}', asLast(at)],
  () => ['-', '–'],
  () => ['-{Enter}', '–'],
  (at) => [`${3000 + at}-${4000 + at}{Enter}`, `${3000 + at}-${4000 + at}`],
  (at) => [`${3000 + at}{Tab}${4000 + at}{Tab}`, `${3000 + at}-${4000 + at}`],
  (at) => [`${3000 + at}{Tab}${4000 + at}{ArrowDown}{ArrowLeft}`, `${3000 + at}-${4000 + at}`],
];
/** Alternates between the ways of entering a price, and begins each round one way later. */
const mixed: Habit = (at) => ways[(at + Math.floor(at / ways.length)) % ways.length]?.(at) ?? point(at);

async function fill(lines: number, habit: Habit) {
  const user = await openSheet(lines);
  const expected: string[] = [];
  for (let at = 0; at < lines; at += 1) {
    const [keys, entry] = habit(at);
    expected.push(entry);
    await user.keyboard(keys);
  }
  return expected;
}

test.each([
  ['a point alone', point],
  ['a point and Enter', pointAndEnter],
  ['points, dashes, ranges and figures, with and without Enter', mixed],
])('nine prices by %s are all in their lines', async (_, habit) => {
  const expected = await fill(9, habit);
  expect(filled(9)).toEqual(expected);
});

test.each(
  languages.flatMap((language) => [
    [language, 'a point alone', point] as const,
    [language, 'a point and Enter', pointAndEnter] as const,
    [language, 'points, dashes, ranges and figures, with and without Enter', mixed] as const,
  ]),
)('in %s ninety prices by %s are all in their lines', { tags: ['slow'] }, async (language, _, habit) => {
  setCurrentLanguage(language);
  const expected = await fill(LINES, habit);
  expect(filled(LINES)).toEqual(expected);
});
