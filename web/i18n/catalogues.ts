import { type Language, languages } from '#contract/languages.ts';
import { createTranslate, type Messages, type Translator } from './translate.ts';

const files = import.meta.glob<Record<string, string>>('./*/*/*.json', { eager: true, import: 'default' });

export type CatalogueGroup = 'site' | 'start' | 'office' | 'gate';

export function catalogueFiles(language: Language, group: CatalogueGroup): Map<string, Record<string, string>> {
  const folder = `./${language}/${group}/`;
  const own = Object.entries(files).filter(([path]) => path.startsWith(folder));
  return new Map(own.map(([path, texts]) => [path.slice(folder.length, -'.json'.length), texts]));
}

export const translators: Record<Language, Translator> = Object.fromEntries(
  languages.map((language) => {
    const texts: Record<string, string> = Object.assign({}, ...catalogueFiles(language, 'site').values());
    return [language, { language, t: createTranslate(texts as Messages, language) }];
  }),
) as Record<Language, Translator>;
