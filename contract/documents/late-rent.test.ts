import { expect, test } from 'vitest';
import summary from '#texts/shop-summary.json' with { type: 'json' };
import { fill } from '../messages/format-message.ts';
import { paperText } from './paper.ts';

const sentence = (day: number, rate: number, language?: 'en' | 'si' | 'ta') =>
  paperText('documents.invoice.late', { day, rate }, language);

test('with the first due day and fine rate the sentence is that of the specification', () => {
  expect(sentence(15, 30)).toBe('Rent due before the 15th of the month, otherwise a 30% fine.');
  expect(sentence(15, 30, 'si')).toBe('කුලිය මාසයේ 15 වැනිදා හෝ ඊට පෙර ගෙවන්න. ඉන් පසු ගෙවන කුලියට 30%ක දඩ මුදලක් එකතු වේ.');
  expect(sentence(15, 30, 'ta')).toBe(
    'வாடகையை மாதத்தின் 15ஆம் திகதி அல்லது அதற்கு முன் செலுத்தவும். பின்னர் செலுத்தும் வாடகைக்கு 30% தண்டப்பணம் சேர்க்கப்படும்.',
  );
});

test('each due day has its ordinal', () => {
  const days = Array.from({ length: 28 }, (_, index) => /the (\S+) of/.exec(sentence(index + 1, 30))?.[1]);
  expect(days.join(' ')).toBe(
    '1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th 13th 14th 15th 16th 17th 18th 19th 20th 21st 22nd 23rd 24th ' +
      '25th 26th 27th 28th',
  );
});

test('other fine rates are named as they are, and a rate of 0% is not named', () => {
  expect(sentence(10, 12.5)).toBe('Rent due before the 10th of the month, otherwise a 12.5% fine.');
  expect(sentence(21, 0)).toBe('Rent due before the 21st of the month.');
  expect(sentence(3, 0, 'si')).toBe('කුලිය මාසයේ 3 වැනිදා හෝ ඊට පෙර ගෙවන්න.');
  expect(sentence(3, 0, 'ta')).toBe('வாடகையை மாதத்தின் 3ஆம் திகதி அல்லது அதற்கு முன் செலுத்தவும்.');
});

test('the office shows the same sentence', () => {
  for (const [day, rate] of [
    [15, 30],
    [2, 0],
    [23, 12.5],
  ] as const)
    expect(fill(summary.office, { key: 'shop-summary.invoice.late', values: { day, rate } }, 'en')).toBe(
      sentence(day, rate),
    );
});
