import { expect, test } from 'vitest';
import { foldForSearch, foldWords, isFound } from './fold-text.ts';

const finds = (search: string, text: string) => isFound(foldWords(search), foldForSearch(text));

test.each([
  ['ஸ்ரீ முருகன் ஸ்டோர்ஸ்', 'ஶ்ரீ முருகன் ஸ்டோர்ஸ்'],
  ['සීල වෙළෙන්දෝ', 'සීළ වෙලෙන්දෝ'],
  ['එළවලු', 'එළවළු'],
  ['ගොවිපල', 'ගොවිපළ'],
  ['නාවින්න', 'නාවින්ණ'],
  ['කරුනාරත්න', 'කරුණාරත්න'],
])('“%s” finds “%s”, and the other way round', (one, other) => {
  expect([finds(one, other), finds(other, one)]).toEqual([true, true]);
});

test.each([
  ['ஸ்ரீதரன்', 'ஶ்ரீகாந்த்'],
  ['කරුණාරත්න', 'ගුණරත්න'],
  ['වෙළෙඳාම', 'වෙන්දේසිය'],
])('“%s” does not find “%s”', (search, text) => {
  expect(finds(search, text)).toBe(false);
});
