import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isRunning } from './build-lock.ts';

export type Quality = 'quick' | 'full';

/** Written last: a folder without it, or with other sizes of files, is an interrupted build. */
const LIST = 'build.json';
const MAKING = 'making-';
/** A folder of a build is never changed, because a server may run from it. The last three stay. */
const STAYING_BUILDS = 3;

interface BuildList {
  quality: Quality;
  /** Bytes by file. */
  files: Record<string, number>;
}

export function buildsOf(root: string): string {
  return path.join(root, '.builds');
}

/** Returns the folder to build into. No other process uses it. */
export function makingFolder(root: string): string {
  return path.join(buildsOf(root), `${MAKING}${process.pid}`);
}

/** Returns the quality of a complete build, otherwise undefined. */
export function qualityOf(folder: string): Quality | undefined {
  if (!existsSync(path.join(folder, LIST))) return undefined;
  try {
    const { quality, files } = JSON.parse(readFileSync(path.join(folder, LIST), 'utf8')) as BuildList;
    const isWhole = Object.entries(files).every(([file, bytes]) => statSync(path.join(folder, file)).size === bytes);
    return isWhole ? quality : undefined;
  } catch {
    return undefined;
  }
}

export function writeList(folder: string, quality: Quality): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name !== LIST && !name.startsWith('compile-cache') && statSync(path.join(folder, name)).isFile(),
  );
  const files = Object.fromEntries(names.map((name) => [name, statSync(path.join(folder, name)).size]));
  const temporary = path.join(folder, `${LIST}.${process.pid}`);
  writeFileSync(temporary, JSON.stringify({ quality, files } satisfies BuildList));
  renameSync(temporary, path.join(folder, LIST));
}

/** Makes `build` lead to the folder. A server that runs from another one is not affected. */
export function pointTo(root: string, folder: string): void {
  const link = path.join(root, 'build');
  const target = path.relative(root, folder);
  const found = readLink(link);
  if (found === path.resolve(folder)) return;
  const temporary = path.join(buildsOf(root), `link-${process.pid}`);
  rmSync(temporary, { force: true });
  symlinkSync(process.platform === 'win32' ? path.resolve(folder) : target, temporary, 'junction');
  // Earlier releases built into a real folder of this name. A link cannot take the place of a folder.
  if (existsSync(link) && (found === undefined || process.platform === 'win32'))
    renameSync(link, path.join(buildsOf(root), `${MAKING}0-${process.pid}`));
  renameSync(temporary, link);
}

function readLink(link: string): string | undefined {
  if (!existsSync(link)) return undefined;
  const real = realpathSync(link);
  return real === path.resolve(link) ? undefined : real;
}

/** Deletes interrupted builds, and complete ones that are older than the last three. */
export function deleteOldBuilds(root: string): void {
  const folder = buildsOf(root);
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const making = entries.filter(({ name }) => {
    const maker = name.startsWith(MAKING) ? Number(name.slice(MAKING.length).split('-')[0]) : undefined;
    return maker !== undefined && !isRunning(maker);
  });
  const complete = entries
    .filter(({ name }) => !name.startsWith(MAKING))
    .map(({ name }) => ({ name, at: statSync(path.join(folder, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at);
  for (const { name } of [...making, ...complete.slice(STAYING_BUILDS)])
    rmSync(path.join(folder, name), { recursive: true, force: true });
}
