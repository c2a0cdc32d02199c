import type { Language } from '#contract/languages.ts';
import { formatMessage, type MessageValues } from '#contract/messages/format-message.ts';
import type { gateMessages } from './en/gate.ts';
import type { office } from './en/office.ts';
import type { start } from './en/start.ts';

type EnglishMessages = typeof start & typeof office & typeof gateMessages;

export type MessageKey = keyof EnglishMessages;

let current: Language = 'en';
const messages: Record<Language, Record<string, string>> = { en: {}, si: {}, ta: {} };

export function addMessages(texts: Readonly<Record<string, string>>, language: Language): void {
  Object.assign(messages[language], texts);
}

export function currentLanguage(): Language {
  return current;
}

export function setCurrentLanguage(language: Language): void {
  current = language;
}

/** A short Tamil month ends with a point, which is the sentence's too. */
const TWO_POINTS = /(?<!\.)\.{2}(?!\.)/g;

/** Never call it while a module is loaded, because the texts are not there yet: constants hold keys or functions. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const own = messages[current][key];
  if (own === undefined) return formatMessage(messages.en[key] ?? key, values, 'en');
  return formatMessage(own, values, current).replaceAll(TWO_POINTS, '.');
}
