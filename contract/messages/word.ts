import words from '#texts/words.json' with { type: 'json' };
import type { Language } from '../languages.ts';
import type { LabelledWords, WordKey } from '../words.ts';
import { fill, type Texts } from './format-message.ts';

/** A word without a label is a compile error here. */
const texts: Texts & Record<WordKey, Texts[string]> = words.words;

/**
 * Returns the label of a stored word, such as a role or a payment method. Documents call this function, because its
 * module does not import the other texts of the API.
 */
export function writeWord<List extends keyof LabelledWords>(
  list: List,
  value: LabelledWords[List],
  language: Language,
): string {
  return fill(texts, { key: wordKey(list, value), values: {} }, language);
}

/** Returns the key of a label, for `apiMessage`. */
export function wordKey<List extends keyof LabelledWords>(
  list: List,
  value: LabelledWords[List],
): `words.${List}.${LabelledWords[List]}` {
  return `words.${list}.${value}`;
}
