import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Texts } from '#contract/messages/format-message.ts';
import type { Text } from '#texts/parts.ts';
import { siteTexts } from '#texts/site.ts';
import { subjects } from '#texts/subjects.ts';
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

test('docs/departures.md denies no sentence of the specification that the product says', () => {
  const denied = sentences.filter(
    (sentence) =>
      texts.some((text) => text.includes(bare(sentence))) && departures.includes(`instead of asking "${sentence}"`),
  );
  expect(denied).toEqual([]);
});
