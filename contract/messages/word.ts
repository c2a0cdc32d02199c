import words from '#texts/words.json' with { type: 'json' };
import type { Language } from '../languages.ts';
import type { LabelledWords, WordKey } from '../words.ts';
import { fill, type Texts } from './format-message.ts';

/** The compiler names a word without a label here. */
const texts: Texts & Record<WordKey, Texts[string]> = words.words;

/** Writes the label on documents, which the office loads without the other sentences of the API. */
export function writeWord<List extends keyof LabelledWords>(
  list: List,
  value: LabelledWords[List],
  language: Language,
): string {
  return fill(texts, { key: wordKey(list, value), values: {} }, language);
}

/** The key of the label, for `apiMessage`. */
export function wordKey<List extends keyof LabelledWords>(
  list: List,
  value: LabelledWords[List],
): `words.${List}.${LabelledWords[List]}` {
  return `words.${list}.${value}`;
}
