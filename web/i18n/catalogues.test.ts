import { expect, test } from 'vitest';
import { languages } from '#contract/languages.ts';
import { placeholdersOf } from '#contract/messages/format-message.ts';
import { catalogueFiles } from './catalogues.ts';

const SCRIPTS = { si: /[\u0d80-\u0dff]/, ta: /[\u0b80-\u0bff]/ };

/** The same in every language: names, tax words, file types and an example of a vehicle number. */
const LATIN = /\b(VAT|TIN|PDF|xlsx|Pola|WP CAB)\b/g;

const groups = ['site', 'start', 'office', 'gate'] as const;
const others = (['si', 'ta'] as const).flatMap((language) =>
  groups.flatMap((group) =>
    [...catalogueFiles('en', group)].map(([file, texts]) => ({
      language,
      file: `${group}/${file}`,
      texts,
      own: catalogueFiles(language, group).get(file) ?? {},
    })),
  ),
);

test.each(groups)('every catalogue of %s exists in Sinhala and Tamil too', (group) => {
  const files = languages.map((language) => [...catalogueFiles(language, group).keys()].toSorted());
  expect(files).toEqual([files[0], files[0], files[0]]);
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
    ([, text]) => !SCRIPTS[language].test(text) && /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, '').replaceAll(LATIN, '')),
  );
  expect(foreign).toEqual([]);
});

test.each(languages)('no text in %s is empty, or has spaces around it or two in a row', (language) => {
  for (const texts of groups.flatMap((group) => [...catalogueFiles(language, group).values()]))
    for (const [key, text] of Object.entries(texts)) {
      expect([key, text]).toEqual([key, text.trim().replaceAll(/[^\S\n]+/g, ' ')]);
      expect([key, text]).not.toEqual([key, '']);
    }
});

test('a key is in one file of the public site only', () => {
  const keys = [...catalogueFiles('en', 'site').values()].flatMap((texts) => Object.keys(texts));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('a key of office and gate is in one file only, named after its catalogue', () => {
  const staff = (['start', 'office', 'gate'] as const).flatMap((group) =>
    [...catalogueFiles('en', group)].flatMap(([file, texts]) => Object.keys(texts).map((key) => ({ file, key }))),
  );
  const keys = staff.map(({ key }) => key);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  expect(staff.filter(({ file, key }) => !key.startsWith(`${file}.`))).toEqual([]);
});
