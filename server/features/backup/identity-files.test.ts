import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { expect, onTestFinished, test } from 'vitest';
import { decryptInto, encryptFile } from './encrypt-copy.ts';

async function openFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-identities-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = (name: string) => path.join(folder, name);
  const own = await generateIdentity();
  writeFileSync(place('copy.sql'), 'all rows');
  await encryptFile(place('copy.sql'), place('copy.age'), [await identityToRecipient(own)]);
  const open = (lines: readonly string[]) => {
    writeFileSync(place('identity.txt'), lines.join('\r\n'));
    const pieces = (async function* () {
      yield readFileSync(place('copy.age'));
    })();
    return decryptInto(pieces, place('opened.sql'), place('identity.txt'));
  };
  return { own, open, read: () => readFileSync(place('opened.sql'), 'utf8') };
}

const identities = (count: number) => Promise.all(Array.from({ length: count }, () => generateIdentity()));

test('the last of twenty identities of a file opens a copy, between comments and empty lines', async () => {
  const { own, open, read } = await openFolder();
  await open(['# of the office', '', ...(await identities(19)), `  ${own}`]);
  expect(read()).toBe('all rows');
});

test.each([
  ['no identity', 0],
  ['more than twenty', 20],
])('a file with %s is refused in words, although the copy could be opened', async (_, others) => {
  const { own, open } = await openFolder();
  const lines = others === 0 ? ['# of the office'] : [own, ...(await identities(others))];
  await expect(open(lines)).rejects.toThrow('must contain 1 to 20 age identities');
});

test('a file whose identities open nothing is named', async () => {
  const { open } = await openFolder();
  await expect(open(await identities(2))).rejects.toThrow(/cannot be opened with .*identity\.txt/);
});
