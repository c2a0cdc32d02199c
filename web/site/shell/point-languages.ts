import { inLanguage, languages } from '#contract/languages.ts';

/**
 * Points the language switch at the place the reader has gone to since the page came. The header is not part of what
 * comes to life in the browser, so its links are reached through the document.
 */
export function pointLanguagesAt(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
    const language = languages.find((one) => one === link.hreflang);
    if (language) link.setAttribute('href', inLanguage(language, path));
  }
}
