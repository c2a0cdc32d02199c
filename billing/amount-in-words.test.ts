import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountInWords } from './amount-in-words.ts';
import { cents } from './money.ts';
import { runs } from './testing/runs.ts';
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

test.each([
  ['0.00', 'රුපියල් බින්දුවයි', 'ரூபா பூச்சியம்'],
  ['0.01', 'රුපියල් බින්දුවයි සත එකයි', 'ரூபா பூச்சியம், சதம் ஒன்று'],
  ['1.00', 'රුපියල් එකයි', 'ரூபா ஒன்று'],
  ['14.90', 'රුපියල් දාහතරයි සත අනූවයි', 'ரூபா பதினான்கு, சதம் தொண்ணூறு'],
  ['20.00', 'රුපියල් විස්සයි', 'ரூபா இருபது'],
  ['100.00', 'රුපියල් එකසියයයි', 'ரூபா நூறு'],
  ['110.00', 'රුපියල් එකසිය දහයයි', 'ரூபா நூற்றுப் பத்து'],
  ['900.00', 'රුපියල් නවසියයයි', 'ரூபா தொள்ளாயிரம்'],
  ['1,000.00', 'රුපියල් එක්දහසයි', 'ரூபா ஆயிரம்'],
  ['1,010.00', 'රුපියල් එක්දහස් දහයයි', 'ரூபா ஆயிரத்துப் பத்து'],
  ['3,000.00', 'රුපියල් තුන්දහසයි', 'ரூபா மூவாயிரம்'],
  ['4,400.00', 'රුපියල් හාරදහස් හාරසියයයි', 'ரூபா நான்காயிரத்து நானூறு'],
  ['5,000.00', 'රුපියල් පන්දහසයි', 'ரூபா ஐயாயிரம்'],
  ['11,000.00', 'රුපියල් එකොළොස්දහසයි', 'ரூபா பதினோராயிரம்'],
  ['12,345.65', 'රුපියල් දොළොස්දහස් තුන්සිය හතළිස්පහයි සත හැටපහයි', 'ரூபா பன்னிரண்டாயிரத்து முந்நூற்று நாற்பத்தைந்து, சதம் அறுபத்தைந்து'],
  ['13,000.00', 'රුපියල් දහතුන්දහසයි', 'ரூபா பதின்மூவாயிரம்'],
  ['20,000.00', 'රුපියල් විසිදහසයි', 'ரூபா இருபதாயிரம்'],
  ['24,500.00', 'රුපියල් විසිහතරදහස් පන්සියයයි', 'ரூபா இருபத்துநான்காயிரத்து ஐந்நூறு'],
  ['90,000.00', 'රුපියල් අනූදහසයි', 'ரூபா தொண்ணூறாயிரம்'],
  ['100,000.00', 'රුපියල් එක්ලක්ෂයයි', 'ரூபா ஓர் இலட்சம்'],
  ['250,000.00', 'රුපියල් දෙලක්ෂ පනස්දහසයි', 'ரூபா இரண்டு இலட்சத்து ஐம்பதாயிரம்'],
  ['10,000,000.00', 'රුපියල් එක්කෝටියයි', 'ரூபா ஒரு கோடி'],
  ['210,000,000.00', 'රුපියල් විසිඑක්කෝටියයි', 'ரூபா இருபத்தொரு கோடி'],
  [
    '999,999,999.99',
    'රුපියල් අනූනවකෝටි අනූනවලක්ෂ අනූනවදහස් නවසිය අනූනවයයි සත අනූනවයයි',
    'ரூபா தொண்ணூற்றொன்பது கோடியே தொண்ணூற்றொன்பது இலட்சத்துத் தொண்ணூற்றொன்பதாயிரத்துத் தொள்ளாயிரத்துத் தொண்ணூற்றொன்பது, சதம் தொண்ணூற்றொன்பது',
  ],
])('%s is written "%s" in Sinhala and "%s" in Tamil', (figure, sinhala, tamil) => {
  expect([amountInWords(amount(figure), 'si'), amountInWords(amount(figure), 'ta')]).toEqual([sinhala, tamil]);
});

test.each(['si', 'ta'] as const)(
  'no two amounts have the same words, and none has a stray letter, in %s',
  (language) => {
    const numbers = Array.from({ length: 1000 }, (_, at) => at);
    const amounts = [1, 100, 10_000, 1_000_000, 100_000_000, 99_999_001]
      .flatMap((scale) => numbers.map((number) => number * scale))
      .filter((figure) => figure <= 99_999_999_999);
    const written = new Set(amounts.map((figure) => amountInWords(cents(figure), language)));
    expect(written.size).toBe(new Set(amounts).size);
    const letters = language === 'si' ? /^[\u0d80-\u0dff ]+$/ : /^[\u0b80-\u0bff ,]+$/;
    const broken = language === 'si' ? / {2}|^ | $/ : / {2}|^ | $|[\u0bbe-\u0bcd]{2}|[ ,][\u0bbe-\u0bcd]/;
    for (const text of written) {
      expect(text).toMatch(letters);
      expect(text).not.toMatch(broken);
    }
  },
);

test.each(['si', 'ta'] as const)('another amount has other words, in %s', (language) => {
  fc.assert(
    fc.property(fc.nat(99_999_999_999), fc.nat(99_999_999_999), (one, other) => {
      const isSame = amountInWords(cents(one), language) === amountInWords(cents(other), language);
      expect(isSame).toBe(one === other);
    }),
    runs(2000),
  );
});

test('the amount can be read back from its words, to the cent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat(99_999_999_999), fc.nat(300_000)), (figure) => {
      expect(readWords(amountInWords(cents(figure)))).toBe(figure);
    }),
    runs(5000),
  );
});

test('a sum above the largest amount that can be typed has words too', () => {
  const sum = cents(100_000_000_000);
  const words = (['en', 'si', 'ta'] as const).map((language) => amountInWords(sum, language));
  expect(words).toEqual(['One thousand million rupees', 'රුපියල් එකසියය කෝටියයි', 'ரூபா நூறு கோடி']);
});

test('a negative amount is not written in words', () => {
  expect(() => amountInWords(cents(-1))).toThrow(new RangeError('not an amount to write out: -1'));
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
