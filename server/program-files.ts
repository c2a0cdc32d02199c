import path from 'node:path';

/** `npm run build` makes one folder of the programs of the server, which starts in half the time (vite.config.ts). */
const isBundled = import.meta.url.endsWith('.js');

/** The folder of package.json. */
export const rootFolder = path.resolve(import.meta.dirname, isBundled ? '../..' : '..');

/** `source` is below server/. */
export function programFile(source: string): string {
  const bundled = path.join(import.meta.dirname, `${path.basename(source, '.ts')}.js`);
  return isBundled ? bundled : path.join(import.meta.dirname, source);
}
