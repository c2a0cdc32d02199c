import { expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { line, pair, TODAY } from '../../testing/price-lines.ts';
import { isOld, judgeEntry, notesOf, shortDay } from './judge-entry.ts';
import { EMPTY, type Entry, entryOf, NOT_AVAILABLE, readPrice, type SheetLine, writePrice } from './read-price.ts';
import { Sheet } from './sheet/store-sheet.ts';

const judge = (min: string, max: string, last = line().last) => judgeEntry({ last }, { ...EMPTY, min, max });

test('an empty line is missing, and a marked one is not available', () => {
  expect(judge('', '').kind).toBe('missing');
  expect(judgeEntry(line(), NOT_AVAILABLE)).toMatchObject({ kind: 'not-available', pair: null });
});

test('both figures make a pair, also when they are the same', () => {
  expect(judge('380', '410')).toMatchObject({ kind: 'pair', pair: pair(380, 410), isAsLast: false, warnings: [] });
  expect(judge('380', '380').pair).toEqual(pair(380, 380));
});

test('the earlier pair is recognised, however it is written', () => {
  expect(judge('380', '400').isAsLast).toBe(true);
  expect(judge('380.00', '400.').isAsLast).toBe(true);
  expect(judge('380', '400', null).isAsLast).toBe(false);
});

test.each([
  ['380', '', 'max', 'Both min and max prices are required.'],
  ['', '400', 'min', 'Both min and max prices are required.'],
  ['410', '400', 'min', 'Min price should not exceed max price.'],
  ['380', '4oo', 'max', '“4oo” is not a valid price.'],
  ['x', '', 'min', '“x” is not a valid price.'],
  ['0', '400', 'min', 'Enter a price greater than 0.'],
] as const)('%j and %j cannot be saved: %s, %s', (min, max, side, message) => {
  expect(judge(min, max)).toMatchObject({ kind: 'faulty', pair: null, fault: { side, message } });
});

test.each([
  ['189.99', '400', ['Minimum price of 189.99 is less than half the last price (380).']],
  ['190', '800', []],
  ['760', '800', []],
  ['380', '800.01', ['Maximum price of 800.01 is more than double the last price (400).']],
  [
    '38',
    '4000',
    [
      'Minimum price of 38 is less than half the last price (380).',
      'Maximum price of 4,000 is more than double the last price (400).',
    ],
  ],
])('after 380 – 400, %s and %s cause %j and no error', (min, max, warnings) => {
  expect(judge(min, max)).toMatchObject({ kind: 'pair', warnings });
});

test('the first price of a product is not compared', () => {
  expect(judge('1', '100000', null).warnings).toEqual([]);
});

test('a pair in the wrong order is both a warning and an error', () => {
  expect(judge('3800', '400')).toMatchObject({
    kind: 'faulty',
    fault: { side: 'min', message: 'Min price should not exceed max price.' },
    warnings: ['Minimum price of 3,800 is more than double the last price (380).'],
  });
});

test.each([
  ['380', 38_000],
  [' 380 ', 38_000],
  ['380.5', 38_050],
  ['380.', 38_000],
  ['0.05', 5],
  ['1,200.50', 120_050],
  ['12,345,678', 1_234_567_800],
])('%j is a price', (text, amount) => {
  expect(readPrice(text)).toEqual({ kind: 'price', cents: amount });
});

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
])('%j is an empty cell', (text, kind) => {
  expect(readPrice(text)).toEqual({ kind });
});

test.each([
  ['38o', '“38o” is not a valid price.'],
  ['1,20', '“1,20” is not a valid price.'],
  ['1e3', '“1e3” is not a valid price.'],
  ['+-5', '“+-5” is not a valid price.'],
  ['3.800', 'Enter a price with no more than 2 decimal places.'],
  ['0', 'Enter a price greater than 0.'],
  ['0.00', 'Enter a price greater than 0.'],
  ['9999999999', 'Enter a price of 999999999.99 or less.'],
])('%j is not a price, and the cell shows why', (text, reason) => {
  expect(readPrice(text)).toEqual({ kind: 'fault', reason });
});

test('a price in a cell has decimals only when it has cents, and is read back as the same price', () => {
  expect([38_000, 38_050, 5].map((amount) => writePrice(cents(amount)))).toEqual(['380', '380.50', '0.05']);
  expect(readPrice(writePrice(cents(120_050)))).toEqual({ kind: 'price', cents: 120_050 });
});

const typed = (min: string, max: string): Entry => ({ ...EMPTY, min, max });

function notes(of: SheetLine, entry: Entry, hasLeft = true) {
  const sheet = new Sheet([of]);
  sheet.type(of.id, entry);
  if (hasLeft) sheet.leave(of.id);
  return notesOf(sheet.row(of.id), TODAY).map(({ tone, text }) => `${tone}: ${text}`);
}

const published = line({ current: pair(390, 420) });
const old = line({ last: { ...pair(380, 400), date: day('2026-05-05') } });

test.each([
  ['a pair as last time says so', line(), entryOf(line().last), ['plain: Same as on 19 Nov']],
  ['a new pair needs no remark', line(), typed('390', '420'), []],
  ['a published pair says so', published, entryOf(published.current), ['plain: Published']],
  ['a changed pair says what it was', published, typed('390', '430'), ['plain: Previously 390 – 420']],
  [
    'an emptied line says that its pair stays',
    published,
    EMPTY,
    ['plain: 390 – 420 will stay published. Press “-” to remove the price.'],
  ],
  ['a line not available says so', line(), NOT_AVAILABLE, ['plain: Not available']],
  [
    'a published pair that goes is named',
    published,
    NOT_AVAILABLE,
    ['plain: Not available: 390 – 420 will be removed'],
  ],
  ['half a pair is wrong', line(), typed('390', ''), ['bad: Both min and max prices are required.']],
  [
    'a slip is asked about',
    line(),
    typed('39', '420'),
    ['odd: Minimum price of 39 is less than half the last price (380).'],
  ],
  [
    'a pair taken from long ago says how long',
    old,
    entryOf(old.last),
    ['plain: Same as on 5 May', 'odd: The last price is from 5 May 2026.'],
  ],
])('%s', (_, of, entry, expected) => {
  expect(notes(of, entry)).toEqual(expected);
});

test('a line shows no error while a person types in it', () => {
  expect(notes(line(), typed('3', ''), false)).toEqual([]);
});

test('a price is old after two weeks, and its year is shown when it differs', () => {
  expect([isOld(day('2026-11-06'), TODAY), isOld(day('2026-11-05'), TODAY)]).toEqual([false, true]);
  expect([shortDay(day('2026-11-06'), TODAY), shortDay(day('2025-12-31'), TODAY)]).toEqual(['6 Nov', '31 Dec 2025']);
});
