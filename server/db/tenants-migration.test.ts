/** @module-tag postgres */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { makeEmptyDatabase } from '../testing/database.ts';
import { everyMigration } from './every-migration.ts';
import { migrate } from './migrate.ts';

const TENANTS = '0017-tenants';
const until = (last: string) => Object.fromEntries(Object.entries(everyMigration).filter(([name]) => name <= last));
const AT = '2026-10-01T00:00:00.000Z';

test('tenancies of before get their tenants by name and contact', async () => {
  const { database, remove } = await makeEmptyDatabase();
  onTestFinished(remove);
  await migrate(database, until('0017'));
  const people = [
    ['Nimal Perera', '077 123 4567', 'nimal@example.com'],
    ['Nimal Perera', '071 000 1111', ''],
    ['නිමල්  පෙරේරා', '+94 77 123 4567', ''],
    ['nimal perera', '+94771234567', ''],
    ['නිමල් පෙරේරා', '0771234567', ''],
    ['-', '-', ''],
    ['-', '-', ''],
  ];
  for (const [at, [name, contact, email]] of people.entries()) {
    const shop = `S-${at + 1}`;
    await sql`insert into shops (id, shop_id, shop_name, location, rent_cents, vat_rate_basis_points, operation_fee_cents,
      created_at, updated_at) values (${at + 1}, ${shop}, ${shop}, '', 0, 0, 0, ${AT}, ${AT})`.execute(database.owner);
    await sql`insert into tenancies (id, shop_id, name, contact, address, email, started_on, agreement_number,
      agreement_note, language, is_vat_registered, tin, tax_name, tax_address, balance_cents, balance_at, created_at,
      updated_at) values (${at + 1}, ${at + 1}, ${name}, ${contact}, '', ${email || null}, '2026-10-01', '', '', 'en', 0,
      '', '', '', 0, ${AT}, ${AT}, ${AT})`.execute(database.owner);
  }
  expect(await migrate(database, until(TENANTS))).toEqual([TENANTS]);
  const rows = await database.reader.selectFrom('tenancies').select('tenant_id').orderBy('id').execute();
  expect(rows.map(({ tenant_id }) => tenant_id)).toEqual([1, 2, 3, 1, 3, 4, 5]);
  const made = await database.reader.selectFrom('tenants').selectAll().orderBy('id').execute();
  expect(made).toEqual([1, 2, 3, 4, 5].map((id) => ({ id, created_at: AT })));
});
