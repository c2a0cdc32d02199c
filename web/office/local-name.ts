import { type Language, languages, nameInLanguage } from '#contract/languages.ts';
import { currentLanguage } from '#web/i18n/t.ts';

type Names = Parameters<typeof nameInLanguage>[0];

/** In the reader's language; in English if it is not translated. */
export function localName(names: Names): string {
  return nameInLanguage(names, currentLanguage());
}

/** Without empty ones. */
export function otherNames(names: Names): { lang: Language; text: string }[] {
  return otherLanguages()
    .map((lang) => ({ lang, text: nameIn(names, lang) }))
    .filter(({ text }) => text !== '');
}

/** Those that the reader did not choose. */
export function otherLanguages(): Language[] {
  return languages.filter((language) => language !== currentLanguage());
}

/** Empty if it is not translated. */
export function nameIn({ name, name_si = '', name_ta = '' }: Names, language: Language): string {
  return { en: name, si: name_si, ta: name_ta }[language];
}
