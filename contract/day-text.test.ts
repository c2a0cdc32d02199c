import { describe, expect, test } from 'vitest';
import { addDays, type Day, day, weekdayOf } from '#billing/calendar.ts';
import { readDayText } from './day-text.ts';
import { foldForSearch, foldId, foldText, foldWords, isFound } from './fold-text.ts';
import { monthNames, shortMonthNames, weekdayNames } from './messages/day-words.ts';

const today = day('2026-11-26');

test.each([
  ['26/11/26', '2026-11-26'],
  ['26.11.26', '2026-11-26'],
  ['26-11-26', '2026-11-26'],
  ['26/11/2026', '2026-11-26'],
  ['26 / 11 / 2026', '2026-11-26'],
  ['26.11.2026', '2026-11-26'],
  ['26-11-2026', '2026-11-26'],
  ['26 11 2026', '2026-11-26'],
  ['2026-11-26', '2026-11-26'],
  ['2026/11/26', '2026-11-26'],
  ['2026.11.26.', '2026-11-26'],
  ['26112026', '2026-11-26'],
  ['20261126', '2026-11-26'],
  ['5/1/2027', '2027-01-05'],
  ['26 Nov 2026', '2026-11-26'],
  ['26 november 2026', '2026-11-26'],
  ['26-Nov-26', '2026-11-26'],
  ['26Nov2026', '2026-11-26'],
  ['26th Nov 2026', '2026-11-26'],
  ['1st of November 2026', '2026-11-01'],
  ['Nov 26 2026', '2026-11-26'],
  ['November 26, 2026', '2026-11-26'],
  ['Thursday, 26 November 2026', '2026-11-26'],
  ['Thu 26 Nov 2026', '2026-11-26'],
  ['2026 Nov 26', '2026-11-26'],
  ['2026 නොවැ 26', '2026-11-26'],
  ['26 නොවැම්බර් 2026', '2026-11-26'],
  ['4 අප්රේල් 2026', '2026-04-04'],
  ['26 நவம்பர் 2026', '2026-11-26'],
  ['2026 நவ. 26', '2026-11-26'],
  ['1 ஆகஸ்ட் 2026', '2026-08-01'],
  ['௨௬/௧௧/௨௦௨௬', '2026-11-26'],
  ['２６／１１／２０２６', '2026-11-26'],
  ['26\u200e/11/2026\u00a0', '2026-11-26'],
  ['5 nov', '2026-11-05'],
  ['nov 5', '2026-11-05'],
  ['5/11', '2026-11-05'],
  ['5 jan', '2027-01-05'],
  ['5 jun', '2026-06-05'],
  ['today', '2026-11-26'],
  ['Yesterday', '2026-11-25'],
  ['tomorrow', '2026-11-27'],
  ['හෙට', '2026-11-27'],
  ['நேற்று', '2026-11-25'],
  ['29/2/2028', '2028-02-29'],
])('%j is %s', (text, read) => {
  expect(readDayText(text, { today })).toStrictEqual({ day: read });
});

test.each([
  ['31/02/2026', { kind: 'noDay', day: 31, month: 2, year: 2026 }],
  ['31/11/26', { kind: 'noDay', day: 31, month: 11, year: 2026 }],
  ['31 nov', { kind: 'noDay', day: 31, month: 11, year: 2026 }],
  ['29 Feb 2026', { kind: 'noDay', day: 29, month: 2, year: 2026 }],
  ['0/1/2026', { kind: 'noDay', day: 0, month: 1, year: 2026 }],
  ['11/13/2026', { kind: 'noMonth', month: 13 }],
  ['2026-13-01', { kind: 'noMonth', month: 13 }],
  ['Friday 26 Nov 2026', { kind: 'otherWeekday', day: '2026-11-26' }],
])('%j exists in no calendar', (text, fault) => {
  expect(readDayText(text, { today })).toStrictEqual({ fault });
});

test.each([
  'garbage',
  '26',
  '261126',
  '2026',
  'Nov 2026',
  '11/2026',
  '2026-11',
  '26/11/026',
  '26 nov 6',
  '26/11-2026',
  '2 6 nov 2026',
  'ju 5',
  'n 5',
  'nov',
  '26/11/2026 10:00',
  '2026-11-26T00:00',
  '1e5',
  '26 nov dec 2026',
  '-5',
  '26/11/2026 27/11/2026',
  '½ nov',
  'ஜூ 5 2026',
])('%j is not read', (text) => {
  expect(readDayText(text, { today })).toStrictEqual({ fault: { kind: 'unread' } });
});

test('nothing is nothing', () => {
  expect(readDayText('  ', { today })).toStrictEqual({});
});

describe('days that are not allowed', () => {
  test('a later one is refused, and without a year it is the last such day', () => {
    const bounds = { today, latest: today };
    expect(readDayText('27/11/2026', bounds)).toStrictEqual({
      fault: { kind: 'tooLate', day: '2026-11-27', latest: today },
    });
    expect(readDayText('tomorrow', bounds).fault?.kind).toBe('tooLate');
    expect(readDayText('5 dec', bounds)).toStrictEqual({ day: '2025-12-05' });
    expect(readDayText('26 nov', bounds)).toStrictEqual({ day: '2026-11-26' });
  });

  test('an earlier one is refused, and without a year it is the next such day', () => {
    const bounds = { today, earliest: today };
    expect(readDayText('25 Nov 2026', bounds)).toStrictEqual({
      fault: { kind: 'tooEarly', day: '2026-11-25', earliest: today },
    });
    expect(readDayText('25 nov', bounds)).toStrictEqual({ day: '2027-11-25' });
  });
});

function spellings(date: Day): string[] {
  const [year = '', month = '', number = ''] = date.split('-');
  const m = Number(month);
  const d = Number(number);
  const names = [monthNames, shortMonthNames].flatMap((lists) => Object.values(lists).map((list) => list[m - 1] ?? ''));
  const weekdays = Object.values(weekdayNames).map((list) => list[weekdayOf(date)]);
  const years = [year, year.slice(2)];
  return [
    ...['-', '/', '.'].flatMap((mark) => [
      [year, month, number].join(mark),
      ...years.flatMap((one) => [[d, m, one].join(mark), [number, month, one].join(mark)]),
    ]),
    ...names.flatMap((name) => [
      ...years.map((one) => `${d} ${name} ${one}`),
      `${name} ${d}, ${year}`,
      `${year} ${name} ${number}`,
      `${d}-${name.toUpperCase()}-${year}`,
    ]),
    ...weekdays.map((weekday) => `${weekday}, ${d} ${names[0]} ${year}`),
    `${number}${month}${year}`,
    `${year}${month}${number}`,
  ];
}

test('every spelling of a day is that day, through a year and a leap day', () => {
  const wrong: string[] = [];
  for (let date = day('2027-12-30'); date < '2029-01-03'; date = addDays(date, 7))
    wrong.push(...spellings(date).filter((text) => readDayText(text, { today }).day !== date));
  wrong.push(...spellings(day('2028-02-29')).filter((text) => readDayText(text, { today }).day !== '2028-02-29'));
  expect(wrong).toStrictEqual([]);
});

test.each([
  ['case', 'BEANS', 'beans'],
  ['spaces', '  green \n  beans ', 'green beans'],
  ['zero-width joiners', 'ක\u200dරල\u200b', 'කරල'],
  ['a byte order mark', '\ufeffbeans', 'beans'],
  ['composed letters', 'Cafe\u0301', 'café'],
])('%s makes no difference', (_what, text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('a search is split into words, and a blank search is empty', () => {
  expect(foldWords(' Green  BEANS ')).toEqual(['green', 'beans']);
  expect(foldWords(' \u200d ')).toEqual([]);
});

test.each([
  ['thakkali', 'Thakkaali', true],
  ['takali', 'Thakkali', true],
  ['bitroot', 'Beetroot', true],
  ['bee', 'Beetroot', true],
  ['be', 'Beetroot', true],
  ['vattakka', 'Wattakka', true],
  ['kumāri', 'kumari@example.com', true],
  ['බිට්', 'බීට්රූට්', true],
  ['තක්කලි', 'තක්කාලි', true],
  ['බීට්', 'බිට්රූට්', true],
  ['தக்களி', 'தக்காளி', true],
  ['பீட்ரூட்', 'பிட்ருட்', true],
  ['green takali', 'Thakkali, green', true],
  ['INV-A12-202611', 'inv-a12-202611', true],
  ['carrot', 'Thakkali', false],
  ['th', 'Tomato', false],
  ['a12', 'A-12', true],
  ['b-2', 'B2', true],
  ['0771234567', 'Nimal 077 123 4567', true],
  ['077-1234567', '077 123 4567', true],
  ['#7221', 'Payment 7221', true],
  ['a12', 'A1 2nd row', false],
  ['b2', 'Tab 2', false],
  ['100', '1000', true],
  ['1100', '100', false],
])('a search for %s in %s: %s', (search, text, found) => {
  expect(isFound(foldWords(search), foldForSearch(text))).toBe(found);
});

test.each([
  ['B 2', 'b2'],
  ['#b-2', 'b2'],
  ['NW LB-4455', 'nwlb4455'],
  ['Block B', ''],
])('%s is the id %j', (text, id) => {
  expect(foldId(text)).toBe(id);
});
