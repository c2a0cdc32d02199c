import { existsSync } from 'node:fs';
import path from 'node:path';
import { installDebianPackages } from './install.ts';

const SCANNERS = ['sqlmap', 'wapiti'];

function listMissing(): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return SCANNERS.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))));
}

/** The scanners of `npm run scan`: those on the path, else Debian's, installed now. Throws one line saying how to get them. */
export function ensureScanners(): void {
  const missing = listMissing();
  if (missing.length > 0) installDebianPackages(...missing);
  const still = listMissing();
  if (still.length > 0)
    throw new Error(`${still.join(' and ')} cannot be found: install (Debian: apt-get install ${still.join(' ')}).`);
}
