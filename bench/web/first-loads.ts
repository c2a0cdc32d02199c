import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const CLIENT = path.resolve(import.meta.dirname, '../../build/client');
const KB = 1000;

interface ManifestEntry {
  file: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, ManifestEntry>;

/** The modules that each page loads before it is complete, without the texts of other languages. */
const PAGES: Record<string, string[]> = {
  'sign-in': ['web/office/sign-in-program.tsx'],
  gate: ['web/gate/main.tsx'],
  'price list': ['web/site/hydrate.tsx', 'web/site/daily-prices/daily-prices-page.tsx'],
  'price chart': ['web/site/hydrate.tsx', 'web/site/product-chart/product-chart-page.tsx'],
  board: ['web/site/hydrate.tsx', 'web/site/board/board-page.tsx'],
  invoices: [
    'web/office/main.tsx',
    'web/office/shell/office-guard.tsx',
    'virtual:texts/en/office-words-forms',
    'web/office/invoices/invoices-page.tsx',
  ],
};

/**
 * Returns what a browser with an empty cache downloads for each page of the built web, as rows: the name of the page,
 * kilobytes of scripts, number of scripts, kilobytes of style sheets.
 */
export function measureFirstLoads(): (string | number)[][] {
  const manifest: Manifest = JSON.parse(readFileSync(path.join(CLIENT, '.vite/manifest.json'), 'utf8'));
  return Object.entries(PAGES).map(([page, modules]) => {
    const needed = new Set<string>();
    for (const name of modules) addImports(manifest, name, needed);
    const entries = [...needed].map((name) => entryOf(manifest, name));
    const scripts = [...new Set(entries.map(({ file }) => file))];
    const styles = [...new Set(entries.flatMap(({ css = [] }) => css))];
    console.log(`${page.padEnd(14)} ${kilobytes(scripts)} kB of scripts in ${scripts.length} files`);
    return [page, kilobytes(scripts), scripts.length, kilobytes(styles)];
  });
}

function addImports(manifest: Manifest, name: string, found: Set<string>): void {
  if (found.has(name)) return;
  found.add(name);
  for (const imported of entryOf(manifest, name).imports ?? []) addImports(manifest, imported, found);
}

function entryOf(manifest: Manifest, name: string): ManifestEntry {
  const entry = manifest[name];
  if (!entry) throw new Error(`${name} is not part of the built web. Correct the list of pages in this file.`);
  return entry;
}

function kilobytes(files: readonly string[]): string {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const sizeOf = (file: string) => brotliCompressSync(readFileSync(path.join(CLIENT, file)), { params }).length;
  return (files.reduce((sum, file) => sum + sizeOf(file), 0) / KB).toFixed(1);
}
