import { type Language, languages, nameInLanguage, type TranslatedNames, translationOf } from '#contract/languages.ts';
import { currentLanguage } from '#web/i18n/t.ts';

/** In the reader's language; in English if it is not translated. */
export function localName(names: TranslatedNames): string {
  return nameInLanguage(names, currentLanguage());
}

/** In the languages that the reader did not choose, without empty ones. */
export function otherNames(names: TranslatedNames): { lang: Language; text: string }[] {
  return otherLanguages()
    .map((lang) => ({ lang, text: translationOf(names, lang) }))
    .filter(({ text }) => text !== '');
}

export function otherLanguages(): Language[] {
  return languages.filter((language) => language !== currentLanguage());
}
