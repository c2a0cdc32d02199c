import { existsSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Makes the temporary files of this process and of those it starts go to memory, if there is room: tests make thousands
 * of small databases, and waiting for the disk takes longer than what they do.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize > ENOUGH_BYTES) process.env.TMPDIR = MEMORY;
}
