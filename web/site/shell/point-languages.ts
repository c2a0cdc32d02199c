import { inLanguage, languages } from '#contract/languages.ts';

/** The header is not hydrated, so its links are changed through the document. */
export function pointLanguagesAt(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
    const language = languages.find((one) => one === link.hreflang);
    if (language) link.setAttribute('href', inLanguage(language, path));
  }
}
