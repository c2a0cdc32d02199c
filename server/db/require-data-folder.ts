import { accessSync, constants, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { makePrivateFolder, OUR_FILES } from './data-folder.ts';

/** The folder or a file of it cannot be used. The message is a sentence with the place, the account and the cure. */
export class DataFolderFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DataFolderFault';
  }
}

/** On such a disk an existing folder can be read, so that the public can still see prices. */
const TAKES_NO_WRITES = new Set(['EROFS', 'ENOSPC', 'EDQUOT']);
const ANOTHER = 'set DATA_DIR to another folder';

/** Creates the data folder if it is missing. Throws a DataFolderFault if this account cannot work in it. */
export function requireDataFolder(dataDir: string): void {
  const isNew = !existsSync(dataDir);
  const fault = findFault(() => makePrivateFolder(dataDir));
  if (fault) throw new DataFolderFault(`${begin(dataDir)}${describeFolder(dataDir, fault)}`);
  const probe = path.join(dataDir, `.pola-${process.pid}`);
  const refused = findFault(() => writeFileSync(probe, '', { flag: 'w' }));
  rmSync(probe, { force: true });
  if (refused && (isNew || !TAKES_NO_WRITES.has(refused)))
    throw new DataFolderFault(`${begin(dataDir)}${describeFolder(dataDir, refused)}`);
  if (refused) return;
  for (const name of readdirSync(dataDir).filter((file) => OUR_FILES.test(file))) {
    const file = path.join(dataDir, name);
    if (findFault(() => accessSync(file, constants.R_OK | constants.W_OK)))
      throw new DataFolderFault(
        `${begin(dataDir)}the account ${account()} may not read and write ${file}. Run "chown -R ${account()} ${dataDir}" as root, or ${ANOTHER}.`,
      );
  }
}

/** Returns the sentence for an error of the file system, otherwise undefined. */
export function describeFileFault(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error && 'path' in error)) return undefined;
  const place = String(error.path);
  if (error.code === 'EACCES' || error.code === 'EPERM')
    return `Pola cannot use ${place}: the account ${account()} may not read or write it. Give it to this account, or configure another place.`;
  if (error.code === 'EISDIR')
    return `Pola cannot use ${place}: it is a folder, and Pola needs a file there. Pola runs as the account ${account()}. Move the folder away, or configure another place.`;
  return `Pola cannot use ${place} (${error.code}). Pola runs as the account ${account()}. Create the place, or configure another one.`;
}

const begin = (dataDir: string) => `Pola cannot use the data folder ${dataDir}: `;

function describeFolder(dataDir: string, code: string): string {
  const who = `Pola runs as the account ${account()}.`;
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return `${findFile(dataDir)} is a file, not a folder. ${who} Move the file away, or ${ANOTHER}.`;
  if (code === 'EACCES' || code === 'EPERM')
    return existsSync(dataDir)
      ? `the account ${account()} may not write into it. If it is the folder of this market, run "chown -R ${account()} ${dataDir}" as root; otherwise ${ANOTHER}.`
      : `the account ${account()} may not create it. Run "install -d -m 700 -o ${account()} ${dataDir}" as root, or ${ANOTHER}.`;
  if (code === 'EROFS') return `the disk is read-only. ${who} Make the disk writable, or ${ANOTHER}.`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `the disk is full. ${who} Free the disk, or ${ANOTHER}.`;
  return `no files can be created there (${code}). ${who} For the data, ${ANOTHER}.`;
}

function account(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the account may have a number and no name.
    return String(process.getuid?.() ?? 'of this process');
  }
}

/** Returns the path or its nearest parent that is a file, or the root if none is. */
function findFile(place: string): string {
  const parent = path.dirname(place);
  const isFile = findFault(() => statSync(place)) === undefined && !statSync(place).isDirectory();
  return isFile || parent === place ? place : findFile(parent);
}

function findFault(use: () => void): string | undefined {
  try {
    use();
    return undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}
