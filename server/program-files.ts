import path from 'node:path';

/** True when the server runs as bundled by `npm run build` (vite.config.ts), which starts in half the time. */
const isBundled = import.meta.url.endsWith('.js');

/** The folder that contains package.json. */
export const rootFolder = path.resolve(import.meta.dirname, isBundled ? '../..' : '..');

/** Returns the path of a program's file. `source` is its source file, relative to server/. */
export function programFile(source: string): string {
  const bundled = path.join(import.meta.dirname, `${path.basename(source, '.ts')}.js`);
  return isBundled ? bundled : path.join(import.meta.dirname, source);
}
