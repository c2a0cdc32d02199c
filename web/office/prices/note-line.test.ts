import { expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { line, pair, TODAY } from '../../testing/price-lines.ts';
import { isOld, notesOf, shortDay } from './judge-entry.ts';
import { EMPTY, type Entry, entryOf, NOT_AVAILABLE, type SheetLine } from './read-price.ts';
import { Sheet } from './sheet/store-sheet.ts';

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
