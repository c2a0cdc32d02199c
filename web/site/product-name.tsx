import { type Language, translationOf } from '#contract/languages.ts';

export interface Named {
  name: string;
  name_si: string;
  name_ta: string;
}

export function nameOf(product: Named, language: Language): { text: string; lang: Language } {
  const own = translationOf(product, language);
  return own === '' ? { text: product.name, lang: 'en' } : { text: own, lang: language };
}

export function ProductName({ product, language }: { product: Named; language: Language }) {
  const { text, lang } = nameOf(product, language);
  return lang === language ? text : <span lang={lang}>{text}</span>;
}
