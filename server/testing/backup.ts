import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { backup } from '#contract/backup.ts';
import { buildApp } from '../app.ts';
import type { Clock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { connect, type Database, type DatabaseAddress } from '../db/connect.ts';
import { writeBackup } from '../features/backup/write-backup.ts';
import type { TestApp } from './app-context.ts';
import { makeEmptyDatabase, writeTestAuditKey } from './database.ts';
import { onPostgres } from './real-server.ts';
import { TOKEN_SECRET } from './sign-in.ts';

export function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

export function makeFile(content: string | Buffer, name = 'database_backup.sql'): string {
  const file = path.join(makeFolder(), name);
  writeFileSync(file, content);
  return file;
}

export async function emptyAddresses(): Promise<DatabaseAddress[]> {
  const onSqlite = { databaseUrl: undefined, dataDir: makeFolder() };
  return onPostgres ? [onSqlite, await emptyAddress()] : [onSqlite];
}

export async function emptyAddress(): Promise<DatabaseAddress> {
  if (!onPostgres) return { databaseUrl: undefined, dataDir: makeFolder() };
  const { database, dataDir, databaseUrl, discard } = await makeEmptyDatabase();
  await database.close();
  onTestFinished(discard);
  return { dataDir, databaseUrl };
}

export async function download(app: TestApp): Promise<Buffer> {
  const answer = await app.as('superadmin', { url: backup.download.path });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

export async function textOf(database: Database, at: Instant): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of writeBackup(database, at)) pieces.push(piece);
  return pieces.join('');
}

export function contentsOf(text: string): string[] {
  return text.split('\n').slice(1, -2);
}

/** Returns the backup with a hash that is right and without a signature, as somebody without the audit key can. */
export function sealedAnew(altered: string): string {
  const contents = altered.slice(0, altered.lastIndexOf('\n', altered.length - 2) + 1);
  const last = altered
    .slice(contents.length)
    .replace(/, audit key [0-9a-f]{12}, MAC [0-9a-f]{64}\n$/, '\n')
    .replace(/[0-9a-f]{64}/, createHash('sha256').update(contents).digest('hex'));
  return contents + last;
}

export function openDatabase(address: DatabaseAddress): Database {
  writeTestAuditKey(address.dataDir);
  const database = connect(address);
  onTestFinished(() => database.close());
  return database;
}

export async function openServer(
  database: Database,
  clock: Clock,
  environment: Record<string, string>,
): Promise<FastifyInstance> {
  const config = readConfig({ LOG_LEVEL: 'silent', ...environment });
  const fastify = await buildApp({ config, clock, database, tokenSecret: TOKEN_SECRET });
  onTestFinished(() => fastify.close());
  return fastify;
}
