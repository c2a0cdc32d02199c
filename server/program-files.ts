import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * True when the server runs from the bundle that `npm run build` makes (vite.config.ts). The bundle starts in half the
 * time of the source files.
 */
const isBundled = import.meta.url.endsWith('.js');

/** The folder that contains package.json. */
export const rootFolder = findRoot(import.meta.dirname);

/**
 * The build writes the commit into this file beside the programs, because git is not needed to run them. Commands that
 * run from sources read the same file.
 */
export const RELEASE_FILE = 'release.json';
export const programFolder = isBundled ? import.meta.dirname : path.join(rootFolder, 'build/program');
/**
 * The folder of the build from which the server runs. It is found from the program and not from the link `build`,
 * which leads to another build as soon as there is one (scripts/build/build-folders.ts).
 */
export const buildFolder = path.dirname(programFolder);

/**
 * Returns the path of the file to run for a program: its bundled file if the server is bundled, otherwise its source
 * file. `source` is relative to server/.
 */
export function programFile(source: string): string {
  const bundled = path.join(import.meta.dirname, `${path.basename(source, '.ts')}.js`);
  return isBundled ? bundled : path.join(import.meta.dirname, source);
}

function findRoot(folder: string): string {
  const above = path.dirname(folder);
  return above === folder || existsSync(path.join(folder, 'package.json')) ? folder : findRoot(above);
}
