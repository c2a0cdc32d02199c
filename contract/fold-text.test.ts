import { expect, test } from 'vitest';
import { foldText, foldWords } from './fold-text.ts';

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
