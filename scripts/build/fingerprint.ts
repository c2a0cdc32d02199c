import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findCommit } from '../setup/find-commit.ts';

/** What the build reads. node_modules/.package-lock.json is npm's list of the packages that are installed. */
const FOLDERS = ['billing', 'contract', 'scripts/build', 'scripts/setup', 'server', 'texts', 'web'];
const FILES = [
  'node_modules/.package-lock.json',
  'package.json',
  'package-lock.json',
  'scripts/build.ts',
  'tsconfig.json',
  'vite.config.ts',
];
const TEST = /\.test\.tsx?$|(^|[\\/])testing[\\/]/;

const NODE = `${process.version} ${process.platform} ${process.arch}`;

/**
 * Returns a name that is different for other sources, packages, versions of Node and commits (the program knows its
 * own). File contents are compared, not times, because git and archives set times of their own.
 */
export function fingerprintOf(root: string, { node = NODE, commit = findCommit(root) } = {}): string {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
  const all = createHash('sha256').update(`${node} ${commit}\n`);
  for (const file of [...FILES, ...inFolders]
    .filter((name) => !TEST.test(name))
    .sort((one, other) => (one < other ? -1 : 1))) {
    const full = path.join(root, file);
    const hash = existsSync(full) ? createHash('sha256').update(readFileSync(full)).digest('hex') : 'missing';
    all.update(`${file}\0${hash}\n`);
  }
  return all.digest('hex').slice(0, 16);
}
