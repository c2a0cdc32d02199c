import type { DayKey } from '#contract/days.ts';
import type { Language } from '#contract/languages.ts';
import { fill, type MessageValues, type Texts } from '#contract/messages/format-message.ts';
import type { siteTexts } from '#texts/site.ts';

type Site = typeof siteTexts;

/** The name of a file in texts/site. */
export type Namespace = keyof Site;

/** The names of months and weekdays are loaded with the texts of every page. */
export type SiteMessageKey = { [Name in Namespace]: keyof Site[Name] }[Namespace] | DayKey;

export type Translate = (key: SiteMessageKey, values?: MessageValues) => string;

export interface Translator {
  language: Language;
  t: Translate;
}

export function translatorOf(texts: Texts, language: Language): Translator {
  return { language, t: (key, values = {}) => fill(texts, { key, values }, language) };
}
