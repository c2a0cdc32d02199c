/** @module-tag postgres */
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkBackup } from '../../features/backup/check-backup.ts';
import { restoreBackup } from '../../features/backup/restore-backup.ts';
import { verifyLedgers } from '../../features/ledger/verify-ledgers.ts';
import { listShops } from '../../features/shops/queries.ts';
import { dueOfTenancy, listTenanciesOfShop } from '../../features/tenants/queries.ts';
import { emptyAddress } from '../../testing/backup.ts';
import { connect } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { reportDivision } from './report-division.ts';

/** Made by the release before tenancies had ledgers: five shops, in three of which tenants paid for one another. */
const OLD_BACKUP = path.join(import.meta.dirname, 'backup-0007.sql.gz');

test('a backup of the release before tenancies is restored and divided without losing a cent', async () => {
  expect((await checkBackup(OLD_BACKUP)).rows).toBeGreaterThan(100);
  const address = await emptyAddress();
  await restoreBackup(address, OLD_BACKUP);
  const database = connect(address);
  onTestFinished(() => database.close());
  expect(await migrate(database)).toContain('0008-tenancies');
  expect((await verifyLedgers(database)).differences).toEqual([]);
  const found: Record<string, string[]> = {};
  for (const shop of await listShops(database.reader)) {
    const tenancies = await listTenanciesOfShop(database.reader, shop.id);
    found[`${shop.shop_id} ${(shop.unpaid_cents + shop.debt_cents) / 100}`] = tenancies.map(
      (tenancy) =>
        `${tenancy.name} ${tenancy.started_on} ${tenancy.ended_on ?? 'now'}: due ${dueOfTenancy(tenancy) / 100}, balance ${tenancy.balance_cents / 100}`,
    );
  }
  expect(found).toEqual({
    // Kamal's Rs. 20,000.00 had paid June and a part of July of Nimal, each with its fine.
    'A-1 17000': [
      'Kamal Silva 2026-08-01 now: due 11800, balance 0',
      'Nimal Perera 2026-05-01 2026-07-20: due 5200, balance 0',
    ],
    // Ravi's credit of Rs. 18,200.00 had paid July and a part of August of Selvi.
    'A-2 5400': [
      'Selvi Nadarajah 2026-07-01 now: due 5400, balance 0',
      'Ravi Kumar 2026-05-01 2026-06-15: due 0, balance 0',
    ],
    // Fathima's Rs. 12,000.00 had filled the debt set by hand and paid the bill of May.
    'A-3 9700': [
      'Fathima Rizan 2026-06-01 now: due 9700, balance 0',
      'Tenant not recorded 2026-05-01 2026-06-01: due 0, balance 0',
    ],
    'A-4 7800': ['Anura Dias 2026-05-01 now: due 7800, balance 0'],
    'A-5 0': [],
  });
  expect(await reportDivision(database.reader)).toEqual([
    'The ledgers of the shops were divided among 7 tenancies. Shops with transfers between tenancies: 3.',
    '  A-1: 20000.00',
    '  A-2: 18200.00',
    '  A-3: 9900.00',
  ]);
});
