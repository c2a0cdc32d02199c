import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import sentences from './documented-sentences.json' with { type: 'json' };

/** Whatever is filled in, so that `{n}` of the specification is `{count}` of a catalogue. */
const PLACEHOLDER = /\{[^{}]*\}/g;
const PLURAL = /\{\w+, plural, .*?other \{([^{}]*)\}\}/g;

/** An amount is filled in with its currency. */
const CURRENCY = /LKR (?=\{)/g;

const bare = (text: string) => text.replaceAll(CURRENCY, '').replaceAll(PLURAL, '$1').replaceAll(PLACEHOLDER, '{}');

const texts = globSync(['web/i18n/en/**/*.json', 'contract/messages/en/*.json']).flatMap((file) =>
  Object.values<string>(JSON.parse(readFileSync(file, 'utf8'))).map(bare),
);
const departures = readFileSync('docs/departures.md', 'utf8');

test('every sentence that the specification quotes is a text, or docs/departures.md quotes it', () => {
  const isTold = (sentence: string) => texts.some((text) => text.includes(bare(sentence)));
  const missing = sentences.filter((sentence) => !isTold(sentence) && !departures.includes(`"${sentence}"`));
  expect(missing).toEqual([]);
  expect(sentences).toHaveLength(116);
});
