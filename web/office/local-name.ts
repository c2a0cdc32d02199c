import { type Language, languages, nameInLanguage, type TranslatedNames, translationOf } from '#contract/languages.ts';
import { currentLanguage } from '#web/i18n/t.ts';

export function localName(names: TranslatedNames): string {
  return nameInLanguage(names, currentLanguage());
}

export function otherNames(names: TranslatedNames): { lang: Language; text: string }[] {
  return otherLanguages()
    .map((lang) => ({ lang, text: translationOf(names, lang) }))
    .filter(({ text }) => text !== '');
}

export function otherLanguages(): Language[] {
  return languages.filter((language) => language !== currentLanguage());
}
