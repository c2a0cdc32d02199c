import type { Language } from '#contract/languages.ts';
import { formatMessage, type MessageValues } from '#contract/messages/format-message.ts';
import type { gateMessages } from './en/gate.ts';
import type { office } from './en/office.ts';
import type { start } from './en/start.ts';

type EnglishMessages = typeof start & typeof office & typeof gateMessages;

export type MessageKey = keyof EnglishMessages;

let current: Language = 'en';
const messages: Record<string, string> = {};

export function addMessages(texts: Readonly<Record<string, string>>, language: Language): void {
  current = language;
  Object.assign(messages, texts);
}

export function currentLanguage(): Language {
  return current;
}

/** Never call it while a module is loaded, because the texts are not there yet: constants hold keys or functions. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  return formatMessage(messages[key] ?? key, values, current);
}
