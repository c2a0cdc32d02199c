import type { Language } from '#contract/languages.ts';
import { textsOf } from '#texts/parts.ts';
import type { MessageKey } from '#web/i18n/t.ts';

export type StaffTexts = Record<MessageKey, string>;

export function staffTextsIn(language: Language): StaffTexts {
  const texts = Object.entries(textsOf('shared', 'start', 'office', 'gate', 'words'));
  return Object.fromEntries(texts.map(([key, text]) => [key, text[language]])) as StaffTexts;
}
