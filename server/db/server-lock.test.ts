/** @module-tag sqlite-only */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProgram } from '../testing/process.ts';
import { lockDataFolder } from './server-lock.ts';

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function isFree(folder: string): boolean {
  const unlock = lockDataFolder(folder);
  unlock?.();
  return unlock !== undefined;
}

const holder = (folder: string) =>
  startProgram(`
    import { lockDataFolder } from '#server/db/server-lock.ts';
    const unlock = lockDataFolder(${JSON.stringify(folder)});
    console.log(unlock ? 'holds the lock' : 'was refused');
    // A lock that nothing refers to is released by garbage collection.
    setInterval(() => unlock, 1000);
  `);

test('one server at a time works on a data folder', () => {
  const folder = makeFolder();
  const unlock = lockDataFolder(folder);
  expect(unlock).toBeTypeOf('function');
  expect(isFree(folder)).toBe(false);
  expect(isFree(makeFolder())).toBe(true);
  unlock?.();
  expect(isFree(folder)).toBe(true);
});

test('a missing data folder is created', () => {
  const folder = path.join(makeFolder(), 'market', 'data');
  expect(isFree(folder)).toBe(true);
});

test('a second process is refused as well', async () => {
  const folder = makeFolder();
  const unlock = lockDataFolder(folder);
  await holder(folder).says(/was refused/);
  unlock?.();
});

test('a server that was killed no longer holds the lock', { tags: ['slow'] }, async () => {
  const folder = makeFolder();
  const killed = holder(folder);
  await killed.says(/holds the lock/);
  expect(isFree(folder)).toBe(false);
  killed.kill('SIGKILL');
  expect(await killed.ended).toBe('SIGKILL');
  expect(isFree(folder)).toBe(true);
});
