import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  buildsOf,
  deleteOldBuilds,
  makingFolder,
  pointTo,
  type Quality,
  qualityOf,
  writeList,
} from './build-folders.ts';
import { inTurn } from './build-lock.ts';
import { fingerprintOf } from './fingerprint.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Builds the sources below `root` into `folder`. */
export type Make = (root: string, folder: string) => Promise<void>;

const makeAll: Make = async (root, folder) => {
  const { makeEverything } = await import('./make-everything.ts');
  await makeEverything(root, folder);
};

/** Returns true if the sources are built, and makes `build` lead to that build. */
export function isBuilt(wanted: Quality, root = ROOT): boolean {
  const folder = path.join(buildsOf(root), fingerprintOf(root));
  const quality = qualityOf(folder);
  if (quality === undefined || (wanted === 'full' && quality === 'quick')) return false;
  pointTo(root, folder);
  return true;
}

/** Builds into a folder of its own. `build` leads to it when it is complete, so a failed build changes nothing. */
export async function buildIfChanged(wanted: Quality, { root = ROOT, make = makeAll } = {}): Promise<void> {
  if (isBuilt(wanted, root)) return;
  mkdirSync(buildsOf(root), { recursive: true });
  const onWait = () => console.log('Another program builds here. Waiting for it ...');
  await inTurn(path.join(buildsOf(root), 'lock'), () => build(wanted, root, make), { onWait });
}

async function build(wanted: Quality, root: string, make: Make): Promise<void> {
  if (isBuilt(wanted, root)) return;
  deleteOldBuilds(root);
  const name = fingerprintOf(root);
  const folder = path.join(buildsOf(root), name);
  const { compressAssets } = await import('./compress-assets.ts');
  if (qualityOf(folder) === 'quick') {
    compressAssets(path.join(folder, 'client'), wanted);
    writeList(folder, wanted);
  } else {
    const making = makingFolder(root);
    rmSync(making, { recursive: true, force: true });
    await make(root, making);
    compressAssets(path.join(making, 'client'), wanted);
    writeList(making, wanted);
    if (fingerprintOf(root) !== name) throw new Error('The sources changed while they were built. Build again.');
    if (existsSync(folder)) renameSync(folder, `${making}-broken`);
    renameSync(making, folder);
  }
  pointTo(root, folder);
  deleteOldBuilds(root);
}
