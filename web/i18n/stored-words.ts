import type stored from './en/start/stored.json';
import { t } from './t.ts';

/** Values that the database keeps in English. */
type StoredWord = WordOf<keyof typeof stored>;
type WordOf<Key> = Key extends `stored.${infer Word}` ? Word : never;

export function storedChoices<Word extends StoredWord>(words: readonly Word[]): { value: Word; label: string }[] {
  return words.map((value) => ({ value, label: t(`stored.${value}`) }));
}
