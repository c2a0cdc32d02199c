import { expect, test } from 'vitest';
import { EMPTY_WORDS, isEmptyMark, withoutEmptyId } from './empty-marks.ts';

const written = (word: string) => [
  word,
  word.toUpperCase(),
  ` ${word} `,
  `(${word})`,
  `“${word}”`,
  `${word}.`,
  word.replaceAll(' ', '-'),
  word.replaceAll(' ', ''),
];

test.each(EMPTY_WORDS)('“%s” means no value, however it is written', (word) => {
  expect(written(word).filter((text) => !isEmptyMark(text))).toEqual([]);
});

test.each(['', ' ', '-', '--', '---', '–', '—', ' - ', '(-)', "'-", '_', '*', 'N/A', 'n.a.', '#N/A', '\u200b-'])(
  '“%s” means no value',
  (text) => {
    expect(isEmptyMark(text)).toBe(true);
  },
);

test.each([
  'Nimal Perera',
  'Vacant Land Traders',
  'A. Nilanthi',
  'N. A. Perera',
  'Na Thanh',
  '0',
  '?',
  '-5',
  '=',
  '〃',
  'හිස්ටෝරි ට්‍රේඩ්',
  'காலிங்கன்',
  'இலக்கியா',
])('“%s” is a value', (text) => {
  expect(isEmptyMark(text)).toBe(false);
});

test('a mark of letters may be an id', () => {
  expect(['NA', 'N/A', '-', 'A-1', ''].map(withoutEmptyId)).toEqual(['NA', '', '', 'A-1', '']);
});
