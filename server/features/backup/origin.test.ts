/** @module-tag sqlite-only */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { AuditKey } from '../../db/seal/audit-key.ts';
import { START } from '../../testing/accounts.ts';
import { makeFile, makeFolder, sealedAnew, textOf } from '../../testing/backup.ts';
import { makePeopledDatabase, writeTestAuditKey } from '../../testing/database.ts';
import { startProcess } from '../../testing/process.ts';
import { checkBackup } from './check-backup.ts';
import { judgedBy, judgeOrigin, requireOrigin, requireOwnName } from './judge-origin.ts';

const OTHER_KEY = new AuditKey('another audit key that is long enough for anybody');
const SIGNED = /, audit key [0-9a-f]{12}, MAC [0-9a-f]{64}\n$/;
const RELEASES = path.resolve(import.meta.dirname, '../../testing/releases');

let text: string;
let keyFolder: string;
beforeAll(async () => {
  const { database, remove } = await makePeopledDatabase();
  text = await textOf(database, START);
  await remove();
});

function ownKey() {
  keyFolder = makeFolder();
  writeTestAuditKey(keyFolder);
  return judgedBy({ dataDir: keyFolder });
}

/** Each content is written over the one before: the nightly test has more of them than the memory could hold. */
async function refusalOf(content: string | Buffer, place: ReturnType<typeof judgedBy>): Promise<string> {
  const file = path.join(keyFolder, 'checked.sql');
  writeFileSync(file, content);
  try {
    requireOrigin(await checkBackup(file), { ...place, trustsUnsigned: false });
    return '';
  } catch (fault) {
    return String(fault);
  }
}

const BYTES = 'a backup with any changed byte is refused, also when its hash is made anew';
test(BYTES, { tags: ['slow'] }, () => changeBytes(150));
test(`${BYTES} (all)`, { tags: ['nightly'] }, () => changeBytes(Number.POSITIVE_INFINITY));

async function changeBytes(most: number): Promise<void> {
  const place = ownKey();
  const bytes = Buffer.from(text);
  const step = Math.max(1, Math.floor(bytes.length / most));
  const signature = SIGNED.exec(text)?.[0] ?? '';
  expect(signature).not.toBe('');
  const accepted: number[] = [];
  const beginOfLast = bytes.length - 300;
  for (let at = 0; at < bytes.length; at += at >= beginOfLast ? Math.min(step, 7) : step) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const anew = Buffer.from(sealedAnew(changed.toString('latin1')), 'latin1');
    const forged = Buffer.concat([anew.subarray(0, -1), Buffer.from(signature)]);
    for (const content of [changed, anew, forged]) if ((await refusalOf(content, place)) === '') accepted.push(at);
  }
  expect(accepted).toEqual([]);
}

test('a backup is its own market’s, another’s or unsigned, and the refusal names the keys', async () => {
  const place = ownKey();
  const checked = await checkBackup(makeFile(text));
  expect(judgeOrigin(checked, place.key)).toBe('own');
  expect(judgeOrigin(checked, OTHER_KEY)).toBe('other_key');
  expect(await refusalOf(text, place)).toBe('');
  expect(await refusalOf(text.replace(SIGNED, '\n'), place)).toContain('the backup is not signed');
  const elsewhere = { ...place, key: OTHER_KEY };
  const both = `signed with the audit key ${place.key?.id}, and ${place.keyFile} has the key ${OTHER_KEY.id}`;
  expect(await refusalOf(text, elsewhere)).toContain(both);
  expect(await refusalOf(text, { ...place, key: undefined })).toContain(`${place.keyFile} does not exist`);
  const forged = text.replace(/MAC [0-9a-f]{64}/, `MAC ${'0'.repeat(64)}`);
  expect(await refusalOf(forged, place)).toContain('but that key did not');
  for (const trusted of [text.replace(SIGNED, '\n'), text])
    requireOrigin(await checkBackup(makeFile(trusted)), { ...elsewhere, trustsUnsigned: true });
});

test('a copy with the name of another time is refused, and the names of all releases are read', () => {
  const made = START;
  for (const name of [
    'pola-2026-11-20-083000-12-0123456789ab.sql.gz',
    'pola-2026-11-20-083000-12-0123456789ab.sql.gz.age',
    'pola-2026-11-20.sql.gz',
    'pola-2026-11-19.sql.gz.age',
    'database_backup.sql',
  ])
    requireOwnName({ made }, name);
  for (const name of [
    'pola-2026-11-20-083001-12-0123456789ab.sql.gz',
    'pola-2026-11-21-083000-12-0123456789ab.sql.gz.age',
    'pola-2026-11-21.sql.gz',
  ])
    expect(() => requireOwnName({ made }, name)).toThrow(`made at ${made}, but its name ${name}`);
});

async function restore(dataDir: string, ...parameters: string[]) {
  const command = startProcess(['scripts/restore.ts', ...parameters], { DATA_DIR: dataDir });
  return { code: await command.ended, said: command.output() };
}

test('the command restores a backup of another key, of nobody or with another name only as it says', {
  tags: ['slow'],
}, async () => {
  const file = makeFile(gzipSync(text));
  const dataDir = makeFolder();
  const id = ownKey().key?.id ?? '';
  const isEmpty = () => !existsSync(path.join(dataDir, 'pola.db'));
  const refused = async (sentence: string, ...parameters: string[]) => {
    const { code, said } = await restore(dataDir, ...parameters);
    expect([code, said, isEmpty()]).toEqual([1, expect.stringContaining(sentence), true]);
  };
  await refused(`signed with the audit key ${id}, and ${path.join(dataDir, 'audit-key')} does not exist`, file);
  await refused(`signed with the audit key ${id}`, file, '--try');
  const renamed = path.join(makeFolder(), 'pola-2026-12-24-083000-99-0123456789ab.sql.gz');
  copyFileSync(file, renamed);
  await refused('is that of another copy', renamed, '--trust-unsigned');
  copyFileSync(path.join(keyFolder, 'audit-key'), path.join(dataDir, 'audit-key'));
  expect(await restore(dataDir, file, '--try')).toMatchObject({ code: 0 });
  const old = path.join(RELEASES, '0.3.0.sql.gz');
  expect(readFileSync(old).length).toBeGreaterThan(0);
  await refused('the backup is not signed', old);
  expect(await restore(dataDir, old, '--try', '--trust-unsigned')).toMatchObject({ code: 0 });
  expect(await restore(dataDir, file, '--nothing-since')).toMatchObject({ code: 0 });
  expect(isEmpty()).toBe(false);
});
