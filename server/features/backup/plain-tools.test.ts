/**
 * @module-tag postgres
 * @module-tag slow: it needs the sqlite3 command, which `npm test` does not install.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { findPsql } from '#scripts/setup/postgres.ts';
import { ensureSqliteTool } from '#scripts/setup/programs.ts';
import { type DatabaseAddress, sqliteFile } from '../../db/connect.ts';
import { emptyAddress, makeFile, openDatabase, textOf } from '../../testing/backup.ts';
import { formOf } from '../../testing/example-market.ts';
import { discardMarket, openMarket } from '../../testing/market.ts';
import { officeAt } from '../../testing/office.ts';
import { startProcess } from '../../testing/process.ts';
import { makeServerCopy, type ServerCopy } from '../../testing/server-copy.ts';

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());
afterAll(discardMarket);

function load({ dataDir, databaseUrl }: DatabaseAddress, file: string): void {
  const run = (tool: string, options: string[], input = '') =>
    execFileSync(tool, options, { input, stdio: ['pipe', 'pipe', 'pipe'] });
  if (databaseUrl === undefined) run(ensureSqliteTool(), ['-bail', sqliteFile(dataDir)], readFileSync(file, 'utf8'));
  else run(findPsql(), ['-v', 'ON_ERROR_STOP=1', '-f', file, databaseUrl]);
}

async function writtenMarket(): Promise<string> {
  const market = await openMarket();
  await officeAt(market.app).let('C-1');
  const text = ["It's \\ a 'trap';\ncommit;\n.quit\n\\q\n/\ngo\n", 'පොළ;\r\n\r\nசந்தை */ -- /* \ue000\t:x $1', ''].join(
    '\n',
  );
  const form = await formOf({ type: 'news', topic: 'Trap', description: text }, picture);
  const { statusCode } = await market.app.as('superadmin', { method: 'POST', url: '/api/publications', ...form });
  expect(statusCode).toBe(201);
  // The row is written directly, because the API stores no carriage return at the end of a line.
  await market.app.database.write((tx) => tx.updateTable('publications').set({ description_ta: text }).execute());
  return textOf(market.app.database, market.app.clock.now());
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('sqlite3 or psql loads a backup, nothing is lost, and the server starts on it', async () => {
  const text = await writtenMarket();
  const address = await emptyAddress();
  load(address, makeFile(text));
  const database = openDatabase(address);
  const { firstLine, rest } = split(await textOf(database, instantOf(Date.parse('2027-01-01'))));
  expect(rest).toBe(split(text).rest);
  expect(firstLine).toContain('2027');

  const { dataDir, databaseUrl } = address;
  const environment = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' };
  const server = startProcess([tree.main], environment);
  const [, url = ''] = await server.says(/Server listening at (http:[^"]+)"/);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(server.output()).not.toContain('First superadmin');
});

function split(text: string): { firstLine: string; rest: string } {
  const [firstLine = '', ...others] = text.split('\n');
  return { firstLine, rest: others.slice(0, -2).join('\n') };
}

test('a file that is cut off never reaches its commit', { tags: ['slow'] }, async () => {
  const text = await writtenMarket();
  const address = await emptyAddress();
  const cut = makeFile(text.slice(0, text.lastIndexOf('commit;')));
  load(address, cut);
  if (address.databaseUrl === undefined) {
    const db = new DatabaseSync(sqliteFile(address.dataDir));
    expect(db.prepare('select count(*) as found from sqlite_master').get()).toEqual({ found: 0 });
    db.close();
  } else {
    expect(await openDatabase(address).owner.introspection.getTables()).toEqual([]);
  }
});
