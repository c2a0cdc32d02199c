import { type Language, languages } from '#contract/site.ts';
import { createTranslate, type Messages, type Translator } from './translate.ts';

/** All texts at once, for the server and for tests; the browser fetches only what its page needs (hydrate.tsx). */
const files = import.meta.glob<Record<string, string>>('./*/*.json', { eager: true, import: 'default' });

/** The texts of one language by file name: `prices` is `web/i18n/si/prices.json`. */
export function catalogueFiles(language: Language): Map<string, Record<string, string>> {
  const own = Object.entries(files).filter(([path]) => path.startsWith(`./${language}/`));
  return new Map(own.map(([path, texts]) => [path.slice(`./${language}/`.length, -'.json'.length), texts]));
}

/** A speech that knows every text of the public site. */
export const translators: Record<Language, Translator> = Object.fromEntries(
  languages.map((language) => {
    const texts: Record<string, string> = Object.assign({}, ...catalogueFiles(language).values());
    return [language, { language, t: createTranslate(texts as Messages, language) }];
  }),
) as Record<Language, Translator>;
