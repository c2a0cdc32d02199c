import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { readDiskSpace } from './disk-space.ts';

test('the space of a disk is read', () => {
  const space = readDiskSpace(tmpdir());
  if (!space) throw new Error('the disk of temporary files has no size');
  expect(space.sizeBytes).toBeGreaterThan(1_000_000);
  expect(space.freeBytes).toBeLessThanOrEqual(space.sizeBytes);
});

// /proc is a file system without a size; where it does not exist, nothing can be read either.
test.each(['/proc', '/no/such/folder'])('%s has no size, so it is not reported as full', (folder) => {
  expect(readDiskSpace(folder)).toBeUndefined();
});
