import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { buildIfChanged, isBuilt, type Make } from './build-if-changed.ts';
import { fingerprintOf } from './fingerprint.ts';

const FOLDERS = ['billing', 'contract', 'scripts/build', 'scripts/setup', 'server', 'texts', 'web', 'node_modules'];
const PAGE = 'web/page.ts';
/** Long enough to be compressed. */
const PADDING = ' words that can be compressed'.repeat(40);

function makeTree() {
  const root = mkdtempSync(path.join(tmpdir(), 'pola-build-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of FOLDERS) mkdirSync(path.join(root, folder), { recursive: true });
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  write(PAGE, 'first');
  write('package-lock.json', '{}');
  const made: string[] = [];
  const make: Make = async (from, folder) => {
    const source = readFileSync(path.join(from, PAGE), 'utf8');
    made.push(source);
    mkdirSync(path.join(folder, 'client'), { recursive: true });
    writeFileSync(path.join(folder, 'client/page.js'), source + PADDING);
  };
  const builtPage = () => read('build/client/page.js').replace(PADDING, '');
  return { root, write, read, made, make, builtPage };
}

test('unchanged sources are built once, whatever the times of their files', async () => {
  const { root, made, make, builtPage } = makeTree();
  expect(isBuilt('full', root)).toBe(false);
  await buildIfChanged('full', { root, make });
  utimesSync(path.join(root, PAGE), new Date('2031-01-01'), new Date('2031-01-01'));
  await buildIfChanged('full', { root, make });
  await buildIfChanged('quick', { root, make });
  expect(made).toEqual(['first']);
  expect(isBuilt('full', root)).toBe(true);
  expect(builtPage()).toBe('first');
});

test('another source, package or table of packages is built anew, and going back to the last one builds nothing', async () => {
  const { root, write, made, make, builtPage } = makeTree();
  await buildIfChanged('full', { root, make });
  write(PAGE, 'second');
  expect(isBuilt('quick', root)).toBe(false);
  await buildIfChanged('full', { root, make });
  expect(builtPage()).toBe('second');
  write(PAGE, 'first');
  await buildIfChanged('full', { root, make });
  expect(builtPage()).toBe('first');
  expect(made).toEqual(['first', 'second']);
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json', 'texts/new.json', 'vite.config.ts']) {
    write(file, '{ }');
    expect(isBuilt('quick', root), file).toBe(false);
    await buildIfChanged('quick', { root, make });
  }
  expect(made).toHaveLength(6);
});

test('tests are not part of a build; the version of Node and the commit are', () => {
  const { root, write } = makeTree();
  const before = fingerprintOf(root, { node: 'v26', commit: 'one' });
  write('web/page.test.ts', 'a test');
  expect(fingerprintOf(root, { node: 'v26', commit: 'one' })).toBe(before);
  expect(fingerprintOf(root, { node: 'v27', commit: 'one' })).not.toBe(before);
  expect(fingerprintOf(root, { node: 'v26', commit: 'two' })).not.toBe(before);
});

test('a build that fails leaves the last one, and the next attempt builds', async () => {
  const { root, write, made, make, builtPage } = makeTree();
  await buildIfChanged('full', { root, make });
  write(PAGE, 'second');
  const failing: Make = async (from, folder) => {
    await make(from, folder);
    throw new Error('no memory');
  };
  await expect(buildIfChanged('full', { root, make: failing })).rejects.toThrow('no memory');
  expect(builtPage()).toBe('first');
  await buildIfChanged('full', { root, make });
  expect(builtPage()).toBe('second');
  expect(made).toEqual(['first', 'second', 'second']);
});

test('sources that change during a build are refused, and the last build stays', async () => {
  const { root, write, make, builtPage } = makeTree();
  await buildIfChanged('full', { root, make });
  write(PAGE, 'second');
  const slow: Make = async (from, folder) => {
    await make(from, folder);
    write(PAGE, 'third');
  };
  await expect(buildIfChanged('full', { root, make: slow })).rejects.toThrow('The sources changed');
  expect(builtPage()).toBe('first');
});

test.each([
  ['is shorter', (file: string) => writeFileSync(file, 'fir')],
  ['is missing', (file: string) => rmSync(file)],
])('a build of which a file %s is made again', async (_, damage) => {
  const { root, made, make, builtPage } = makeTree();
  await buildIfChanged('full', { root, make });
  damage(path.join(root, 'build/client/page.js'));
  await buildIfChanged('full', { root, make });
  expect(builtPage()).toBe('first');
  expect(made).toHaveLength(2);
});

test('two builds at the same time make it once, and the file of a process that ended does not stop a third', async () => {
  const { root, write, made, make, builtPage } = makeTree();
  await Promise.all([buildIfChanged('full', { root, make }), buildIfChanged('full', { root, make })]);
  expect(made).toEqual(['first']);
  // No process has this id: it is above the largest that Linux assigns.
  writeFileSync(path.join(root, '.builds/lock'), '4194305');
  write(PAGE, 'second');
  await buildIfChanged('full', { root, make });
  expect(builtPage()).toBe('second');
  expect(readdirSync(path.join(root, '.builds'))).not.toContain('lock');
});

test('a quick build is compressed better when it is wanted, and not made again', async () => {
  const { root, made, make } = makeTree();
  await buildIfChanged('quick', { root, make });
  expect(isBuilt('full', root)).toBe(false);
  await buildIfChanged('full', { root, make });
  expect(isBuilt('full', root)).toBe(true);
  expect(made).toHaveLength(1);
  expect(brotliDecompressSync(readFileSync(path.join(root, 'build/client/page.js.br'))).toString()).toBe(
    `first${PADDING}`,
  );
});

test('the folder `build` of an earlier release is replaced by the link', async () => {
  const { root, make, builtPage, write } = makeTree();
  mkdirSync(path.join(root, 'build/client'), { recursive: true });
  write('build/client/page.js', 'of an earlier release');
  await buildIfChanged('full', { root, make });
  expect(builtPage()).toBe('first');
  expect(realpathSync(path.join(root, 'build'))).toContain(`${path.sep}.builds${path.sep}`);
});

test('the last three builds stay, and interrupted ones are deleted unless somebody makes them now', async () => {
  const { root, write, make } = makeTree();
  const builds = path.join(root, '.builds');
  mkdirSync(path.join(builds, 'making-4194305'), { recursive: true });
  mkdirSync(path.join(builds, `making-${process.ppid}`));
  const folders: string[] = [];
  for (const [day, text] of ['first', 'second', 'third', 'fourth', 'fifth'].entries()) {
    write(PAGE, text);
    await buildIfChanged('quick', { root, make });
    const folder = realpathSync(path.join(root, 'build'));
    utimesSync(folder, day + 1, day + 1);
    folders.push(path.basename(folder));
  }
  // The fifth is the newest until its time is set.
  expect(readdirSync(builds).toSorted()).toEqual([...folders.slice(2), `making-${process.ppid}`].toSorted());
});

test('a running server finds its files after the link leads elsewhere', async () => {
  const { root, write, make } = makeTree();
  await buildIfChanged('full', { root, make });
  const folder = realpathSync(path.join(root, 'build'));
  const before = statSync(path.join(folder, 'client/page.js'));
  write(PAGE, 'second');
  await buildIfChanged('full', { root, make });
  expect(statSync(path.join(folder, 'client/page.js'))).toEqual(before);
  renameSync(path.join(root, 'build'), path.join(root, 'elsewhere'));
  await buildIfChanged('full', { root, make });
  expect(readFileSync(path.join(root, 'build/client/page.js'), 'utf8')).toBe(`second${PADDING}`);
});
