import { expect, test } from 'vitest';
import en from './en.json';
import si from './si.json';
import ta from './ta.json';

const others: [string, Record<string, string>, RegExp][] = [
  ['Sinhala', si, /[\u0d80-\u0dff]/],
  ['Tamil', ta, /[\u0b80-\u0bff]/],
];

/** Patterns of figures and dates, made of their parts alone. */
const WITHOUT_LETTERS = /^(money\.range|date\.)/;

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test.each(others)('every text is there in %s too, and no text is without an English one', (_, catalogue) => {
  expect(Object.keys(catalogue)).toEqual(Object.keys(en));
});

test.each(others)('each text has the same values to fill in in %s as in English', (_, catalogue) => {
  for (const [key, text] of Object.entries(en))
    expect([key, placeholders(catalogue[key] ?? '')]).toEqual([key, placeholders(text)]);
});

test('no text is empty, has blanks around it or two in a row', () => {
  for (const catalogue of [en, si, ta]) {
    for (const [key, text] of Object.entries(catalogue))
      expect([key, text]).toEqual([key, text.trim().replaceAll(/\s+/g, ' ')]);
    expect(Object.values(catalogue)).not.toContain('');
  }
});

test.each(others)('the %s texts are in its script', (_, catalogue, script) => {
  const foreign = Object.entries(catalogue).filter(([key, text]) => !script.test(text) && !WITHOUT_LETTERS.test(key));
  expect(foreign).toEqual([]);
});

test('what changes with a count has both of its forms', () => {
  const stems = Object.keys(en).flatMap((key) => /^(.+)\.(?:one|other)$/.exec(key)?.[1] ?? []);
  for (const stem of stems) expect(Object.keys(en)).toEqual(expect.arrayContaining([`${stem}.one`, `${stem}.other`]));
});
