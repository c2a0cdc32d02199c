/** @module-tag postgres */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { payments } from '#contract/payments.ts';
import { type RestoreState, restore } from '#contract/restore.ts';
import { shops } from '#contract/shops.ts';
import { START } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { makeFile, makeFolder, sealedAnew, textOf } from '../../testing/backup.ts';
import { requestOf } from '../../testing/call.ts';
import { makePeopledDatabase } from '../../testing/database.ts';
import { formOf } from '../../testing/example-market.ts';
import { hostileBackups, OTHER_STATEMENT } from '../../testing/hostile-backups.ts';
import { TERMS } from '../../testing/office.ts';
import { openTestBucket } from '../../testing/test-bucket.ts';
import { encryptFile } from '../backup/encrypt-copy.ts';

let text: string;
beforeAll(async () => {
  const { database, remove } = await makePeopledDatabase();
  text = await textOf(database, START);
  await remove();
});

const FILE = { name: 'pola.sql.gz', modified: 1_795_132_800_000 };

async function openMarket(environment: Record<string, string> = {}) {
  const app = await openTestApp(environment);
  onTestFinished(() => app.close());
  const ask = async <Result = RestoreState>(entry: Call, body?: object): Promise<Result> => {
    const answer = await app.as('superadmin', requestOf(entry, body ? { body } : {}));
    expect(answer.statusCode).toBe(200);
    return answer.json<Result>();
  };
  const piece = async (id: string, offset: number, bytes: Buffer): Promise<RestoreState> => {
    const form = await formOf({ id, offset }, bytes, restore.send.upload);
    const answer = await app.as('superadmin', { method: 'POST', url: restore.send.path, ...form });
    return answer.json<RestoreState>();
  };
  const settled = async (): Promise<RestoreState> => {
    for (;;) {
      const state = await ask(restore.state);
      if (!['fetching', 'checking', 'writing'].includes(state.stage)) return state;
      await wait(20);
    }
  };
  const send = async (content: string | Buffer): Promise<RestoreState> => {
    const bytes = Buffer.from(content);
    const { id } = await ask(restore.begin, { ...FILE, bytes: bytes.length });
    await piece(id, 0, bytes);
    return settled();
  };
  return { app, ask, piece, send, settled };
}

const isClean = ({ dataDir }: TestApp) =>
  !existsSync(path.join(dataDir, 'restoring')) && !existsSync(path.join(dataDir, 'restoring-keys'));

test('a hostile or wrong file is refused in words, in the language of the reader, and nothing of it is left', {
  tags: ['slow'],
}, async () => {
  const { app, send } = await openMarket();
  const canary = path.join(makeFolder(), 'canary');
  const attach = sealedAnew(text.replace('\ncommit;', `\nattach database '${canary}' as other;\ncommit;`));
  const wrongRow = sealedAnew(text.replace(/(insert into "audit_head" [^;]+;)/, '$1\n$1'));
  for (const [content, sentence] of [
    [attach, 'somebody else wrote it: attach database'],
    [wrongRow, 'UNIQUE constraint failed'],
    [text.slice(0, -200), 'the file is truncated'],
    [text.replaceAll('\n', '\r\n'), 'an editor or a transfer as text changed the file'],
    ['<!doctype html><title>Sign in</title>', 'the file is a web page'],
    ['-- MySQL dump 10.13\n', 'a dump that MySQL made, not a Pola backup. To move in from another system'],
    [gzipSync(text).subarray(0, 900), 'it cannot be unpacked'],
    ['', 'the file is empty'],
  ] as const) {
    expect(await send(content)).toMatchObject({ stage: 'failed', fault: expect.stringContaining(sentence) });
    expect(isClean(app)).toBe(true);
  }
  expect(existsSync(canary)).toBe(false);
  const sinhala = await app.as('superadmin', { url: restore.state.path, headers: { 'accept-language': 'si' } });
  expect(sinhala.json<RestoreState>().fault).toContain('ගොනුව හිස් ය');
});

test('every statement that no backup contains is refused in the browser too, and nothing of it is executed', {
  tags: ['nightly'],
}, async () => {
  const { app, send } = await openMarket();
  const canary = path.join(makeFolder(), 'canary');
  for (const { statement, content } of hostileBackups(text, canary)) {
    const { stage, fault } = await send(content);
    expect([stage, fault], statement).toEqual(['failed', expect.stringContaining(OTHER_STATEMENT)]);
    expect(isClean(app)).toBe(true);
  }
  expect(existsSync(canary)).toBe(false);
});

test('a file that is packed a thousandfold is refused before the disk is full', { tags: ['slow'] }, async () => {
  const { app, ask } = await openMarket();
  const { most_megabytes } = await ask(restore.state);
  // Other tests free parts of the disk meanwhile, so one megabyte above the limit can be within it a moment later.
  const tooMuch = most_megabytes * 100 * 1024 * 1024;
  const begun = await ask(restore.begin, { ...FILE, bytes: tooMuch });
  expect(begun).toMatchObject({ stage: 'failed', fault: expect.stringContaining('a fifth of the free disk') });
  expect(isClean(app)).toBe(true);
});

test('an upload continues where it was interrupted, another file waits, and a stopped one is deleted', {
  tags: ['slow'],
}, async () => {
  const { app, ask, piece, settled } = await openMarket();
  const packed = gzipSync(text);
  const file = { ...FILE, bytes: packed.length };
  const { id } = await ask(restore.begin, file);
  expect((await piece(id, 0, packed.subarray(0, 100))).received).toBe(100);
  expect((await piece(id, 50, packed.subarray(50, 150))).received).toBe(100);
  expect(await ask(restore.begin, { ...file, name: 'other.sql' })).toMatchObject({ id, received: 100 });
  expect(await ask(restore.begin, file)).toMatchObject({ id, received: 100 });
  await piece(id, 100, packed.subarray(100));
  expect(await settled()).toMatchObject({ stage: 'checked', report: { counts: { shops: 0 } } });
  expect(readdirSync(path.join(app.dataDir, 'restoring'))).toEqual(['staged']);
  expect((await ask(restore.stop, { id: 'another' })).stage).toBe('checked');
  expect((await ask(restore.stop, { id })).stage).toBe('none');
  expect(isClean(app)).toBe(true);
});

test('a market that has data, also since the check, is not replaced', { tags: ['slow'] }, async () => {
  const { app, ask, send, settled } = await openMarket();
  const { id } = await send(text);
  const added = await app.as('superadmin', requestOf(shops.add, { body: { ...TERMS, shop_id: 'A-1' } }));
  expect(added.statusCode).toBe(201);
  expect((await ask(restore.write, { id, nothing_since: true })).stage).toBe('writing');
  expect(await settled()).toMatchObject({
    stage: 'failed',
    is_market_empty: false,
    fault: expect.stringContaining('this market is not empty'),
  });
  expect(isClean(app)).toBe(true);
  expect((await app.database.reader.selectFrom('shops').selectAll().execute()).length).toBe(1);
  expect((await ask(restore.begin, { ...FILE, bytes: 9 })).fault).toContain('this market is not empty');
  const place = { endpoint: 'https://127.0.0.1:9', address: 's3://copies/pola', access_key: 'a', secret_key: 'b' };
  expect((await ask<{ fault: string | null }>(restore.listBucket, place)).fault).toContain('this market is not empty');
});

test('while the market is replaced other writes are refused in words, and afterwards the old session is unknown', {
  tags: ['slow'],
}, async () => {
  const { app, ask, send } = await openMarket();
  const { id } = await send(text);
  await ask(restore.write, { id, nothing_since: true });
  const [refused, read] = await Promise.all([
    app.as('superadmin', requestOf(shops.add, { body: { ...TERMS, shop_id: 'A-1' } })),
    app.as('superadmin', requestOf(payments.list, {})),
  ]);
  expect(read.statusCode).toBe(200);
  expect([refused.statusCode, refused.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'not_ready', message: expect.stringContaining('is being restored') }),
  ]);
  await expect
    .poll(async () => (await app.as('superadmin', { url: restore.state.path })).statusCode, { timeout: 30_000 })
    .toBe(401);
  const entries = app.database.reader.selectFrom('audit_log').selectAll().where('event_type', '=', 'Market Restored');
  expect(await entries.execute()).toMatchObject([{ user_actioned: app.emailOf('superadmin') }]);
});

test('the backups of a bucket are listed by name, and one is fetched with an identity; keys and faults are named', {
  tags: ['slow'],
}, async () => {
  const bucket = await openTestBucket();
  onTestFinished(() => bucket.close());
  const identity = await generateIdentity();
  const encrypted = path.join(makeFolder(), 'copy.age');
  await encryptFile(makeFile(gzipSync(text)), encrypted, [await identityToRecipient(identity)]);
  for (const day of ['2026-11-18', '2026-11-19'])
    bucket.objects.set(`market/pola-${day}.sql.gz.age`, readFileSync(encrypted));
  bucket.objects.set('market/notes.txt', Buffer.from('x'));
  const { environment } = bucket;
  const place = {
    endpoint: environment.BACKUP_ENDPOINT,
    address: environment.BACKUP_BUCKET,
    region: environment.BACKUP_REGION,
    access_key: environment.BACKUP_ACCESS_KEY,
    secret_key: environment.BACKUP_SECRET_KEY,
  };
  const { ask, settled } = await openMarket();
  const listed = await ask<{ copies: { name: string; day: string; bytes: number }[]; fault: string | null }>(
    restore.listBucket,
    place,
  );
  expect([listed.fault, listed.copies.map(({ day }) => day)]).toEqual([null, ['2026-11-19', '2026-11-18']]);
  const faultOf = async (changed: object) =>
    (await ask<{ fault: string | null }>(restore.listBucket, { ...place, ...changed })).fault;
  expect(await faultOf({ secret_key: 'wrong' })).toContain(
    'belong to BACKUP_ACCESS_KEY, or a proxy changes the request. Check the addresses',
  );
  expect(await faultOf({ address: 'copies' })).toContain('must look like s3://bucket/folder');
  expect(await faultOf({ endpoint: 'copies' })).toContain('must begin with https://');
  const name = listed.copies[0]?.name ?? '';
  await ask(restore.fetch, { ...place, name, identity: await generateIdentity() });
  expect(await settled()).toMatchObject({ stage: 'failed', fault: expect.stringContaining('age identity') });
  await ask(restore.fetch, { ...place, name, identity });
  expect(await settled()).toMatchObject({ stage: 'checked', name, report: { counts: { shops: 0 } } });
});
