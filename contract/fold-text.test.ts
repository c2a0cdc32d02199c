import { expect, test } from 'vitest';
import { foldForSearch, foldId, foldText, foldWords, isFound } from './fold-text.ts';

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
