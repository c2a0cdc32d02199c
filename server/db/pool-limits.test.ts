/** @module-tag postgres-only */

import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { makeEmptyDatabase } from '../testing/database.ts';
import { officeAt, openTestOffice, type TestOffice } from '../testing/office.ts';
import { TOKEN_SECRET } from '../testing/sign-in.ts';
import { connect, PoolDialect } from './connect.ts';

describe('pool limits', () => {
  let open: (limits: object) => Kysely<unknown>;

  beforeEach(async () => {
    const { databaseUrl = '', remove } = await makeEmptyDatabase();
    onTestFinished(remove);
    open = (limits) => {
      const all = { connections: 1, lockMs: 0, statementMs: 0, idleMs: 0, silentMs: 0, ...limits };
      const db = new Kysely<unknown>({ dialect: new PoolDialect(databaseUrl, () => undefined, all) });
      onTestFinished(() => db.destroy());
      return db;
    };
  });

  test.each([
    ['statement', { statementMs: 150 }, '57014'],
    ['connection on which nothing moves', { silentMs: 150 }, undefined],
  ])('a %s that takes too long is ended, and the next one works', async (_, limits, code) => {
    const db = open(limits);
    const asked = performance.now();
    const failed = await sql`select pg_sleep(30)`.execute(db).catch((error: { code?: string }) => error);
    expect((failed as { code?: string }).code).toBe(code);
    expect(performance.now() - asked).toBeLessThan(5000);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  test('a wait for a lock ends', async () => {
    const holder = open({});
    const waiter = open({ lockMs: 150 });
    await sql`create table things (id bigint)`.execute(holder);
    await holder.transaction().execute(async (tx) => {
      await sql`lock table things`.execute(tx);
      await expect(sql`select * from things`.execute(waiter)).rejects.toMatchObject({ code: '55P03' });
    });
  });

  test('a transaction that does nothing for too long is ended, and its locks with it', async () => {
    const forgotten = open({ idleMs: 150 });
    const other = open({ lockMs: 5000 });
    await sql`create table things (id bigint)`.execute(other);
    const ended = forgotten.transaction().execute(async (tx) => {
      await sql`lock table things`.execute(tx);
      expect((await sql`select * from things`.execute(other)).rows).toEqual([]);
      await sql`select 1`.execute(tx);
    });
    await expect(ended).rejects.toThrow();
  });

  test('a free connection is waited for, and not without end', { tags: ['nightly'] }, async () => {
    const db = open({});
    await db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await expect(sql`select 1`.execute(db)).rejects.toThrow(/timeout/);
    });
  });
});

const TODAY = '2026-11-20';

interface Line {
  url: string;
  cutAfterCommit(): void;
  cut(): void;
  restore(): void;
}

async function openLine(databaseUrl: string): Promise<Line> {
  const address = new URL(databaseUrl);
  const host = address.hostname;
  const port = Number(address.port);
  const sockets = new Set<Socket>();
  let isCut = false;
  let waitsForCommit = false;
  const server = net.createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = net.connect(port, host);
    let isCommitting = false;
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    near.on('data', (asked) => {
      if (waitsForCommit && /\0commit\0|^Q.{4}commit\0/s.test(asked.toString('latin1'))) {
        isCommitting = true;
        waitsForCommit = false;
      }
      far.write(asked);
    });
    // The connection is closed instead of forwarding the answer to the commit. The database has committed, but the
    // client never learns of it.
    far.on('data', (answered) => (isCommitting ? end() : near.write(answered)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    cutAfterCommit: () => {
      waitsForCommit = true;
    },
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => {
      isCut = false;
    },
  };
}

async function openMarket(): Promise<{ office: TestOffice; line: Line; lost: Error[] }> {
  const near = await openTestOffice();
  const { dataDir, databaseUrl = '', clock } = near.app;
  const line = await openLine(databaseUrl);
  const lost: Error[] = [];
  const database = connect({ dataDir, databaseUrl: line.url }, (error) => lost.push(error));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const fastify = await buildApp({ config, clock, database, tokenSecret: TOKEN_SECRET });
  onTestFinished(async () => {
    await fastify.close();
    await database.close();
  });
  await near.let('A-1');
  await near.generate('A-1', '2026-10');
  const office = officeAt({ ...near.app, send: (request) => fastify.inject(request) });
  await office.tokenOf('admin');
  return { office, line, lost };
}

const payment = (key: string) => ({ params: { shopId: 'A-1' }, body: { amountPaid: 100, paymentDate: TODAY }, key });

test('a payment whose answer is lost after the commit is reported as "try again", and the retry with its key is the same payment', async () => {
  const { office, line, lost } = await openMarket();
  office.goTo(TODAY);
  for (const key of ['one', 'two', 'three']) {
    await office.tell(payments.list, {});
    line.cutAfterCommit();
    await office.refused(payments.byShop, payment(key), 'not_ready');
    const { payment: first } = await office.ask(payments.byShop, payment(key));
    const again = await office.ask(payments.byShop, payment(key));
    expect(again.payment).toEqual(first);
  }
  const { Payments } = await office.summaryOf('A-1');
  expect(Payments).toHaveLength(3);
  // Without a listener for them, these errors would end the server.
  expect(lost.map(({ message }) => message)).toEqual(Array(3).fill('Connection terminated unexpectedly'));
  await office.expectCleanBooks();
});

test('while the connection is cut every request is answered "try again"; afterwards everything works', async () => {
  const { office, line } = await openMarket();
  office.goTo(TODAY);
  line.cut();
  for (const key of ['one', 'two']) await office.refused(payments.byShop, payment(key), 'not_ready');
  await office.refused(invoices.list, {}, 'not_ready');
  line.restore();
  await office.ask(payments.byShop, payment('one'));
  expect((await office.summaryOf('A-1')).Payments).toHaveLength(1);
  await office.expectCleanBooks();
});
