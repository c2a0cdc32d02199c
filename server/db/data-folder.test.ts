/** @module-tag sqlite-only */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadSecret } from './data-folder.ts';

function makeFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'token-secret');
}

test('a secret is whole on the disk before it has its name, and its name is before the secret is used', () => {
  const file = makeFile();
  const synced: { place: string; bytes: number; hasName: boolean }[] = [];
  const secret = loadSecret(file, (place) => {
    const bytes = place === path.dirname(file) ? 0 : readFileSync(place).length;
    synced.push({ place, bytes, hasName: existsSync(file) });
  });
  expect(synced).toEqual([
    { place: `${file}.${process.pid}`, bytes: 64, hasName: false },
    { place: path.dirname(file), bytes: 0, hasName: true },
  ]);
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect([loadSecret(file), readdirSync(path.dirname(file))]).toEqual([secret, ['token-secret']]);
});

test('a disk that fails before the name is there leaves no secret behind', () => {
  const file = makeFile();
  const fail = () => {
    throw new Error('EIO');
  };
  expect(() => loadSecret(file, fail)).toThrow('EIO');
  expect(readdirSync(path.dirname(file))).toEqual([]);
});
