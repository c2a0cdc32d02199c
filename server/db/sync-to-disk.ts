import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until a file, or the entries of a folder, are on the disk. */
export function syncToDisk(place: string): void {
  const descriptor = openSync(place, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
