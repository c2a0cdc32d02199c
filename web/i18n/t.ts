import type { Language } from '#contract/languages.ts';
import { addTexts, fill, type MessageValues, type Texts } from '#contract/messages/format-message.ts';
import type { KeyOf } from '#texts/parts.ts';

export type MessageKey = KeyOf<'shared' | 'start' | 'office' | 'gate' | 'forms' | 'words'>;

let current: Language = 'en';
const texts: Texts = {};

export function addMessages(own: Readonly<Record<string, string>>, language: Language): void {
  addTexts(texts, own, language);
}

export function currentLanguage(): Language {
  return current;
}

export function setCurrentLanguage(language: Language): void {
  current = language;
}

/**
 * Matches exactly two full stops. They occur where a sentence ends with an abbreviated Tamil month, which has a full
 * stop of its own.
 */
const TWO_POINTS = /(?<!\.)\.{2}(?!\.)/g;

/** Matches the space between a currency and its amount, which must be on one line. */
const BEFORE_AMOUNT = /(?<=LKR|රු\.|ரூ\.) (?=-?\d)/g;

/**
 * Returns the text of a key in the current language. Do not call `t` at module level, where the texts are not loaded
 * yet. A module constant may contain the key, or a function that calls `t`.
 */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const text = fill(texts, { key, values }, current).replaceAll(BEFORE_AMOUNT, '\u00a0');
  return current === 'en' ? text : text.replaceAll(TWO_POINTS, '.');
}
