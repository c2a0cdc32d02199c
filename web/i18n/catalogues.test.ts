import { expect, test } from 'vitest';
import { languages } from '#contract/site.ts';
import { catalogueFiles } from './catalogues.ts';

const SCRIPTS = { si: /[\u0d80-\u0dff]/, ta: /[\u0b80-\u0bff]/ };

/** Patterns of figures and dates, made of their parts alone. */
const WITHOUT_LETTERS = /^(money\.range|date\.)/;

const english = catalogueFiles('en');
const others = (['si', 'ta'] as const).flatMap((language) =>
  [...english].map(([file, texts]) => ({ language, file, texts, own: catalogueFiles(language).get(file) ?? {} })),
);
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test.each(['si', 'ta'] as const)('every file of texts is there in %s too', (language) => {
  expect([...catalogueFiles(language).keys()].toSorted()).toEqual([...english.keys()].toSorted());
});

test.each(others)('every text of $file is there in $language too, and none is without an English one', (one) => {
  expect(Object.keys(one.own)).toEqual(Object.keys(one.texts));
});

test.each(others)('each text of $file has the same values to fill in in $language as in English', (one) => {
  for (const [key, text] of Object.entries(one.texts))
    expect([key, placeholders(one.own[key] ?? '')]).toEqual([key, placeholders(text)]);
});

test.each(others)('the texts of $file are in the script of $language', ({ language, own }) => {
  const foreign = Object.entries(own).filter(
    ([key, text]) => !SCRIPTS[language].test(text) && !WITHOUT_LETTERS.test(key),
  );
  expect(foreign).toEqual([]);
});

test.each(languages)('no text in %s is empty, has blanks around it or two in a row', (language) => {
  for (const texts of catalogueFiles(language).values()) {
    for (const [key, text] of Object.entries(texts))
      expect([key, text]).toEqual([key, text.trim().replaceAll(/\s+/g, ' ')]);
    expect(Object.values(texts)).not.toContain('');
  }
});

test('a key stands in one file alone, and what changes with a count has both of its forms', () => {
  const keys = [...english.values()].flatMap((texts) => Object.keys(texts));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  const stems = keys.flatMap((key) => /^(.+)\.(?:one|other)$/.exec(key)?.[1] ?? []);
  for (const stem of stems) expect(keys).toEqual(expect.arrayContaining([`${stem}.one`, `${stem}.other`]));
});
