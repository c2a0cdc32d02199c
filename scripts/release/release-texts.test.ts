import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Day } from '#billing/calendar.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { dateNotes, findVersionFault, nextNotes, writeVersion } from './release-texts.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

test.each([
  ['1.4.0', '1.3.9'],
  ['1.10.0', '1.9.9'],
  ['2.0.0', '1.9.9'],
  ['0.4.1', '0.4.0'],
])('%s follows %s, and not the other way round', (version, current) => {
  expect(findVersionFault(version, current)).toBeUndefined();
  expect(findVersionFault(current, version)).toBe(`${current} does not follow ${version}.`);
  expect(findVersionFault(version, version)).toBe(`${version} does not follow ${version}.`);
});

test.each(['', 'v1.4.0', '1.4', '1.4.0-rc1', '1.4.0 '])('"%s" is not a version', (version) => {
  expect(findVersionFault(version, '0.1.0')).toContain('Write three numbers');
});

test('the notes of the next release get a version and a day, and the others are unchanged', () => {
  const notes = '# Changes\n\n## Next\n\n- New.\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n';
  expect(nextNotes(notes)).toBe('- New.');
  const dated = dateNotes(notes, '0.2.0', '2026-02-03' as Day);
  expect(dated).toBe('# Changes\n\n## Next\n\n## 0.2.0 (2026-02-03)\n\n- New.\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n');
  expect(nextNotes(dated)).toBe('');
});

test('a new version is written where the product has its own, and nowhere else', () => {
  const written = writeVersion(read('package.json'), '97.98.99');
  expect(JSON.parse(written)).toEqual({ ...packageFile, version: '97.98.99' });
  const lock = JSON.parse(read('package-lock.json'));
  const ofLock = JSON.parse(writeVersion(read('package-lock.json'), '97.98.99'));
  expect(ofLock.version).toBe('97.98.99');
  expect(ofLock.packages[''].version).toBe('97.98.99');
  expect({ ...ofLock, version: '', packages: { ...ofLock.packages, '': lock.packages[''] } }).toEqual({
    ...lock,
    version: '',
  });
});

test('the changelog begins with the next release, and its releases are in order down to the first', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  const versions = headings.slice(1).map((heading) => /^(\S+) \(\d{4}-\d\d-\d\d\)$/.exec(heading)?.[1] ?? heading);
  expect(headings[0]).toBe('Next');
  expect(versions[0]).toBe(packageFile.version);
  expect(versions.at(-1)).toBe('0.1.0');
  const faults = versions.slice(1).map((version, at) => findVersionFault(versions[at] ?? '', version));
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
});
