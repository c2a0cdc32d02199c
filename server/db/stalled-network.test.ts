/** @module-tag postgres-only */
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { payments } from '#contract/payments.ts';
import { products } from '#contract/products.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { PASSWORD } from '../testing/accounts.ts';
import { openTestOffice, type TestOffice } from '../testing/office.ts';
import { TOKEN_SECRET } from '../testing/sign-in.ts';
import { connect } from './connect.ts';

const TODAY = '2026-11-20';

type Mode = 'open' | 'nothing arrives' | 'answers are lost' | 'answers take 5 s';

async function openLine(databaseUrl: string): Promise<{ url: string; set(mode: Mode): void }> {
  const address = new URL(databaseUrl);
  const host = address.hostname;
  const port = Number(address.port);
  const sockets = new Set<Socket>();
  let mode: Mode = 'open';
  const server = net.createServer((near) => {
    const far = net.connect(port, host);
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) sockets.add(socket.on('error', end).on('close', end));
    near.on('data', (asked) => mode !== 'nothing arrives' && far.write(asked));
    far.on('data', async (answered) => {
      if (mode === 'nothing arrives' || mode === 'answers are lost') return;
      if (mode === 'answers take 5 s') await wait(5000);
      near.write(answered);
    });
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
    set: (next) => {
      mode = next;
    },
  };
}

async function openMarkets() {
  const near = await openTestOffice();
  const { dataDir, databaseUrl = '', clock } = near.app;
  const line = await openLine(databaseUrl);
  const lost: Error[] = [];
  const database = connect({ dataDir, databaseUrl: line.url }, (error) => lost.push(error));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const far = await buildApp({ config, clock, database, tokenSecret: TOKEN_SECRET });
  onTestFinished(async () => {
    line.set('open');
    await far.close();
    await database.close();
  });
  return { near, far, line, lost };
}

test.each<Mode>(['nothing arrives', 'answers are lost', 'answers take 5 s'])(
  'while %s between server and database, no old list is served unmarked two seconds after a change',
  async (mode) => {
    const { near, far, line, lost } = await openMarkets();
    const list = () => far.inject({ url: '/api/products' });
    const ready = () => far.inject({ url: '/readyz' });
    for (let time = 0; time < 3; time += 1) expect((await list()).headers['x-data-confirmed']).toBeUndefined();
    expect((await ready()).json()).toMatchObject({ status: 'ready', writes: 'taken' });
    line.set(mode);
    await near.ask(products.add, { role: 'editor', body: { name: 'Brand new gourd', type: 'vegetable' } });
    await wait(2000);
    for (let time = 0; time < 10; time += 1) {
      const { headers, body } = await list();
      expect(body).not.toContain('gourd');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-data-confirmed']).toMatch(/^2026-11-20T/);
      await wait(100);
    }
    const unready = await ready();
    expect(unready.statusCode).toBe(503);
    expect(unready.json().reason).toContain('could not be read since');
    expect((await far.inject({ url: '/healthz' })).statusCode).toBe(200);
    line.set('open');
    // Connections that receive nothing are closed after a while, and new ones work.
    await expect.poll(async () => (await list()).body, { timeout: 60_000, interval: 200 }).toContain('gourd');
    await expect.poll(async () => (await ready()).statusCode, { timeout: 60_000 }).toBe(200);
    if (mode !== 'answers take 5 s') expect(lost.length).toBeGreaterThan(0);
  },
);

test('while a forgotten transaction holds the audit log, reading, signing in and readiness go on, and writes end', async () => {
  const office = await openTestOffice();
  office.goTo(TODAY);
  await office.let('A-1');
  const psql = new pg.Client({ connectionString: office.app.databaseUrl });
  await psql.connect();
  onTestFinished(() => psql.end());
  await psql.query('begin');
  await psql.query('select * from audit_head for update');
  const writes = Array.from({ length: 14 }, (_, at) =>
    office.refused(payments.byShop, { ...payment, key: `k-${at}` }, 'not_ready'),
  );
  await wait(100);
  await within(4000, async () => expect(await office.ask(payments.list, {})).toMatchObject({ payments: [] }));
  await within(4000, async () => expect((await office.app.send({ url: '/readyz' })).statusCode).toBe(200));
  await within(5000, async () => expect(await signIn(office)).toBe(200));
  await Promise.all(writes);
  await psql.query('rollback');
  await office.ask(payments.byShop, { ...payment, key: 'k-0' });
  expect((await office.ask(payments.list, {})).payments).toHaveLength(1);
  await office.expectCleanBooks();
});

const payment = { params: { shopId: 'A-1' }, body: { amountPaid: 100, paymentDate: TODAY } };

async function signIn({ app }: TestOffice): Promise<number> {
  const payload = { email: app.emailOf('editor'), password: PASSWORD };
  return (await app.send({ method: 'POST', url: '/api/admin/login', payload })).statusCode;
}

async function within(ms: number, work: () => Promise<void>): Promise<void> {
  const late = wait(ms, 'late');
  expect(await Promise.race([late, work()])).not.toBe('late');
}
