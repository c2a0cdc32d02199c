import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDERS = ['contract/messages', 'web/i18n'];

export type Translation = 'si' | 'ta';
export type Texts = Record<string, string>;

export interface Catalogue {
  file: string;
  language: Translation;
  path: string;
  english: Texts;
  translated: Texts;
}

export function readCatalogues(root: string): Catalogue[] {
  return FOLDERS.flatMap((folder) => {
    const names = readdirSync(path.join(root, folder, 'en'), { recursive: true, encoding: 'utf8' });
    return names
      .filter((name) => name.endsWith('.json'))
      .toSorted((one, other) => one.localeCompare(other))
      .flatMap((name) =>
        (['si', 'ta'] as const).map((language): Catalogue => {
          const own = path.join(folder, language, name);
          return {
            file: path.join(folder, '*', name),
            language,
            path: own,
            english: readTexts(path.join(root, folder, 'en', name)),
            translated: existsSync(path.join(root, own)) ? readTexts(path.join(root, own)) : {},
          };
        }),
      );
  });
}

function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}
