import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { type DatabaseAddress, sqliteFile } from '../db/connect.ts';
import type { ReleaseFixture } from './release-figures.ts';

/** Written by `npm run fixtures:releases`. */
export const RELEASES_FOLDER = path.join(import.meta.dirname, 'releases');

export function fixtureFile(version: string, kind: 'sql' | 'db' | 'json'): Buffer {
  return gunzipSync(readFileSync(path.join(RELEASES_FOLDER, `${version}.${kind}.gz`)));
}

export function readFixture(version: string): ReleaseFixture {
  return JSON.parse(fixtureFile(version, 'json').toString()) as ReleaseFixture;
}

/** Writes the database of a release as that release itself left it, without an audit key. */
export async function placeRelease(version: string, { dataDir, databaseUrl }: DatabaseAddress): Promise<void> {
  if (databaseUrl === undefined) return writeFileSync(sqliteFile(dataDir), fixtureFile(version, 'db'));
  // The statements of the backup are those with which the old release made its tables on PostgreSQL.
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(fixtureFile(version, 'sql').toString());
  await client.end();
}
