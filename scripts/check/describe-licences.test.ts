import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeLicences } from './describe-licences.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('the page of licences agrees with the lock file, and each licence is accepted', () => {
  const { text, faults } = describeLicences(JSON.parse(read('package-lock.json')).packages);
  expect(faults).toEqual([]);
  expect(read('docs/licences.md'), 'write it anew with "npm run licences"').toBe(text);
});

test('an unaccepted licence and a missing one are named; development tools are not checked', () => {
  const { text, faults } = describeLicences({
    '': { dependencies: { good: '1', odd: '1' } },
    'node_modules/good': { license: '(MIT OR CC0-1.0)' },
    'node_modules/odd': { license: 'AGPL-3.0' },
    'node_modules/good/node_modules/silent': {},
    'node_modules/tool': { license: 'AGPL-3.0', dev: true },
  });
  expect(text).toContain('Direct packages: 2 (');
  expect(text).not.toContain('tool');
  expect(faults).toEqual([
    'odd: the licence AGPL-3.0 is none of the accepted.',
    'silent: the licence unknown is none of the accepted.',
  ]);
});

test('too many direct packages are reported', () => {
  const dependencies = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`p${at}`, '1']));
  expect(describeLicences({ '': { dependencies } }).faults).toEqual(['There are 51 direct packages; at most 50.']);
});
