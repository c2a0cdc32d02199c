/** Languages of the public site. English is at the root, the others below /si and /ta. */
export const languages = ['en', 'si', 'ta'] as const;
export type Language = (typeof languages)[number];

interface TranslatedNames {
  name: string;
  name_si?: string | undefined;
  name_ta?: string | undefined;
}

/** Returns the English name where a translation is missing. */
export function nameInLanguage({ name, name_si, name_ta }: TranslatedNames, language: Language): string {
  return { en: name, si: name_si, ta: name_ta }[language] || name;
}

export function inLanguage(language: Language, path: string): string {
  return language === 'en' ? path : `/${language}${path}`;
}
