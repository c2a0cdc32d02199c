import { existsSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

export function keepTemporaryFilesInMemory(): void {
  if (!existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize > ENOUGH_BYTES) process.env.TMPDIR = MEMORY;
}
