import type { Language } from '../languages.ts';
import type { LabelledWords, WordKey } from '../words.ts';
import english from './en/words.json' with { type: 'json' };
import sinhala from './si/words.json' with { type: 'json' };
import tamil from './ta/words.json' with { type: 'json' };

/** The compiler names a word without a label here. */
const catalogues: Record<Language, Readonly<Record<WordKey, string>>> = { en: english, si: sinhala, ta: tamil };

/** For papers, which the office loads without the other sentences of the API. */
export function writeWord<List extends keyof LabelledWords>(
  list: List,
  value: LabelledWords[List],
  language: Language,
): string {
  return catalogues[language][wordKey(list, value)];
}

/** The key of the label, for `apiMessage`. */
export function wordKey<List extends keyof LabelledWords>(list: List, value: LabelledWords[List]): WordKey {
  return `words.${list}.${value}` as WordKey;
}
