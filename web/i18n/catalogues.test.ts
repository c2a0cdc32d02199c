import { expect, test } from 'vitest';
import { languages } from '#contract/languages.ts';
import { placeholdersOf } from '#contract/messages/format-message.ts';
import { catalogueFiles } from './catalogues.ts';

const SCRIPTS = { si: /[\u0d80-\u0dff]/, ta: /[\u0b80-\u0bff]/ };

/** Patterns of figures and dates contain no letters of their own. */
const WITHOUT_LETTERS = /^(money\.range|date\.)/;

const english = catalogueFiles('en', 'site');
const others = (['si', 'ta'] as const).flatMap((language) =>
  [...english].map(([file, texts]) => ({
    language,
    file,
    texts,
    own: catalogueFiles(language, 'site').get(file) ?? {},
  })),
);

test.each(['si', 'ta'] as const)('every catalogue exists in %s too', (language) => {
  expect([...catalogueFiles(language, 'site').keys()].toSorted()).toEqual([...english.keys()].toSorted());
});

test.each(others)('every text of $file exists in $language too, and each has an English one', (one) => {
  expect(Object.keys(one.own)).toEqual(Object.keys(one.texts));
});

test.each(others)('each text of $file has the same placeholders in $language as in English', (one) => {
  for (const [key, text] of Object.entries(one.texts))
    expect([key, placeholdersOf(one.own[key] ?? '')]).toEqual([key, placeholdersOf(text)]);
});

test.each(others)('the texts of $file are in the script of $language', ({ language, own }) => {
  const foreign = Object.entries(own).filter(
    ([key, text]) => !SCRIPTS[language].test(text) && !WITHOUT_LETTERS.test(key),
  );
  expect(foreign).toEqual([]);
});

test.each(languages)('no text in %s is empty, or has spaces around it or two in a row', (language) => {
  for (const texts of catalogueFiles(language, 'site').values()) {
    for (const [key, text] of Object.entries(texts))
      expect([key, text]).toEqual([key, text.trim().replaceAll(/\s+/g, ' ')]);
    expect(Object.values(texts)).not.toContain('');
  }
});

test('a key is in one file of the public site only', () => {
  const keys = [...english.values()].flatMap((texts) => Object.keys(texts));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

const staff = (['start', 'office', 'gate'] as const).flatMap((group) =>
  [...catalogueFiles('en', group)].flatMap(([file, texts]) =>
    Object.entries(texts).map(([key, text]) => ({ group, file, key, text })),
  ),
);

test('a key of office and gate is in one file only, named after its catalogue', () => {
  const keys = staff.map(({ key }) => key);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  expect(staff.filter(({ file, key }) => !key.startsWith(`${file}.`))).toEqual([]);
});

test('every text of office and gate has matching braces, is not empty and has no stray spaces', () => {
  for (const { key, text } of staff) {
    expect(() => placeholdersOf(text)).not.toThrow();
    expect([key, text]).toEqual([key, text.trim().replaceAll(/[^\S\n]+/g, ' ')]);
    expect(text).not.toBe('');
  }
});

test.each(['si', 'ta'] as const)(
  'a %s text of office and gate has an English one with the same placeholders',
  (language) => {
    const texts = new Map(staff.map(({ key, text }) => [key, text]));
    for (const group of ['start', 'office', 'gate'] as const)
      for (const [key, text] of [...catalogueFiles(language, group).values()].flatMap((own) => Object.entries(own)))
        expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(texts.get(key) ?? '')]);
  },
);
