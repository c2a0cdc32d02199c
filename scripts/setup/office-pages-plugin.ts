import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { PageDefinition } from '../../web/office/page.ts';

type Pages = Record<string, PageDefinition>;

const PREFIX = 'virtual:office/';
const CARDS = 'cards/';
const OFFICE = path.resolve(import.meta.dirname, '../../web/office');
const LIST = path.join(OFFICE, 'pages-data.ts');

/**
 * Serves parts of the list of the office's pages as modules, so that each browser loads only what it needs: the sign-in
 * page the paths, the first screen of the office titles and permissions, a page with cards those cards and their icons.
 */
export function officePagesPlugin(): Plugin {
  return {
    name: 'office-pages',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(PREFIX) ? id : undefined),
    async load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      this.addWatchFile(LIST);
      return writePart(id.slice(PREFIX.length), await readPages());
    },
  };
}

/** Imports the list again after it has changed, because `npm run dev` serves many versions of it. */
async function readPages(): Promise<Pages> {
  const address = `${pathToFileURL(LIST)}?changed=${statSync(LIST).mtimeMs}`;
  const { officePages }: { officePages: Pages } = await import(address);
  return officePages;
}

export function writePart(part: string, pages: Pages): string {
  if (part.startsWith(CARDS)) return writeCards(`/${part.slice(CARDS.length)}`, pages);
  switch (part) {
    case 'pages':
      return `${withPaths(JSON.stringify(Object.values(pages).map(toShellPage)))}\nexport const officePages = byPath;`;
    case 'paths':
      return exported(Object.keys(pages));
    case 'words':
      return exported(Object.fromEntries(Object.entries(pages).map(([to, { words }]) => [to, words])));
    case 'imports':
      return `${withPaths(`[${Object.entries(pages).map(writeImport).join(', ')}]`)}\nexport default byPath;`;
    case 'menu':
      return writeWithIcons(
        Object.entries(pages).flatMap(([to, page]) => ('menu' in page ? [{ path: to, ...page.menu }] : [])),
      );
    default:
      throw new Error(`${PREFIX}${part} is not a part of the list of pages`);
  }
}

function toShellPage({ title, permission, above, loggedOut, isBare }: PageDefinition) {
  return { title, permission, above, loggedOut, isBare };
}

/** Writes an object with a value for each path. The paths are not repeated, because browsers load them anyway. */
function withPaths(values: string): string {
  return `import paths from '${PREFIX}paths';
const values = ${values};
const byPath = Object.fromEntries(paths.map((path, at) => [path, values[at]]));`;
}

function exported(value: unknown): string {
  return `export default ${JSON.stringify(value)};`;
}

/** Writes the import in `load` for the bundler. The list itself is not bundled, because it contains all parts. */
function writeImport([to, { load }]: [string, PageDefinition]): string {
  const [, file, name] = /import\('\.\/(.+)'\)\)\.(\w+)$/.exec(String(load)) ?? [];
  if (file === undefined || name === undefined)
    throw new Error(`The page ${to} must have: load: async (): Loaded => (await import('./FILE')).COMPONENT`);
  const source = JSON.stringify(path.join(OFFICE, file));
  return `async () => ({ Component: (await import(${source})).${name} })`;
}

function writeCards(above: string, pages: Pages): string {
  const cards = Object.entries(pages).flatMap(([to, page]) =>
    page.above === above && 'card' in page && page.card ? [{ path: to, ...page.card }] : [],
  );
  if (cards.length === 0) throw new Error(`No page has a card on ${above}`);
  return writeWithIcons(cards);
}

function writeWithIcons(rows: readonly { icon: string }[]): string {
  const names = [...new Set(rows.map(({ icon }) => icon))];
  const imports = names.map((name, at) => `import icon${at} from 'virtual:icons/${name}';`);
  const objects = rows.map(({ icon, ...row }) => `{ ...${JSON.stringify(row)}, icon: icon${names.indexOf(icon)} }`);
  return `${imports.join('\n')}\nexport default [${objects.join(', ')}];`;
}
