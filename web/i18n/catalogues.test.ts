import { expect, test } from 'vitest';
import { fill, placeholdersOf, selectedWords, type Texts } from '#contract/messages/format-message.ts';
import { roles } from '#contract/roles.ts';
import * as words from '#contract/words.ts';
import type { Part } from '#texts/parts.ts';
import { siteTexts } from '#texts/site.ts';
import { subjects } from '#texts/subjects.ts';

const SCRIPTS = { si: /[\u0d80-\u0dff]/, ta: /[\u0b80-\u0bff]/ };

/** Words that are the same in every language: names, tax terms, file types and an example of a vehicle number. */
const LATIN = /\b(VAT|TIN|PDF|CSV|xlsx|Pola|WP CAB)\b/g;

interface Section {
  file: string;
  part: Part | 'site';
  texts: Texts;
}

const sections: Section[] = [
  ...Object.entries(subjects).flatMap(([file, parts]) =>
    Object.entries(parts).map(([part, texts]) => ({ file, part: part as Part, texts })),
  ),
  ...Object.entries(siteTexts).map(([file, texts]) => ({ file: `site/${file}`, part: 'site' as const, texts })),
];

// Tax documents show Sinhala and Tamil beside the English text, and some of their texts have no translation.
const translated = sections.filter(({ file }) => file !== 'tax-paper');

const rowsOf = ({ texts }: Section) => Object.entries(texts).map(([key, text]) => ({ key, ...text }));

test.each(sections)('every text of $file ($part) is English, and filled in completely', ({ texts }) => {
  for (const [key, text] of Object.entries(texts)) {
    const values = Object.fromEntries(placeholdersOf(text?.en ?? '').map((name) => [name, 2]));
    expect([key, text?.en]).toEqual([key, expect.any(String)]);
    expect([key, fill(texts, { key, values }, 'en')]).toEqual([key, expect.not.stringMatching(/[{}]/)]);
  }
});

test.each(translated)('every text of $file ($part) exists in Sinhala and Tamil', (section) => {
  for (const { key, ...text } of rowsOf(section)) expect([key, ...Object.keys(text)]).toEqual([key, 'en', 'si', 'ta']);
});

test.each(translated)('each text of $file ($part) has the same placeholders in all its languages', (section) => {
  for (const { key, en = '', ...others } of rowsOf(section))
    for (const text of Object.values(others)) expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(en)]);
});

test.each(translated)('the Sinhala and Tamil of $file ($part) is in its script', (section) => {
  const isForeign = (text: string, script: RegExp) =>
    !script.test(text) && /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, '').replaceAll(LATIN, ''));
  const foreign = rowsOf(section).filter(
    ({ si = '', ta = '' }) => isForeign(si, SCRIPTS.si) || isForeign(ta, SCRIPTS.ta),
  );
  expect(foreign).toEqual([]);
});

test.each(sections)('no text of $file ($part) is empty, or has spaces around it or two in a row', (section) => {
  for (const { key, ...texts } of rowsOf(section))
    for (const text of Object.values(texts)) {
      expect([key, text]).toEqual([key, text.trim().replaceAll(/[^\S\n]+/g, ' ')]);
      expect([key, text]).not.toEqual([key, '']);
    }
});

test('labels of a paper or table that differ in English differ in Sinhala and Tamil', () => {
  const labels = sections.flatMap((section) =>
    rowsOf(section).filter(({ key }) => section.part === 'paper' || key.includes('.column.')),
  );
  // One label may end in a colon or be a plural, which Sinhala and Tamil often write as the singular.
  const bare = (text: string) => text.toLowerCase().replace(/s?[:.]?$/, '');
  const equal = Map.groupBy(labels, ({ key }) => key.slice(0, key.lastIndexOf('.'))).values();
  const confused = [...equal].flatMap((group) =>
    group.flatMap((one, at) =>
      group
        .slice(at + 1)
        .filter((other) => bare(one.en ?? '') !== bare(other.en ?? ''))
        .filter((other) => one.si !== undefined && (one.si === other.si || one.ta === other.ta))
        .map((other) => `${one.key} and ${other.key}`),
    ),
  );
  expect(labels.length).toBeGreaterThan(300);
  expect(confused).toEqual([]);
});

test('no two texts have the same key', () => {
  const keys = sections.flatMap(({ texts }) => Object.keys(texts));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('a key begins with the name of its file', () => {
  const keys = sections
    .filter(({ part }) => part !== 'site')
    .flatMap(({ file, texts }) => Object.keys(texts).map((key) => ({ file, key })));
  expect(keys.filter(({ file, key }) => !new RegExp(`^${file}[.-]`).test(key))).toEqual([]);
});

const lists = [roles, ...Object.values(words).filter(Array.isArray)];

test.each(sections)(
  'a sentence of $file ($part) that names words of a list has all, `other` is the last',
  (section) => {
    for (const { key, en, si, ta } of rowsOf(section))
      for (const named of [en, si, ta].flatMap((text) => selectedWords(text ?? ''))) {
        const possible = lists.filter(
          (list) => named.length > 1 && named.every((word) => list.some((one) => one === word)),
        );
        const isComplete = possible.length === 0 || possible.some((list) => list.length <= named.length + 1);
        expect([key, named, isComplete]).toEqual([key, named, true]);
      }
  },
);
