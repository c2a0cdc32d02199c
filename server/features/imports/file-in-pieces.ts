import { open, statfs } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateFolder } from '../../db/data-folder.ts';

/** Writes a piece of a file that a person sends in pieces. The first piece begins the file anew. */
export async function appendPiece(file: string, piece: Buffer, offset: number): Promise<void> {
  makePrivateFolder(path.dirname(file));
  const opened = await open(file, offset === 0 ? 'w' : 'r+');
  try {
    await opened.write(piece, 0, piece.length, offset);
  } finally {
    await opened.close();
  }
}

/** The loaded data, the log of its transaction and the market itself must fit beside what is there. */
const SHARE_OF_FREE_DISK = 5;

/** Returns the maximum size of an unpacked backup or dump: a fifth of the free disk. */
export async function mostUnpackedBytes(folder: string): Promise<number> {
  return Math.floor((await freeBytesOf(folder)) / SHARE_OF_FREE_DISK);
}

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
