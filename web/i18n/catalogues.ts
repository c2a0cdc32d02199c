import type { Language } from '#contract/languages.ts';
import type { Texts } from '#contract/messages/format-message.ts';
import daysTexts from '#texts/days.json' with { type: 'json' };
import { siteTexts } from '#texts/site.ts';
import { type Translator, translatorOf } from './translate.ts';

const texts: Texts = Object.assign({}, daysTexts.days, ...Object.values(siteTexts));

export const translators: Record<Language, Translator> = {
  en: translatorOf(texts, 'en'),
  si: translatorOf(texts, 'si'),
  ta: translatorOf(texts, 'ta'),
};
