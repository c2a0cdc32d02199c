import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const lockFile = path.join(import.meta.dirname, '../../package-lock.json');

test('no package runs a program of its own during installation', () => {
  const { packages }: { packages: Record<string, { hasInstallScript?: boolean }> } = JSON.parse(
    readFileSync(lockFile, 'utf8'),
  );
  const names = Object.keys(packages);
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter((name) => packages[name]?.hasInstallScript)).toEqual([]);
});
