import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { languages } from '../../contract/languages.ts';

type Rows = Record<string, Record<string, string>>;

const FOLDER = path.resolve(import.meta.dirname, '../../texts');

/** The parts of the texts that the server needs. */
const SERVER_PARTS = ['server', 'forms', 'words', 'paper', 'days'];

/** The file of the public pages' texts that also has the names of months and weekdays (texts/days.json). */
const WITH_DAYS = 'site/every-page';

/**
 * Serves some sections of the texts in one language as one module, so that a browser loads only the texts it needs.
 * Examples: `virtual:texts/si/shared-gate`, `virtual:texts/en/site/prices`. `virtual:texts/site` is a table of
 * functions, each of which imports the module of one page.
 */
export function textsPlugin(): Plugin {
  return {
    name: 'texts',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('virtual:texts/') ? id : undefined),
    load(id) {
      const { name, mode } = this.environment;
      if (id === 'virtual:texts/site') return name === 'ssr' && mode === 'build' ? 'export default {};' : siteTable();
      const [, language = '', parts = ''] = /^virtual:texts\/(\w\w)\/(.+)$/.exec(id) ?? [];
      if (language !== '') {
        const isSite = parts.startsWith('site/');
        const files = isSite ? [`${parts}.json`] : namesIn('');
        for (const file of [...files, 'days.json']) this.addWatchFile(path.join(FOLDER, file));
        const sections = isSite
          ? [...files.map((file) => readRows(file)), ...(parts === WITH_DAYS ? pick('days.json', ['days']) : [])]
          : files.flatMap((file) => pick(file, parts.split('-')));
        return `export default ${JSON.stringify(inLanguage(sections, language))};`;
      }
      if (name !== 'program' || path.dirname(id) !== FOLDER || !id.endsWith('.json')) return undefined;
      const all: Record<string, Rows> = JSON.parse(readFileSync(id, 'utf8'));
      return JSON.stringify(Object.fromEntries(Object.entries(all).filter(([part]) => SERVER_PARTS.includes(part))));
    },
  };
}

function siteTable(): string {
  const names = namesIn('site').map((name) => name.slice(0, -'.json'.length));
  const lines = languages.flatMap((language) =>
    names.map((name) => `'${language}/${name}': () => import('virtual:texts/${language}/site/${name}')`),
  );
  return `export default { ${lines.join(', ')} };`;
}

function namesIn(folder: string): string[] {
  return readdirSync(path.join(FOLDER, folder)).filter((name) => name.endsWith('.json'));
}

function pick(file: string, parts: readonly string[]): Rows[] {
  const sections: Partial<Record<string, Rows>> = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));
  return parts.map((part) => sections[part] ?? {});
}

function readRows(file: string): Rows {
  return JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));
}

function inLanguage(sections: readonly Rows[], language: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const rows of sections)
    for (const [key, row] of Object.entries(rows)) if (row[language] !== undefined) texts[key] = row[language];
  return texts;
}
