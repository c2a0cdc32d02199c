/** @module-tag sqlite-only */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProgram } from '../testing/process.ts';
import { requireDataFolder } from './require-data-folder.ts';

/** An account without rights. Only root can become another account; another account has no rights on a closed folder. */
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-rights-'));
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  });
  chmodSync(folder, 0o755);
  return folder;
}

/** Returns what the program says about a folder, when it runs as an account without rights. */
async function say(folder: string): Promise<string> {
  const program = startProgram(`
    import { requireDataFolder } from '#server/db/require-data-folder.ts';
    if (${isRoot}) process.setuid(${NOBODY});
    try {
      requireDataFolder(${JSON.stringify(folder)});
      console.log('it can be used');
    } catch (error) {
      console.log(error.name + ' ' + error.message);
    }
  `);
  await program.ended;
  return program.output().trim();
}

const account = isRoot ? 'nobody' : userInfo().username;

test('an account without rights sees the folder, its name and the command that helps', {
  tags: ['slow'],
}, async () => {
  const folder = makeFolder();
  const data = path.join(folder, 'data');
  if (!isRoot) chmodSync(folder, 0o500);
  expect(await say(data)).toBe(
    `DataFolderFault Pola cannot use the data folder ${data}: the account ${account} may not create it. Run "install -d -m 700 -o ${account} ${data}" as root, or set DATA_DIR to another folder.`,
  );
  expect(await say(folder)).toBe(
    `DataFolderFault Pola cannot use the data folder ${folder}: the account ${account} may not write into it. If it is the folder of this market, run "chown -R ${account} ${folder}" as root; otherwise set DATA_DIR to another folder.`,
  );
});

test('a folder in which another account left files is refused before anything is opened', {
  tags: ['slow'],
}, async () => {
  const folder = makeFolder();
  const file = path.join(folder, 'pola.db');
  writeFileSync(file, '');
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  chmodSync(file, isRoot ? 0o600 : 0o000);
  expect(await say(folder)).toBe(
    `DataFolderFault Pola cannot use the data folder ${folder}: the account ${account} may not read and write ${file}. Run "chown -R ${account} ${folder}" as root, or set DATA_DIR to another folder.`,
  );
  chmodSync(file, 0o666);
  expect(await say(folder)).toBe('it can be used');
});

test('a folder that can be used is created if it is missing, and nothing is left in it', () => {
  const data = path.join(makeFolder(), 'market', 'data');
  requireDataFolder(data);
  expect([existsSync(data), readdirSync(data)]).toEqual([true, []]);
  mkdirSync(path.join(data, 'backups'));
  requireDataFolder(data);
  expect(readdirSync(data)).toEqual(['backups']);
});

test('a file that cannot be read matters only if it is one of the market', () => {
  const folder = makeFolder();
  symlinkSync('/no/such/place', path.join(folder, 'lost+found'));
  requireDataFolder(folder);
  symlinkSync('/no/such/place', path.join(folder, 'pola.db'));
  expect(() => requireDataFolder(folder)).toThrow(`may not read and write ${path.join(folder, 'pola.db')}`);
});
