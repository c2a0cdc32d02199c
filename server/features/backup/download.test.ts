/** @module-tag postgres */
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { audit } from '#contract/audit.ts';
import type { Database } from '../../db/connect.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { openServer, textOf } from '../../testing/backup.ts';
import { openTestOffice } from '../../testing/office.ts';

async function makeLarge(database: Database): Promise<void> {
  const long = 'x'.repeat(1000);
  await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
    insert into rate_limits (subject, window_start, tries)
    select 'subject ' || n || ${long}, '2026-11-20T00:00:00.000Z', n from numbers`.execute(database.owner);
}

async function startDownload(spoil?: (database: Database) => Promise<void>) {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  await makeLarge(app.database);
  await spoil?.(app.database);
  const fastify = await openServer(app.database, app.clock, { DATA_DIR: app.dataDir });
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Bearer ${await app.tokenOf('superadmin')}` };
  await app.verifySessions();
  const request = http.get(`${url}/api/backup/backup`, { headers });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  await once(answer, 'readable');
  return { app, fastify, answer };
}

async function readAll(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function isHeld({ database }: TestApp): Promise<boolean> {
  if (database.engine === 'postgres') {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(
      database.reader,
    );
    return rows.length > 0;
  }
  await sql`update data_version set version = version + 1`.execute(database.owner);
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database.owner);
  return rows[0]?.busy !== 0;
}

test('a download is the whole database under its file name, and the log shows who downloaded it', async () => {
  const { app, ask, tokenOf } = await openTestOffice();
  const headers = { authorization: `Bearer ${await tokenOf('superadmin')}` };
  const answer = await app.send({ url: '/api/backup/backup', headers });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/sql; charset=utf-8',
    'content-disposition': 'attachment; filename="database_backup.sql"',
    'cache-control': 'no-store',
  });
  expect(answer.body).toBe(await textOf(app.database, app.clock.now()));
  const log = await ask(audit.list, { query: { event_type: 'Backup Downloaded' } });
  expect(log).toMatchObject([{ user_actioned: app.emailOf('superadmin'), event_date: app.clock.now() }]);
});

test('a client that reads nothing delays nobody, and one that disconnects releases the database', {
  tags: ['slow'],
}, async () => {
  const { app, answer } = await startDownload();
  expect(await isHeld(app)).toBe(true);
  const payload = { date: '2026-12-25', kind: 'closed', reason: 'Strike' };
  const written = await app.as('superadmin', { method: 'PUT', url: '/api/market-days/2026-12-25', payload });
  expect(written.statusCode).toBe(200);
  answer.destroy();
  await vi.waitFor(async () => expect(await isHeld(app)).toBe(false), { timeout: 60_000, interval: 20 });
});

test('a download that fails midway is cut off, so that the part is not mistaken for the whole', {
  tags: ['slow'],
}, async () => {
  const { app, answer } = await startDownload(async (database) => {
    await sql`insert into rate_limits (subject, window_start, tries) values ('zzz', 'never', 9007199254740993)`.execute(
      database.owner,
    );
  });
  await expect(readAll(answer)).rejects.toThrow('aborted');
  await vi.waitFor(async () => expect(await isHeld(app)).toBe(false), { timeout: 60_000, interval: 20 });
});

test('a stop of the server cuts off a download and does not wait for it', { tags: ['slow'] }, async () => {
  const { fastify, answer } = await startDownload();
  const reading = readAll(answer);
  const broken = expect(reading).rejects.toThrow('aborted');
  await fastify.close();
  await broken;
});

test('a database of an unknown release is not backed up', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'later')`.execute(app.database.owner);
  await app.tokenOf('superadmin');
  await app.verifySessions();
  const answer = await app.as('superadmin', { url: '/api/backup/backup' });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ success: false });
  expect(answer.headers).not.toHaveProperty('content-disposition');
});
