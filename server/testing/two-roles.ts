import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { DatabaseAddress } from '../db/connect.ts';
import { adminUrlVariable, makeEmptyDatabase } from './database.ts';

export interface TwoRoles extends DatabaseAddress {
  databaseUrl: string;
  databaseOwnerUrl: string;
  serving: string;
  owner: string;
  runAsAdmin(statement: string): Promise<void>;
}

const PASSWORD = "a 'b' c";

/** Makes an empty PostgreSQL database that belongs to a role. There is no serving role yet. */
export async function makeTwoRoles({ mayCreateRoles = true } = {}): Promise<TwoRoles> {
  const { database, dataDir, databaseUrl = '', discard } = await makeEmptyDatabase();
  await database.close();
  const id = randomUUID().replaceAll('-', '');
  const owner = `owner_${id}`;
  const serving = `serving_${id}`;
  const addressOf = (name: string) => {
    const url = new URL(databaseUrl);
    url.username = name;
    url.password = PASSWORD;
    return url.href;
  };
  const runAsAdmin = (statement: string) => runOn(databaseUrl, statement);
  const rights = mayCreateRoles ? 'createrole' : 'nocreaterole';
  await runAsAdmin(`create role ${owner} login ${rights} password ${pg.escapeLiteral(PASSWORD)}`);
  await runAsAdmin(`alter database ${new URL(databaseUrl).pathname.slice(1)} owner to ${owner}`);
  onTestFinished(async () => {
    await discard();
    const admin = process.env[adminUrlVariable] ?? '';
    for (const name of [serving, owner]) await runOn(admin, `drop role if exists ${name}`);
  });
  return { dataDir, databaseUrl: addressOf(serving), databaseOwnerUrl: addressOf(owner), serving, owner, runAsAdmin };
}

export async function runOn(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Statements that change a table, or what guards it. */
export const TABLE_CHANGES = [
  'create table more (id integer)',
  'create temporary table accounts (id integer)',
  'create schema more',
  "create function more() returns integer language sql as 'select 1'",
  'alter table accounts add column more text',
  'alter table accounts owner to current_user',
  'alter table audit_log disable trigger all',
  'create trigger more before insert on accounts execute function suppress_redundant_updates_trigger()',
  'drop table audit_log',
  'truncate audit_log',
  'set session_replication_role = replica',
  "delete from kysely_migration where name <> ''",
];

export const REFUSED = /permission denied|must be owner/;
