/** @module-tag postgres */
import path from 'node:path';
import { expect, test } from 'vitest';
import { instantFrom } from '#billing/calendar.ts';
import { migrate } from '../../db/migrate.ts';
import { TEST_DAY } from '../../testing/app-context.ts';
import { emptyAddress, openDatabase } from '../../testing/backup.ts';
import { makeTestDatabase } from '../../testing/database.ts';
import { describeSchema } from '../../testing/describe-schema.ts';
import { beginSealing } from '../ledger/begin-sealing.ts';
import { verifyLedgers } from '../ledger/verify-ledgers.ts';
import { listShops } from '../shops/queries.ts';
import { listTariffs, type TariffRow } from '../tariff/queries.ts';
import { compareSums } from '../tickets/compare-sums.ts';
import { restoreBackup } from './restore-backup.ts';

/** A backup by the last version whose schema came from 27 migrations, with bills, payments, tickets and two tariffs. */
const DEVELOPMENT_BACKUP = path.join(import.meta.dirname, 'backup-0030.sql.gz');

const RESTORED_AT = instantFrom('2027-02-18T04:00:00.000Z');

async function openRestored() {
  const address = await emptyAddress();
  expect(await restoreBackup(address, DEVELOPMENT_BACKUP)).toMatchObject({ rows: 408, tables: 54 });
  return openDatabase(address);
}

test('a backup of the last development version is restored with every cent, seal and ticket', async () => {
  const database = await openRestored();
  expect(await migrate(database)).toEqual([]);
  expect(await verifyLedgers(database)).toEqual({
    shops: 7,
    entries: 31,
    auditEntries: 100,
    unproven: 0,
    differences: [],
  });
  // The first start seals the rows of tables that were not sealed in that version.
  expect(await beginSealing(database, { actor: 'start', now: RESTORED_AT, requestId: 'start' })).toEqual([]);
  expect(await verifyLedgers(database)).toMatchObject({ auditEntries: 101, unproven: 0, differences: [] });
  expect(await compareSums(database)).toMatchObject({ differences: [] });
  const shops = await listShops(database.reader);
  expect(Object.fromEntries(shops.map((shop) => [shop.shop_id, shop.unpaid_cents + shop.debt_cents]))).toEqual({
    'A-12': 25_300_60,
    'B-7': 0,
    'C-1': 26_629_49,
    'C-2': 484_038_64,
    'F-1': 0,
    'T-1': 33_630_00,
    'T-2': 33_630_00,
  });
  const tariffs = await listTariffs(database.reader);
  const pricesOf = (tariff: TariffRow) => tariff.prices.map(({ name, cents }) => `${name} ${cents / 100}`).join(', ');
  expect(tariffs.map((tariff) => `${tariff.valid_from}: ${pricesOf(tariff)}`)).toEqual([
    '2027-01-01: Lorry 250, Van 120, Three-Wheeler 60, Motorbike 30, Car 60',
    `${TEST_DAY}: Lorry 300, Van 140, Three-Wheeler 70, Motorbike 40, Car 80`,
  ]);
});

test('a restored backup of the last development version has the schema of a new market', async () => {
  const restored = await openRestored();
  const { database, remove } = await makeTestDatabase();
  expect(await describeSchema(restored)).toEqual(await describeSchema(database));
  await remove();
});
