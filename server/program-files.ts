import path from 'node:path';

/**
 * True when the server runs from the bundle that `npm run build` makes (vite.config.ts). The bundle starts in half the
 * time of the source files.
 */
const isBundled = import.meta.url.endsWith('.js');

/** The folder that contains package.json. */
export const rootFolder = path.resolve(import.meta.dirname, isBundled ? '../..' : '..');

/**
 * Returns the path of the file to run for a program: its bundled file if the server is bundled, otherwise its source
 * file. `source` is relative to server/.
 */
export function programFile(source: string): string {
  const bundled = path.join(import.meta.dirname, `${path.basename(source, '.ts')}.js`);
  return isBundled ? bundled : path.join(import.meta.dirname, source);
}
