/** The languages of the product. The public site has English at its root, the others below /si and /ta. */
export const languages = ['en', 'si', 'ta'] as const;
export type Language = (typeof languages)[number];

export interface TranslatedNames {
  name: string;
  name_si?: string | undefined;
  name_ta?: string | undefined;
}

/** Returns the name in a language; empty where the translation is missing. */
export function translationOf({ name, name_si = '', name_ta = '' }: TranslatedNames, language: Language): string {
  return { en: name, si: name_si, ta: name_ta }[language];
}

/** Returns the name in a language; the English name where a translation is missing. */
export function nameInLanguage(names: TranslatedNames, language: Language): string {
  return translationOf(names, language) || names.name;
}

export function inLanguage(language: Language, path: string): string {
  return language === 'en' ? path : `/${language}${path}`;
}
