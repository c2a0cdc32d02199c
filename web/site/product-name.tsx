import type { Language } from '#contract/languages.ts';

/** A product's names; Sinhala and Tamil may be missing. */
export interface Named {
  name: string;
  name_si: string;
  name_ta: string;
}

/** The name a reader of that language sees, and the language it is in: English stands in for one that is missing. */
export function nameOf(product: Named, language: Language): { text: string; lang: Language } {
  const own = { en: product.name, si: product.name_si, ta: product.name_ta }[language];
  return own === '' ? { text: product.name, lang: 'en' } : { text: own, lang: language };
}

/** A product's name on a page in that language; marked when it is in another one, so that it is read out rightly. */
export function ProductName({ product, language }: { product: Named; language: Language }) {
  const { text, lang } = nameOf(product, language);
  return lang === language ? text : <span lang={lang}>{text}</span>;
}
