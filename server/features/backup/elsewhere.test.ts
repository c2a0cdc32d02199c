/** @module-tag postgres */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { addDays, type Day } from '#billing/calendar.ts';
import { type BackupElsewhere, backup } from '#contract/backup.ts';
import { englishOf } from '#contract/messages/message.ts';
import { readConfig } from '../../config.ts';
import { openTestApp, TEST_DAY, type TestApp } from '../../testing/app-context.ts';
import { emptyAddress, makeFolder, openDatabase, textOf } from '../../testing/backup.ts';
import { writeTestAuditKey } from '../../testing/database.ts';
import { keepOldCopies } from '../../testing/old-copies.ts';
import { startProcess } from '../../testing/process.ts';
import { recordSignIn, scheduleContextOf } from '../../testing/schedule.ts';
import { makeServerCopy } from '../../testing/server-copy.ts';
import { type Mood, openTestBucket, type TestBucket } from '../../testing/test-bucket.ts';
import { listRuns } from '../bulk-actions/queries.ts';
import { sendDueCopy } from '../schedule/start-schedule.ts';
import { Bucket } from './bucket.ts';
import { type CopyRow, findCopyElsewhere } from './queries.ts';
import type { SendTask } from './send-copy.ts';
import { storeCopy } from './store-copy.ts';
import { lastCopyElsewhere, sendCopy } from './store-elsewhere.ts';

let identity: string;
let recipient: string;
beforeAll(async () => {
  identity = await generateIdentity();
  recipient = await identityToRecipient(identity);
});

const NAME = `pola-${TEST_DAY}.sql.gz`;
const KEY = `market/${NAME}.age`;
const TIMEOUTS = { pausesMs: [1, 1], idleMs: 30_000, totalMs: 60_000 };
/** For tests in which the bucket stops answering. */
const HURRIED = { ...TIMEOUTS, idleMs: 1500 };

async function openBucket(): Promise<TestBucket> {
  const bucket = await openTestBucket();
  onTestFinished(() => bucket.close());
  return bucket;
}

function writeIdentity(text = identity): string {
  const file = path.join(makeFolder(), 'identity.txt');
  writeFileSync(file, `# created for a test\n# public key: ${recipient}\n${text}\n`);
  return file;
}

async function openMarket(environment: Record<string, string> = {}, timeouts = TIMEOUTS) {
  const bucket = await openBucket();
  const settings: Record<string, string> = { ...bucket.environment, BACKUP_RECIPIENTS: recipient, ...environment };
  const app = await openTestApp(settings);
  onTestFinished(() => app.close());
  const { database, clock } = app;
  const { config } = scheduleContextOf({ app }, settings);
  const context = { actor: 'schedule', now: clock.now(), requestId: 'copy' };
  const folder = path.join(app.dataDir, 'backups');
  const store = () => storeCopy({ database, config, clock }, context, { day: TEST_DAY, keepDays: 30 });
  /** Stores a small file instead of a real copy, and records it as a verified copy. */
  const pretend = async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, NAME), 'x'.repeat(100_000));
    await insertCopy(app, {});
  };
  const send = async (keepDays: number | undefined = 30) => {
    const place = { database, config, clock, timeouts };
    return englishOf((await sendCopy(place, { ...context, now: clock.now() }, { day: TEST_DAY, keepDays })).summary);
  };
  return { app, bucket, settings, store, pretend, send, folder };
}

async function insertCopy({ database, clock }: TestApp, facts: Partial<CopyRow>): Promise<void> {
  const row = {
    name: NAME,
    made_at: clock.now(),
    bytes: 100_000,
    row_count: 1,
    proven_at: clock.now(),
    proof: '',
    ...facts,
  };
  await database.write((tx) => tx.insertInto('backup_copies').values(row).execute());
}

async function stateOf(app: TestApp): Promise<BackupElsewhere> {
  return (await app.as('superadmin', { url: backup.elsewhere.path })).json();
}

async function restore(environment: Record<string, string>, ...parameters: string[]) {
  const command = startProcess(['scripts/restore.ts', ...parameters], environment);
  return { code: await command.ended, said: command.output() };
}

test('the copy of a day is encrypted, stored elsewhere and read back, and a market is restored from the bucket', {
  tags: ['slow'],
}, async () => {
  const { app, bucket, settings, store, send, folder } = await openMarket();
  expect(await stateOf(app)).toEqual({
    is_set_up: true,
    last_at: null,
    restored_at: null,
    is_late: true,
    proof: null,
    foreign: null,
  });
  await store();
  const made = app.clock.now();
  const [name = ''] = readdirSync(folder);
  const key = `market/${name}.age`;
  const text = gunzipSync(readFileSync(path.join(folder, name))).toString();
  app.clock.advance(60_000);
  const sent = await send();

  const kilobytes = Math.ceil((bucket.objects.get(key)?.length ?? 0) / 1024);
  const said = `${kilobytes} kB, encrypted. The stored backup was read back and is identical to the one that was sent.`;
  expect(sent).toBe(said);
  expect([...bucket.objects.keys()]).toEqual([key]);
  expect(bucket.requests).toEqual(['LIST 200', `PUT ${name}.age 200`, `GET ${name}.age 200`, 'LIST 200']);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const opened = await decrypter.decrypt(bucket.objects.get(key) ?? Buffer.alloc(0));
  expect(Buffer.from(opened)).toEqual(readFileSync(path.join(folder, name)));
  expect(await stateOf(app)).toEqual({
    is_set_up: true,
    last_at: made,
    restored_at: null,
    is_late: false,
    proof: said,
    foreign: null,
  });
  expect(await lastCopyElsewhere(app.database.reader)).toBe(made);
  expect(readdirSync(folder)).toEqual([name]);

  const { dataDir, databaseUrl = '' } = await emptyAddress();
  const machine = {
    ...settings,
    BACKUP_RECIPIENTS: '',
    BACKUP_BUCKET: '',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
  };
  const url = String(settings.BACKUP_BUCKET);
  const keyless = await restore(machine, url);
  expect(keyless).toMatchObject({ code: 1, said: expect.stringContaining('BACKUP_IDENTITY_FILE') });
  const keyed = { ...machine, BACKUP_IDENTITY_FILE: writeIdentity() };
  const unproven = await restore({ ...keyed, AUDIT_KEY_FILE: path.join(dataDir, 'missing') }, url);
  expect(unproven.said).toContain('the backup is signed with the audit key');
  writeTestAuditKey(dataDir);
  const tried = await restore(keyed, url, '--try');
  expect(tried.said).toContain(`${name}.age was fetched and decrypted.\nThe backup of ${made} can be restored: `);
  const restored = await restore(keyed, url, '--nothing-since');
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining(`rows, as of ${made}.`) });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('.restore-'))).toEqual([]);
  const accountsIn = (all: string) => all.split('insert into "accounts"')[1]?.split('insert into')[0];
  const restoredText = await textOf(openDatabase({ dataDir, databaseUrl: databaseUrl || undefined }), made);
  expect(accountsIn(restoredText)).toContain('superadmin');
  expect(accountsIn(restoredText)).toBe(accountsIn(text));
});

test('with the identity, a copy from the bucket is decrypted and restored weekly', { tags: ['slow'] }, async () => {
  const { app, store, send } = await openMarket({ BACKUP_IDENTITY_FILE: writeIdentity() });
  await store();
  const first = app.clock.now();
  expect(await send()).toMatch(/ and could be decrypted\. Test restore: [\d,]+ rows, identical to the database\.$/);
  expect(await stateOf(app)).toMatchObject({ restored_at: first, is_late: false });
  app.clock.advance(6 * DAY_MS);
  expect(await send()).toMatch(/ was read back and is identical to the one that was sent\.$/);
  app.clock.advance(DAY_MS);
  expect(await send()).toContain(' and could be decrypted. ');
  expect((await findCopyElsewhere(app.database.reader)).restored).toBe(app.clock.now());
});

const DAY_MS = 24 * 60 * 60 * 1000;

test('the program that the build makes sends a copy, and decrypts and restores it', { tags: ['slow'] }, async () => {
  const tree = makeServerCopy();
  onTestFinished(() => tree.remove());
  const { app, bucket, settings, store, folder } = await openMarket();
  await store();
  const { copiesElsewhere } = scheduleContextOf({ app }, settings).config;
  if (!copiesElsewhere) throw new Error('the market has no bucket');
  const identityFile = writeIdentity();
  const [name = ''] = readdirSync(folder);
  const { databaseUrl, dataDir } = app;
  const copy = { databaseUrl, dataDir, folder, name, at: app.clock.now() };
  const task: SendTask = { ...copy, ...copiesElsewhere, identityFile };
  const program = startProcess([path.join(path.dirname(tree.main), 'send-copy.js')]);
  program.type(JSON.stringify(task));
  program.endInput();
  const code = await program.ended;
  expect([code, JSON.parse(program.output())]).toEqual([
    0,
    {
      bytes: bucket.objects.get(`market/${name}.age`)?.length,
      restored: expect.objectContaining({ isProven: true }),
      deleted: [],
      left: null,
    },
  ]);
});

test('a copy that the identity of the market cannot decrypt counts as failed', { tags: ['slow'] }, async () => {
  const other = writeIdentity(await generateIdentity());
  const { app, bucket, pretend, send } = await openMarket({ BACKUP_IDENTITY_FILE: other });
  bucket.objects.set('market/pola-2020-01-01.sql.gz.age', Buffer.from('old'));
  await pretend();
  await expect(send()).rejects.toThrow(`the encrypted backup cannot be opened with ${other}: no identity matched`);
  expect(await stateOf(app)).toMatchObject({ last_at: null, is_late: true, proof: expect.stringContaining(other) });
  expect(bucket.objects.has('market/pola-2020-01-01.sql.gz.age')).toBe(true);
});

test.each<[string, string, Mood, string]>([
  ['an answer that never comes', 'PUT', 'silent', 'the bucket was silent for 1.5 s'],
  ['a cut upload', 'PUT', 'cut', 'the connection to the bucket failed'],
  ['500', 'PUT', 'status-500', 'the bucket answered 500 (InternalError)'],
  ['503 Slow down', 'PUT', 'status-503', 'the bucket answered 503 (SlowDown)'],
  ['a cut download', 'GET', 'cut', 'the connection to the bucket failed'],
  ['a silent download', 'GET', 'silent', 'the bucket was silent for 1.5 s'],
  ['a cut list', 'LIST', 'cut-list', 'the list of the bucket is cut off'],
  ['a list without its last object', 'LIST', 'short-list', 'the list of the bucket is cut off'],
])(
  '%s leads to another attempt when it happens twice, and is reported the third time',
  {
    tags: ['slow'],
  },
  async (_, method, mood, reason) => {
    const { app, bucket, pretend, send } = await openMarket({}, mood === 'silent' ? HURRIED : TIMEOUTS);
    bucket.objects.set('market/pola-2026-11-01.sql.gz.age', Buffer.from('old'));
    await pretend();
    bucket.expect(method, mood, 3);
    await expect(send()).rejects.toThrow(reason);
    expect(await stateOf(app)).toMatchObject({
      last_at: null,
      is_late: true,
      proof: expect.stringContaining(`Could not store the backup in the other place: ${reason}`),
    });
    bucket.expect(method, mood, 2);
    await send();
    expect(await stateOf(app)).toMatchObject({ last_at: app.clock.now(), is_late: false });
  },
);

test.each<[string, string, Mood, string]>([
  ['returns other bytes', 'GET', 'lie', 'the bucket returned other data than it was sent'],
  ['returns a byte less', 'GET', 'short', 'the bucket returned other data than it was sent'],
  ['answers 200 and stores nothing', 'PUT', 'drop', 'the bucket answered 404 (NoSuchKey)'],
  ['lists in a circle', 'LIST', 'circle', 'the list of the bucket goes round in a circle'],
  ['answers a list without end', 'LIST', 'flood', 'the answer of the bucket is too long'],
  ['sends the request elsewhere', 'PUT', 'redirect', 'the bucket answered 301'],
])('if a bucket %s, the copy fails and no other is deleted', { tags: ['slow'] }, async (_, method, mood, reason) => {
  const { app, bucket, pretend, send } = await openMarket();
  const old = Array.from({ length: 9 }, (_day, at) => `market/pola-2020-01-0${at + 1}.sql.gz.age`);
  for (const key of old) bucket.objects.set(key, Buffer.from('old'));
  await pretend();
  bucket.expect(method, mood, method === 'LIST' && mood === 'circle' ? 2 : 1);
  await expect(send()).rejects.toThrow(reason);
  expect(await stateOf(app)).toMatchObject({ last_at: null, is_late: true });
  expect(old.filter((key) => bucket.objects.has(key))).toEqual(old);
});

test('a wrong ETag does not matter, because the copy is read back', { tags: ['slow'] }, async () => {
  const { app, bucket, pretend, send } = await openMarket();
  await pretend();
  bucket.expect('PUT', 'wrong-etag');
  await send();
  expect(await stateOf(app)).toMatchObject({ is_late: false });
});

test.each([
  ['BACKUP_SECRET_KEY', 'another secret', '403 (SignatureDoesNotMatch)'],
  ['BACKUP_ACCESS_KEY', 'another-key', '403 (InvalidAccessKeyId)'],
  ['BACKUP_BUCKET', 's3://another-bucket', '404 (NoSuchBucket)'],
])('a wrong %s is named before anything is sent', { tags: ['slow'] }, async (name, value, reason) => {
  const { bucket, pretend, send } = await openMarket({ [name]: value });
  await pretend();
  await expect(send()).rejects.toThrow(`the bucket answered ${reason}`);
  expect(bucket.requests.map((request) => request.split(' ')[0])).toEqual(['LIST']);
});

test('old copies are deleted in the bucket as on the disk, but never other objects; a failed deletion is reported', {
  tags: ['slow'],
}, async () => {
  const { app, bucket, pretend, send } = await openMarket();
  const keyOf = (day: Day) => `market/pola-${day}.sql.gz.age`;
  const days = Array.from({ length: 12 }, (_, at) => addDays(TEST_DAY, -at - 1));
  const others = ['other/pola-2020-01-01.sql.gz.age', 'market/notes.txt', 'market/pola-2020-01-01.sql.gz'];
  await keepOldCopies(app, days);
  for (const key of [...days.map(keyOf), ...others]) bucket.objects.set(key, Buffer.from('old'));
  await pretend();
  bucket.expect('DELETE', 'status-500', 3);
  expect(await send(7)).toMatch(
    / 4 older backups could not be deleted\. pola-2026-11-12\.sql\.gz\.age: the bucket answered 500 \(InternalError\)\.$/,
  );
  expect(bucket.objects.size).toBe(days.length + others.length + 1);
  expect(await send(undefined)).toMatch(/ was read back and is identical to the one that was sent\.$/);
  expect(bucket.objects.size).toBe(days.length + others.length + 1);
  expect(await send(7)).toMatch(/ 4 older backups deleted\.$/);
  const kept = [TEST_DAY, ...days.slice(0, 7), '2026-11-08' as Day].map(keyOf);
  expect([...bucket.objects.keys()].toSorted()).toEqual([...others, ...kept].toSorted());
});

test('a locked copy in the bucket stops the deletion of no other, and is named until its lock has ended', {
  tags: ['slow'],
}, async () => {
  const { app, bucket, pretend, send } = await openMarket();
  const days = Array.from({ length: 12 }, (_, at) => addDays(TEST_DAY, -at - 1));
  const old = (await keepOldCopies(app, days)).map((name) => `market/${name}.age`);
  for (const key of old) bucket.objects.set(key, Buffer.from('old'));
  await pretend();
  const [newest = '', unlocked = '', locked = ''] = old.slice(7);
  bucket.locked.add(newest).add(locked);
  const summary = await send(7);
  expect(summary).toMatch(
    / 2 older backups could not be deleted\. pola-2026-11-12\.sql\.gz\.age: the bucket answered 403 \(AccessDenied\): .* a lock of the bucket protects the object\.$/,
  );
  expect([newest, locked].every((key) => bucket.objects.has(key))).toBe(true);
  expect(bucket.objects.has(unlocked)).toBe(false);
  expect(bucket.objects.size).toBe(1 + days.length - 2);
  bucket.locked.clear();
  expect(await send(7)).toMatch(/ 2 older backups deleted\.$/);
});

test('two processes send the verified backup of a night only once; a failed attempt is repeated after an hour', {
  tags: ['slow'],
}, async () => {
  const { app, bucket, settings, pretend } = await openMarket();
  const world = { ...scheduleContextOf({ app }, settings), timeouts: TIMEOUTS };
  await recordSignIn(app, app.clock.now());
  const runs = async () =>
    (await listRuns(app.database.reader))
      .filter(({ action }) => action === 'backup-elsewhere')
      .map(({ period, outcome }) => `${period} ${outcome}`);
  await sendDueCopy(world);
  expect(await runs()).toEqual([]);
  await pretend();
  bucket.expect('LIST', 'status-500', 3);
  await Promise.all([sendDueCopy(world), sendDueCopy(world)]);
  expect(await runs()).toEqual([`${TEST_DAY} failed`]);
  app.clock.advance(3_599_000);
  await sendDueCopy(world);
  expect(bucket.requests).toHaveLength(3);
  app.clock.advance(2000);
  await sendDueCopy(world);
  expect(await runs()).toEqual([`${TEST_DAY} done`]);
  expect(bucket.objects.has(KEY)).toBe(true);
  const count = bucket.requests.length;
  await sendDueCopy(world);
  expect(bucket.requests).toHaveLength(count);
});

test('a process that did not make the copy of the day makes its own, and sends that', { tags: ['slow'] }, async () => {
  const { app, bucket, store, send, folder } = await openMarket();
  await store();
  const [lost = ''] = readdirSync(folder);
  rmSync(path.join(folder, lost));
  mkdirSync(path.join(folder, '.sent-left'));
  app.clock.advance(1000);
  await send();
  const [made] = readdirSync(folder);
  expect(readdirSync(folder)).toHaveLength(1);
  expect(made).not.toBe(lost);
  expect(await stateOf(app)).toMatchObject({ last_at: app.clock.now() });
  expect([...bucket.objects.keys()]).toEqual([`market/${made}.age`]);
});

test('copies in the bucket are late after 26 hours; the superadmin sees the reason, and /readyz hides it', async () => {
  const { app } = await openMarket();
  const { clock } = app;
  const ready = async () => (await app.send({ url: '/readyz' })).json<Record<string, unknown>>().backup_elsewhere;
  expect(await ready()).toEqual({ outcome: 'late', last_at: null });
  const at = clock.now();
  await insertCopy(app, { elsewhere_at: at, elsewhere_proof: 'secret reason' });
  clock.advance(26 * 60 * 60 * 1000);
  expect(await stateOf(app)).toMatchObject({ is_late: false, last_at: at, proof: 'secret reason' });
  expect(await ready()).toEqual({ outcome: 'stored', last_at: at });
  clock.advance(1);
  expect(await stateOf(app)).toMatchObject({ is_late: true, last_at: at });
  expect(await ready()).toEqual({ outcome: 'late', last_at: at });
});

test('without a bucket, the state says so, and copies are never late', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  expect(await stateOf(app)).toEqual({
    is_set_up: false,
    last_at: null,
    restored_at: null,
    is_late: false,
    proof: null,
    foreign: null,
  });
  expect((await app.send({ url: '/readyz' })).json()).not.toHaveProperty('backup_elsewhere');
});

test('an attempt ends when the bucket takes longer than allowed or has too many objects', async () => {
  const bucket = await openBucket();
  const { copiesElsewhere } = readConfig({
    ...bucket.environment,
    BACKUP_RECIPIENTS: recipient,
    DATA_DIR: makeFolder(),
  });
  if (!copiesElsewhere) throw new Error('the bucket is not configured');
  bucket.expect('LIST', 'status-503', 9);
  const hurried = new Bucket(copiesElsewhere.bucket, { pausesMs: Array(9).fill(20), idleMs: 1000, totalMs: 50 });
  await expect(hurried.list('pola-')).rejects.toThrow('the time for the bucket is over');
  const full = new Bucket(copiesElsewhere.bucket, { ...TIMEOUTS, pausesMs: Array(9).fill(1) });
  for (let at = 0; at < 61; at += 1) bucket.objects.set(`market/pola-${at}`, Buffer.from('x'));
  await expect(full.list('pola-')).rejects.toThrow('the bucket has more than 20000 objects under market/pola-');
});
