import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages } from '#contract/languages.ts';
import type { Texts } from '#contract/messages/format-message.ts';
import { monthNames, shortMonthNames } from '#contract/month-names.ts';
import { type Text, textsOf } from '#texts/parts.ts';
import { siteTexts } from '#texts/site.ts';
import { subjects } from '#texts/subjects.ts';
import { translatorIn } from '#web/testing/site-market.ts';
import sentences from './documented-sentences.json' with { type: 'json' };

/** Matches any placeholder, so that `{n}` of the specification equals `{count}` of a catalogue. */
const PLACEHOLDER = /\{[^{}]*\}/g;
const PLURAL = /\{\w+, plural, .*?other \{([^{}]*)\}\}/g;

/**
 * Matches the currency before a placeholder. The comparison ignores it, because the currency is either in the text or
 * in the amount that replaces the placeholder.
 */
const CURRENCY = /LKR (?=\{)/g;

const bare = (text: string) => text.replaceAll(CURRENCY, '').replaceAll(PLURAL, '$1').replaceAll(PLACEHOLDER, '{}');

const texts = [...Object.values(subjects).flatMap((parts) => Object.values<Texts>(parts)), ...Object.values(siteTexts)]
  .flatMap((rows) => Object.values<Text | undefined>(rows))
  .map((text) => bare(text?.en ?? ''));
const departures = readFileSync('docs/departures.md', 'utf8');

test('every sentence that the specification quotes is a text, or docs/departures.md quotes it', () => {
  const isTold = (sentence: string) => texts.some((text) => text.includes(bare(sentence)));
  const missing = sentences.filter((sentence) => !isTold(sentence) && !departures.includes(`"${sentence}"`));
  expect(missing).toEqual([]);
  expect(sentences).toHaveLength(116);
});

test.each(languages)(
  'the months have the same names in the contract, on the site and in the office, in %s',
  (language) => {
    const { t } = translatorIn(language);
    const start = textsOf('shared', 'start');
    const numbers = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));
    expect(numbers.map((number) => t(`month.${number}` as 'month.01'))).toEqual(monthNames[language]);
    expect(numbers.map((number) => t(`monthShort.${number}` as 'monthShort.01'))).toEqual(shortMonthNames[language]);
    expect(numbers.map((number) => start[`ui.month.${number}`]?.[language])).toEqual(monthNames[language]);
    expect(numbers.map((number) => start[`shared.monthShort.${number}`]?.[language])).toEqual(
      shortMonthNames[language],
    );
  },
);
