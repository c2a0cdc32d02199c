import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The texts of a section by key. A text may lack a language. */
export type Rows = Record<string, Partial<Record<'en' | 'si' | 'ta', string>>>;

export interface CatalogueFile {
  path: string;
  /** The sections of a file. The file of a public page has one section without a name. */
  sections: [name: string, rows: Rows][];
}

const FOLDER = 'texts';

export function readTextFiles(root: string): CatalogueFile[] {
  const names = readdirSync(path.join(root, FOLDER), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted((one, other) => one.localeCompare(other))
    .map((name) => {
      const content = JSON.parse(readFileSync(path.join(root, FOLDER, name), 'utf8'));
      const sections = path.dirname(name) === 'site' ? [['', content]] : Object.entries(content);
      return { path: path.join(FOLDER, name), sections: sections as CatalogueFile['sections'] };
    });
}

export function textRowsOf(files: readonly CatalogueFile[]): Rows {
  return Object.assign({}, ...files.flatMap(({ sections }) => sections.map(([, rows]) => rows)));
}

/** Returns the content of a file with these texts, one per line. The formatter breaks long lines afterwards. */
export function writeTextFile({ sections }: CatalogueFile, texts: Rows): string {
  const written = sections.map(([name, rows]) => {
    const lines = Object.keys(rows).map((key) => `${JSON.stringify(key)}: ${writeRow(texts[key] ?? {})}`);
    return name === '' ? lines.join(',\n') : `"${name}": {\n${lines.join(',\n')}\n}`;
  });
  // A soft hyphen is escaped, because it would otherwise be invisible in the file.
  return `{\n${written.join(',\n').replaceAll('\u00ad', '\\u00ad')}\n}\n`;
}

function writeRow(row: Rows[string]): string {
  return `{ ${Object.entries(row)
    .map(([language, text]) => `"${language}": ${JSON.stringify(text)}`)
    .join(', ')} }`;
}
