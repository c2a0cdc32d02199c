/** Languages of the public site. English is at the root, the others below /si and /ta. */
export const languages = ['en', 'si', 'ta'] as const;
export type Language = (typeof languages)[number];

export function inLanguage(language: Language, path: string): string {
  return language === 'en' ? path : `/${language}${path}`;
}
