import path from 'node:path';

/**
 * True when the server runs from the bundle that `npm run build` makes (vite.config.ts). The bundle starts in half the
 * time of the source files.
 */
const isBundled = import.meta.url.endsWith('.js');

/** The folder that contains package.json. */
export const rootFolder = path.resolve(import.meta.dirname, isBundled ? '../..' : '..');

/**
 * The build writes the commit into this file beside the programs, because git is not needed to run them. Commands that
 * run from sources read the same file.
 */
export const RELEASE_FILE = 'release.json';
/** The folder of the bundled programs. */
export const programFolder = isBundled ? import.meta.dirname : path.join(rootFolder, 'build/program');

/**
 * Returns the path of the file to run for a program: its bundled file if the server is bundled, otherwise its source
 * file. `source` is relative to server/.
 */
export function programFile(source: string): string {
  const bundled = path.join(import.meta.dirname, `${path.basename(source, '.ts')}.js`);
  return isBundled ? bundled : path.join(import.meta.dirname, source);
}
