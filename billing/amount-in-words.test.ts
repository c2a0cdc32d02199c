import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountInWords } from './amount-in-words.ts';
import { cents } from './money.ts';
import { amount } from './testing/story.ts';

test.each([
  ['0.00', 'Zero rupees'],
  ['0.01', 'Zero rupees and one cent'],
  ['1.00', 'One rupee'],
  ['1.21', 'One rupee and twenty-one cents'],
  ['10.10', 'Ten rupees and ten cents'],
  ['13.99', 'Thirteen rupees and ninety-nine cents'],
  ['40.00', 'Forty rupees'],
  ['100.00', 'One hundred rupees'],
  ['101.00', 'One hundred and one rupees'],
  ['1,000.00', 'One thousand rupees'],
  ['1,001.00', 'One thousand and one rupees'],
  ['1,100.00', 'One thousand one hundred rupees'],
  ['12,345.65', 'Twelve thousand three hundred and forty-five rupees and sixty-five cents'],
  ['1,000,000.00', 'One million rupees'],
  ['1,000,099.00', 'One million and ninety-nine rupees'],
  ['1,002,000.00', 'One million two thousand rupees'],
  [
    '999,999,999.99',
    'Nine hundred and ninety-nine million nine hundred and ninety-nine thousand nine hundred and ninety-nine rupees and ninety-nine cents',
  ],
])('%s is written "%s"', (figure, words) => {
  expect(amountInWords(amount(figure))).toBe(words);
});

test('the amount can be read back from its words, to the cent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat(99_999_999_999), fc.nat(300_000)), (figure) => {
      expect(readWords(amountInWords(cents(figure)))).toBe(figure);
    }),
    { numRuns: 5000 },
  );
});

test('a negative amount is not written in words', () => {
  expect(() => amountInWords(cents(-1))).toThrow(RangeError);
});

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety';

function readWords(text: string): number {
  const [, rupees = '', rest = ''] = /^(.*) rupees?(?: and (.*) cents?)?$/.exec(text.toLowerCase()) ?? [];
  return readNumber(rupees) * 100 + (rest === '' ? 0 : readNumber(rest));
}

function readNumber(text: string): number {
  let total = 0;
  let part = 0;
  for (const word of text.split(/[ -]/)) {
    const unit = UNITS.split(' ').indexOf(word);
    const tens = TENS.split(' ').indexOf(word);
    if (word === 'and') continue;
    if (unit >= 0) part += unit;
    else if (tens >= 0) part += tens * 10;
    else if (word === 'hundred') part *= 100;
    else {
      total += part * (word === 'million' ? 1_000_000 : word === 'thousand' ? 1000 : Number.NaN);
      part = 0;
    }
  }
  return total + part;
}
