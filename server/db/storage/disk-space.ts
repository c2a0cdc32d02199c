import { existsSync, rmSync, statfsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

const MEGABYTE = 1024 * 1024;
const RESERVE_BYTES = 32 * MEGABYTE;
/** A disk with less free space than this is full: a write of a large action may fail in the middle. */
const FULL_BELOW_BYTES = 8 * MEGABYTE;
/** The free space beside the reserve from which writes are taken again. */
const ROOM_BYTES = 32 * MEGABYTE;

export interface DiskSpace {
  freeBytes: number;
  sizeBytes: number;
}

/** Returns the space that this account may use on the disk of a folder; undefined if it cannot be read. */
export function readDiskSpace(folder: string): DiskSpace | undefined {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    // Some file systems, such as those of containers without a quota, report no size.
    return blocks > 0 ? { freeBytes: bavail * bsize, sizeBytes: blocks * bsize } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A file of 32 MB in the data folder that is deleted when the disk is full. Its space is then left for signing in and
 * for downloading a backup.
 */
export class DiskReserve {
  readonly #folder: string;
  readonly #file: string;

  constructor(dataDir: string) {
    this.#folder = dataDir;
    this.#file = path.join(dataDir, 'reserve');
  }

  isDiskFull(): boolean {
    return this.#freeBytes() < FULL_BELOW_BYTES;
  }

  /** Deletes the reserve. Returns true if there was one. */
  giveUp(): boolean {
    const existed = existsSync(this.#file);
    rmSync(this.#file, { force: true });
    return existed;
  }

  /** Makes the reserve if it is missing and there is room. Returns false while there is no room for it and for writes. */
  async make(): Promise<boolean> {
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    const free = this.#freeBytes();
    if (free < ROOM_BYTES + (size === 0 ? RESERVE_BYTES : 0)) return false;
    // The reserve of an older release is smaller. It is replaced only where there is room for both.
    if (size < RESERVE_BYTES && free >= ROOM_BYTES + RESERVE_BYTES) await this.#write();
    return true;
  }

  #freeBytes(): number {
    return readDiskSpace(this.#folder)?.freeBytes ?? Number.POSITIVE_INFINITY;
  }

  async #write(): Promise<void> {
    const unfinished = `${this.#file}.unfinished`;
    // File systems with compression would store zeros without taking space.
    const piece = crypto.getRandomValues(Buffer.alloc(65_536));
    try {
      const file = await open(unfinished, 'w', 0o600);
      try {
        for (let written = 0; written < RESERVE_BYTES; written += piece.length) await file.write(piece);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, this.#file);
    } finally {
      await rm(unfinished, { force: true });
    }
  }
}
