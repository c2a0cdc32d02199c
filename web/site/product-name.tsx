import type { Language } from '#contract/languages.ts';

export interface Named {
  name: string;
  name_si: string;
  name_ta: string;
}

/** English replaces a missing one. */
export function nameOf(product: Named, language: Language): { text: string; lang: Language } {
  const own = { en: product.name, si: product.name_si, ta: product.name_ta }[language];
  return own === '' ? { text: product.name, lang: 'en' } : { text: own, lang: language };
}

export function ProductName({ product, language }: { product: Named; language: Language }) {
  const { text, lang } = nameOf(product, language);
  return lang === language ? text : <span lang={lang}>{text}</span>;
}
