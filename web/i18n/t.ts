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
 * Matches two full stops at the end of a sentence. A short Tamil month ends with a full stop, which then also ends the
 * sentence.
 */
const TWO_POINTS = /(?<!\.)\.{2}(?!\.)/g;

/**
 * Returns the text of a key. Never call it while a module is loaded, because the texts are not loaded yet: constants
 * hold keys or functions.
 */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const text = fill(texts, { key, values }, current);
  return current === 'en' ? text : text.replaceAll(TWO_POINTS, '.');
}
