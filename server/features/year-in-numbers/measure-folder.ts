import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type DiskSpace, readDiskSpace } from '../../db/storage/disk-space.ts';
import { copyFolder, listCopyFiles, sizeOf } from '../backup/copies-here.ts';

export interface FolderNumbers {
  /** All files of the folder. */
  bytes: number;
  /** The largest files, by their path in the folder. */
  largest: { name: string; bytes: number }[];
  copies: { count: number; bytes: number; newestBytes: number };
  disk: DiskSpace | undefined;
}

const LARGEST = 8;

/** A file that a running server deletes meanwhile has no bytes. */
export function measureFolder(dataDir: string): FolderNumbers {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ name: path.relative(dataDir, file), bytes: sizeOf(file) }));
  const folder = copyFolder({ dataDir });
  const copies = listCopyFiles(folder).map(({ name }) => statSync(path.join(folder, name), { throwIfNoEntry: false }));
  const newest = copies.toSorted((one, other) => (other?.mtimeMs ?? 0) - (one?.mtimeMs ?? 0))[0];
  return {
    bytes: sumOf(files.map(({ bytes }) => bytes)),
    largest: files.toSorted((one, other) => other.bytes - one.bytes).slice(0, LARGEST),
    copies: {
      count: copies.length,
      bytes: sumOf(copies.map((copy) => copy?.size ?? 0)),
      newestBytes: newest?.size ?? 0,
    },
    disk: readDiskSpace(dataDir),
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
