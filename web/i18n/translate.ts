import type { Language } from '#contract/languages.ts';
import { fill, type MessageValues, type Texts } from '#contract/messages/format-message.ts';
import type { siteTexts } from '#texts/site.ts';

type Site = typeof siteTexts;

/** The name of a file in texts/site. */
export type Namespace = keyof Site;

export type SiteMessageKey = { [Name in Namespace]: keyof Site[Name] }[Namespace];

export type Translate = (key: SiteMessageKey, values?: MessageValues) => string;

export interface Translator {
  language: Language;
  t: Translate;
}

export function translatorOf(texts: Texts, language: Language): Translator {
  return { language, t: (key, values = {}) => fill(texts, { key, values }, language) };
}
