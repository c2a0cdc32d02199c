import { expect, test } from 'vitest';
import { line, pair } from '../../testing/price-lines.ts';
import { judgeEntry } from './judge-entry.ts';
import { EMPTY, NOT_AVAILABLE } from './read-price.ts';

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
