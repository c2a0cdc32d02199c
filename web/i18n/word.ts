import type { LabelledWords, WordKey } from '#contract/words.ts';
import { t } from './t.ts';

/** Returns the label of a stored enum value in the reader's language. */
export function word<List extends keyof LabelledWords>(list: List, value: LabelledWords[List]): string {
  return t(`words.${list}.${value}` as WordKey);
}

export function wordChoices<List extends keyof LabelledWords, Word extends LabelledWords[List]>(
  list: List,
  words: readonly Word[],
): { value: Word; label: string }[] {
  return words.map((value) => ({ value, label: word(list, value) }));
}
