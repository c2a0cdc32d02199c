import files from 'virtual:texts/site';
import type { Language } from '#contract/languages.ts';
import { addTexts, type Texts } from '#contract/messages/format-message.ts';
import { type Namespace, type Translator, translatorOf } from '#web/i18n/translate.ts';

export async function loadTexts(names: readonly Namespace[], language: Language): Promise<Translator> {
  const loaded = await Promise.all(names.map((name) => files[`${language}/${name}`]?.()));
  const texts: Texts = {};
  for (const file of loaded) addTexts(texts, file?.default ?? {}, language);
  return translatorOf(texts, language);
}
