/** @module-tag postgres-only */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf, monthOf } from '#billing/calendar.ts';
import { backup } from '#contract/backup.ts';
import { listCalls } from '#contract/every-call.ts';
import { ledger } from '#contract/ledger.ts';
import { serverState } from '#contract/server-state.ts';
import { systemClock } from './clock.ts';
import { makeFile } from './testing/backup.ts';
import { exampleOf, expectAnswer, requestOf, send } from './testing/call.ts';
import { discardMarket, openMarketFor } from './testing/market.ts';
import { TERMS } from './testing/office.ts';
import { startProcess } from './testing/process.ts';
import { CHIEF_ENVIRONMENT, RealServer } from './testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from './testing/server-copy.ts';
import { slowSweep } from './testing/sweep.ts';
import { makeTwoRoles, REFUSED, runOn, TABLE_CHANGES, type TwoRoles } from './testing/two-roles.ts';

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());
afterAll(discardMarket);

const WARNING = /The role of DATABASE_URL may change the tables of the database\./;

function environmentOf({ dataDir, databaseUrl, databaseOwnerUrl }: TwoRoles): Record<string, string> {
  return {
    ...CHIEF_ENVIRONMENT,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: databaseOwnerUrl,
  };
}

function startServer(environment: Record<string, string>) {
  const running = startProcess([tree.main], { HOST: '127.0.0.1', PORT: '0', ...environment });
  return { running, entered: RealServer.enter(running) };
}

async function workForADay(server: RealServer): Promise<void> {
  const day = dayOf(systemClock.now());
  const write = async (url: string, body: object) => {
    const { status, body: answer } = await server.send('POST', url, body);
    expect([200, 201], `${url}: ${JSON.stringify(answer)}`).toContain(status);
  };
  await write('/api/products', { name: 'Beans', type: 'vegetable' });
  await write('/api/prices/update-multiple', [{ product_id: 1, date: day, min_price: 80, max_price: 95 }]);
  await write('/api/shops', { ...TERMS, shop_id: 'A-1' });
  const tenant = { name: 'Selvi', contact: '000 000 0011', address: 'Tank Road', email: '' };
  await write('/api/tenants', { ...tenant, shop_id: 'A-1' });
  await write('/api/systemsetting/generate', { shop_id: 'A-1', month_year: monthOf(day) });
  await write('/api/payments/by-shop/A-1', { amountPaid: 500, paymentDate: day, note: '' });
  await write('/api/sanitation', { price: 20 });
}

async function shownRole(server: RealServer) {
  return serverState.get.answer.parse((await server.send('GET', serverState.get.path)).body).database_role;
}

async function expectCleanBooks(server: RealServer): Promise<void> {
  const verdict = ledger.verify.answer.parse((await server.send('GET', ledger.verify.path)).body);
  expect(verdict).toMatchObject({ is_clean: true, differences: [], shops: 1 });
}

test('a market of two roles starts, works, is backed up, restored by the command and verified', {
  tags: ['slow'],
}, async () => {
  const roles = await makeTwoRoles();
  const { running, entered } = startServer(environmentOf(roles));
  const server = await entered;
  await workForADay(server);
  await expectCleanBooks(server);
  expect(await shownRole(server)).toBeNull();
  const file = makeFile(await (await server.open(backup.download.path)).text());
  await server.terminate();
  expect(running.output()).not.toMatch(WARNING);

  const restored = await makeTwoRoles();
  const environment = environmentOf(restored);
  const restoring = startProcess(['scripts/restore.ts', file, '--nothing-since'], environment);
  expect([await restoring.ended, restoring.output()]).toEqual([0, expect.stringContaining('Restored: ')]);
  const verifying = startProcess(['scripts/verify-books.ts'], environment);
  expect([await verifying.ended, verifying.output()]).toEqual([0, expect.stringContaining('The books are clean.')]);
  await expectCleanBooks(await startServer(environment).entered);
  for (const { databaseUrl } of [roles, restored])
    for (const statement of TABLE_CHANGES)
      await expect(runOn(databaseUrl, statement), statement).rejects.toThrow(REFUSED);
});

test('a server that serves as the owner works, and says so in its log and under Settings', {
  tags: ['slow'],
}, async () => {
  const { DATABASE_OWNER_URL: owner = '', ...others } = environmentOf(await makeTwoRoles());
  const { running, entered } = startServer({ ...others, DATABASE_URL: owner });
  const server = await entered;
  await workForADay(server);
  expect(await shownRole(server)).toBe('owner');
  await server.terminate();
  expect(running.output()).toMatch(WARNING);
});

test('a server whose roles cannot be separated ends with a sentence', { tags: ['slow'] }, async () => {
  const roles = await makeTwoRoles({ mayCreateRoles: false });
  const { running, entered } = startServer(environmentOf(roles));
  await expect(entered).rejects.toThrow();
  expect(await running.ended).toBe(1);
  expect(running.output()).toContain(`Pola cannot start: there is no role ${roles.serving} in PostgreSQL, and that of`);
});

slowSweep(
  { rows: listCalls(), oneOf: 12 },
  '$name: a server that may not change tables answers a valid request',
  async ({ name, entry }) => {
    const market = await openMarketFor(entry);
    expect(await market.app.database.servingRole()).toBe('rows');
    expectAnswer(await send(market, entry, requestOf(entry, exampleOf(name, market))), entry);
  },
);
