import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SECTION = /## What is remembered in memory\n([\s\S]*?)\n## /;
/** How code of the server remembers a value: by the identity of an object, or once for a data version. */
const REMEMBERS = /new WeakMap[<(]|memoizePerVersion\(/;
const OF_TESTS = /\.test\.tsx?$|\/testing\//;

test('every file of the server that remembers a value by identity or data version is in the table, and no other', {
  tags: ['slow'],
}, () => {
  const section = SECTION.exec(readFileSync('ARCHITECTURE.md', 'utf8'))?.[1] ?? '';
  const named = new Set([...section.matchAll(/`(?:[\w/-]+\/)?([\w-]+\.tsx?)`/g)].map(([, name]) => name));
  const remembering = globSync(['server/**/*.{ts,tsx}', 'web/site/**/*.{ts,tsx}'])
    .filter((file) => !OF_TESTS.test(file))
    .filter((file) => !file.endsWith('/memoize-per-version.ts') && REMEMBERS.test(readFileSync(file, 'utf8')))
    .map((file) => path.basename(file));
  expect(remembering.length).toBeGreaterThan(15);
  expect(remembering.filter((name) => !named.has(name))).toEqual([]);
  const ownMaps = ['response-cache.ts', 'held-ledgers.ts', 'year-sums.ts', 'cache-drawings.ts'];
  expect(named.difference(new Set(remembering))).toEqual(new Set(ownMaps));
});
