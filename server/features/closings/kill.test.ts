/** @module-tag sqlite-only */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, addMonths, dayOf, firstDayOf, instantOf, monthOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { closings } from '#contract/closings.ts';
import { ledger } from '#contract/ledger.ts';
import { shops } from '#contract/shops.ts';
import { systemClock } from '../../clock.ts';
import { connect } from '../../db/connect.ts';
import { TERMS } from '../../testing/office.ts';
import { emptyMarket, RealServer } from '../../testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '../../testing/server-copy.ts';
import { generateInvoice } from '../invoices/generate-invoice.ts';
import { loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { recordPayment } from '../payments/record-payment.ts';
import { addShop } from '../shops/add-shop.ts';
import { addTenant } from '../tenants/add-tenant.ts';

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

const SHOPS = 60;
const MONTH = monthOf(addMonths(firstDayOf(monthOf(dayOf(systemClock.now()))), -1));
const FIRST = firstDayOf(MONTH);
const LAST = addDays(addMonths(FIRST, 1), -1);
/** How long after the request the server is killed. */
const KILLED_AFTER_MS = [0, 5, 10, 20, 40, 80];

/** Adds a bill and a payment of last month for each shop, while no server runs. */
async function fill(dataDir: string): Promise<void> {
  const database = connect({ databaseUrl: undefined, dataDir });
  const context = { actor: 'chief', now: instantOf(Date.parse(`${FIRST}T06:30:00.000Z`)), requestId: 'fill' };
  const tenant = { name: 'Nimal', contact: '000', address: 'Dambulla', email: 'nimal@example.com' };
  try {
    for (let at = 1; at <= SHOPS; at += 1)
      await database.write(async (tx) => {
        const shop_id = `A-${at}`;
        await addShop(tx, context, shops.add.body.parse({ ...TERMS, shop_id }));
        await addTenant(tx, context, { ...tenant, shop_id });
        await generateInvoice(tx, context, { shopId: shop_id, month: MONTH });
        const paid = { cents: cents(1_180_000), day: FIRST, method: 'Cash' as const, note: '' };
        await recordPayment(tx, context, { opened: await loadLedgerForUpdate(tx, shop_id), ...paid });
      });
  } finally {
    await database.close();
  }
}

async function readClosings(server: RealServer) {
  const { status, body } = await server.send('GET', closings.list.path);
  expect(status).toBe(200);
  return closings.list.answer.parse(body).filter(({ reopened_at }) => reopened_at === null);
}

async function readJournal(server: RealServer): Promise<string> {
  return (await server.open(`/api/journal?from=${FIRST}&to=${LAST}&format=hledger`)).text();
}

test('a server that is killed while it closes a month has closed it with all entries, or not at all', {
  tags: ['slow'],
}, async () => {
  const environment = await emptyMarket();
  const first = await RealServer.open(tree, environment);
  await first.terminate();
  await fill(environment.DATA_DIR ?? '');
  let server = await RealServer.open(tree, environment, first.token);
  const before = await readJournal(server);
  for (const [at, ms] of KILLED_AFTER_MS.entries()) {
    const { body } = await server.send('GET', `/api/months/${MONTH}`);
    const { parts } = closings.month.answer.parse(body);
    const rests = Object.fromEntries(parts.filter(({ open }) => open > 0).map(({ part, open }) => [part, open]));
    const closing = server.send('POST', `/api/months/${MONTH}/close`, { rests }, `closing-${at}`);
    const isAnswered = closing.then(
      ({ status }) => status === 200,
      () => false,
    );
    await wait(ms);
    await server.kill();
    server = await RealServer.open(tree, environment, first.token);
    const closed = await readClosings(server);
    if (await isAnswered) expect(closed).toHaveLength(1);
    expect(await readJournal(server)).toBe(before);
    for (const { closing_id, entries } of closed) {
      expect(entries).toBe(2 * SHOPS);
      const reopened = await server.send('POST', `/api/closings/${closing_id}/reopen`, { reason: 'Killed' });
      expect(reopened.status).toBe(200);
    }
  }
  const verdict = ledger.verify.answer.parse((await server.send('GET', ledger.verify.path)).body);
  expect(verdict).toMatchObject({ is_clean: true, differences: [] });
});
