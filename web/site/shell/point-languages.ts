import { inLanguage, languages } from '#contract/languages.ts';

/** Changes the language links of the header directly in the document, because the header is not hydrated. */
export function pointLanguagesAt(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
    const language = languages.find((one) => one === link.hreflang);
    if (language) link.setAttribute('href', inLanguage(language, path));
  }
}
