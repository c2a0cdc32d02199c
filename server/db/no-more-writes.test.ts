/** @module-tag postgres-quick */
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '../testing/accounts.ts';
import { openTestApp, type TestApp } from '../testing/app-context.ts';

test('while the database refuses writes, writes are answered 503, reads continue, and it recovers by itself', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  await Promise.all([app.tokenOf('manager'), app.tokenOf('tiketing')]);
  const restore = await (app.database.engine === 'sqlite' ? fillDisk(app) : becomeStandby(app));

  let refused = await signIn(app, 0);
  for (let attempt = 1; refused.statusCode === 200 && attempt < 200; attempt += 1) refused = await signIn(app, attempt);
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({ success: false, code: 'not_ready' });

  app.clock.advance(3_600_000);
  await untilItAnswers(app, 'manager');

  await restore();
  expect((await signIn(app, 1000)).statusCode).toBe(200);
});

const signIn = (app: TestApp, place: number) =>
  app.send({
    method: 'POST',
    url: '/api/admin/login',
    payload: { email: app.emailOf('editor'), password: PASSWORD },
    remoteAddress: `10.0.${Math.floor(place / 250)}.${place % 250}`,
  });

/** Fills the disk: SQLite may not grow by another page. */
async function fillDisk({ database }: TestApp): Promise<() => Promise<void>> {
  await sql`pragma max_page_count = 1`.execute(database.owner);
  return async () => {
    await sql`pragma max_page_count = 1000000`.execute(database.owner);
  };
}

/** Makes PostgreSQL read-only like a standby, for new connections, and cuts the old ones. */
async function becomeStandby(app: TestApp): Promise<() => Promise<void>> {
  const change = async (isReadOnly: boolean) => {
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    await client.query('set default_transaction_read_only = off');
    const { rows } = await client.query('select current_database() as name');
    await client.query(
      `alter database ${rows[0].name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
    );
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await client.end();
    await untilItAnswers(app);
  };
  await change(true);
  return () => change(false);
}

/**
 * Waits until the server answers. A cut connection may be noticed only by the next query; no request may be answered
 * with 500.
 */
async function untilItAnswers(app: TestApp, role: 'manager' | 'tiketing' = 'tiketing'): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const { statusCode } = await app.as(role, { url: '/api/admin/session' });
    expect([200, 503]).toContain(statusCode);
    if (statusCode === 200) return;
  }
  throw new Error('the database did not come back');
}
