import { describe, expect, test } from 'vitest';
import { amountOf, plainAmount, plainAmountOfCell, RUPEE_WORDS, rangeOfCell } from './amount-text.ts';

test.each([
  ['25,000.00', '25000.00'],
  ['25000', '25000'],
  ['1,250', '1250'],
  ['1,25,000', '125000'],
  ['12,50,000.50', '1250000.50'],
  ['1,234,567.', '1234567.'],
  ['-1,250', '-1250'],
  ['\u22121,250', '-1250'],
  ['+1,250', '1250'],
  ['.50', '0.50'],
  ['25\u00a0000', '25000'],
  ['25\u202f000.50', '25000.50'],
  ['1\u2009250\u2009000', '1250000'],
  ['  380\u00a0', '380'],
  ['\u200e1,250\u200b', '1250'],
  ['Rs. 1,250.00', '1250.00'],
  ['Rs 90', '90'],
  ['RS.1,250/=', '1250'],
  ['Rs1250/=', '1250'],
  ['Rs: 1250', '1250'],
  ['1250/-', '1250'],
  ['LKR 1,250', '1250'],
  ['LKR\u00a01,250.00', '1250.00'],
  ['300 LKR', '300'],
  ['1,250 rupees', '1250'],
  ['රු. 25,000', '25000'],
  ['රු 1250', '1250'],
  ['ரூ.1,250', '1250'],
  ['ரூ. 1250', '1250'],
  ['₨ 80', '80'],
  ['1,200/-', '1200'],
  ['Rs.300/=', '300'],
  ['1 250', '1250'],
  ['Rs 1 25 000.00', '125000.00'],
  ['1 000 000', '1000000'],
  ['１２０', '120'],
  ['１，２５０．５０', '1250.50'],
  ['١٢٥٠', '1250'],
  ['௧௨௫௦', '1250'],
])('%j is the figure %s', (text, figure) => {
  expect(plainAmount(text)).toBe(figure);
});

const REFUSED = [
  '1250,50',
  '1.250,00',
  '1,25',
  '1,2,3',
  '1,20',
  '12,34',
  '1,,250',
  ',250',
  '1..2',
  '--5',
  '+-5',
  '1e5',
  '0x10',
  'about 80',
  'ten',
  'Infinity',
  'NaN',
  '½',
  '2½',
  '25²',
  '①',
  '5%',
  '25 0000',
  '1 2',
  '380\t400',
  '380\n400',
  '380-400',
  '1  250',
  '(500)',
  '- 5',
  '$5',
  '€5',
];

test.each(REFUSED)('%j is not made into another figure', (text) => {
  expect(plainAmount(text)).toBe(text);
  expect(amountOf(text)).toBeNaN();
});

test('nothing is nothing', () => {
  expect(plainAmount(' ')).toBe('');
  expect(amountOf(' ')).toBeNaN();
});

describe('decimals', () => {
  test.each([
    ['12.34', 2, 12.34],
    ['12.', 2, 12],
    ['12.345', 3, 12.345],
    ['7.860001', 6, 7.860001],
    ['12', 0, 12],
    ['12.00', 0, 12],
    ['12.', 0, 12],
  ])('%s with at most %i is %d', (text, decimals, amount) => {
    expect(amountOf(text, decimals)).toBe(amount);
  });

  test.each([
    ['25.000', 2],
    ['1.250', 2],
    ['12.345', 2],
    ['12.5', 0],
    ['12.3456', 3],
    ['1234567890123456', 2],
  ])('%s with at most %i is not read', (text, decimals) => {
    expect(amountOf(text, decimals)).toBeNaN();
  });
});

describe('every spelling of an amount is that amount', () => {
  const before = [
    '',
    ' ',
    'Rs',
    'Rs.',
    'Rs. ',
    'rs ',
    'RS.\u00a0',
    'LKR ',
    'lkr',
    'රු. ',
    'රු',
    'ரூ. ',
    'ரூ',
    '+',
    '\ufeff',
  ];
  const after = ['', ' ', '\u00a0', '/-', '/=', ' /=', ' LKR', ' Rs.', '\n'];
  const groupings = [
    (rupees: string) => rupees,
    (rupees: string) => rupees.replaceAll(/\B(?=(?:\d{3})+$)/g, ','),
    (rupees: string) => rupees.replaceAll(/\B(?=(?:\d{2})*\d{3}$)/g, ','),
    (rupees: string) => rupees.replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00a0'),
    (rupees: string) => [...rupees].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join(''),
  ];

  test.each([7, 90, 380, 1250, 25_000, 125_000, 1_250_000, 98_765_432])('%d', (rupees) => {
    const spellings = before.flatMap((start) =>
      groupings.flatMap((group) =>
        ['', '.', '.0', '.00'].flatMap((decimals) =>
          after.map((end) => `${start}${group(String(rupees))}${decimals}${end}`),
        ),
      ),
    );
    expect(spellings.filter((text) => amountOf(text) !== rupees)).toStrictEqual([]);
  });
});

test('where two figures may be in one cell a space does not group', () => {
  expect(plainAmountOfCell('380 400')).toBe('380 400');
  expect(plainAmountOfCell('Rs. 1,250')).toBe('1250');
});

test.each(RUPEE_WORDS)('“%s” may be written before and after a figure', (word) => {
  const texts = [
    `${word} 1,250`,
    `${word}1250`,
    `${word}. 1,250`,
    `${word}.1250/=`,
    `${word}: 1250/-`,
    `1,250 ${word}`,
    `1250${word}`,
    `1250 ${word}.`,
    `${word.toUpperCase()} 1250 /=`,
  ];
  expect(texts.filter((text) => plainAmount(text) !== '1250')).toEqual([]);
});

test.each([
  '240 - 270',
  '240-270',
  '240–270',
  '240 — 270',
  '240~270',
  '240 to 270',
  'Rs. 240 - 270',
  'Rs. 240/- - Rs. 270/-',
  '₹240 – ₹270',
  '240/= - 270/=',
  'රු. 240 සිට 270 දක්වා',
  'ரூ. 240 முதல் 270 வரை',
  '240 LKR to 270 LKR',
  '௨௪௦ - ௨௭௦',
])('%j is a range', (text) => {
  expect(rangeOfCell(text)).toEqual({ min: '240', max: '270' });
});

test('a range may have thousands and cents', () => {
  expect(rangeOfCell('1,200.50 - 1,350')).toEqual({ min: '1200.50', max: '1350' });
});

test.each([
  '240',
  '-240',
  '240 -',
  '- 270',
  '2026-11-26',
  '240/-',
  '240 270',
  '240 - 270 - 300',
  '240 - 270 kg',
  '0,5 - 1',
  'a to b',
  '',
])('%j is not a range', (text) => {
  expect(rangeOfCell(text)).toBeUndefined();
});
