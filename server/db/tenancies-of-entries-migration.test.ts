/** @module-tag postgres */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { makeEmptyDatabase } from '../testing/database.ts';
import { everyMigration } from './every-migration.ts';
import { migrate } from './migrate.ts';

const TENANCIES_OF_ENTRIES = '0027-tenancies-of-entries';
const until = (last: string) => Object.fromEntries(Object.entries(everyMigration).filter(([name]) => name <= last));
const at = (day: string) => `2026-${day}T06:00:00.000Z`;

test('audit entries of before get the tenancy that their sentence, their invoice or their day says', async () => {
  const { database, remove } = await makeEmptyDatabase();
  onTestFinished(remove);
  await migrate(database, until('0027'));
  for (const [id, shop] of ['A-1', 'A-2'].entries())
    await sql`insert into shops (id, shop_id, shop_name, location, rent_cents, vat_rate_basis_points, operation_fee_cents,
      created_at, updated_at) values (${id + 1}, ${shop}, ${shop}, '', 0, 0, 0, ${at('01-01')}, ${at('01-01')})`.execute(
      database.owner,
    );
  const tenancies = [
    [1, 'Nimal Perera', '01-01', '2026-05-31'],
    [1, 'කමලා', '06-10', null],
    [2, 'Sunil Silva', '01-01', null],
  ] as const;
  for (const [index, [shop, name, from, ended]] of tenancies.entries())
    await sql`insert into tenancies (id, shop_id, name, contact, address, started_on, ended_on, agreement_number,
      agreement_note, language, is_vat_registered, tin, tax_name, tax_address, balance_cents, balance_at, created_at,
      updated_at) values (${index + 1}, ${shop}, ${name}, '', '', '2026-01-01', ${ended}, '', '', 'en', 0, '', '', '', 0,
      ${at(from)}, ${at(from)}, ${at(from)})`.execute(database.owner);
  const named = (name: string) => JSON.stringify(['tenancies.audit.credit_refunded', { name, shop: 'A-1' }]);
  const entries = [
    ['A-1', '01-01', 'Tenant Added', 'Tenant 1 added', '', 1],
    ['A-1', '07-01', 'Tenant Changed', 'Tenancy 1 changed', '', 1],
    ['A-1', '03-01', 'Deposit Received', 'Deposit', '', 1],
    ['A-1', '05-31', 'Balance Set', 'Balance of shop A-1 set', '', 1],
    ['A-1', '06-20', 'Credit Refunded', 'Credit refunded', named('Nimal Perera'), 1],
    ['A-1', '06-20', 'Credit Refunded', 'Credit refunded', named('කමලා'), 2],
    ['A-1', '06-20', 'Debt Written Off', 'Debt of Nimal Perera written off', '', 1],
    ['A-1', '06-20', 'Balance Set', 'Balance set for Nimal Perera', named('Nimal Perera'), 2],
    ['A-1', '06-05', 'Deposit Received', 'Deposit', '', null],
    ['A-1', '03-01', 'Shop Changed', 'Shop A-1 changed', '', null],
    ['A-1', '03-01', 'Payment Made', 'Payment', '', null],
    ['A-2', '03-01', 'Deposit Received', 'Deposit', '', 3],
    ['A-2', '03-01', 'Tenant Changed', 'Tenancy 1 changed', '', null],
    [null, '03-01', 'Signed In', 'Signed in', '', null],
  ] as const;
  for (const [index, [shop, day, type, description, message]] of entries.entries())
    await sql`insert into audit_log (id, event_date, event_type, event_description, event_message, shop_id, user_actioned,
      request_id, previous_hash, hash) values (${index + 1}, ${at(day)}, ${type}, ${description}, ${message}, ${shop}, '',
      '', '', ${String(index)})`.execute(database.owner);
  expect(await migrate(database, until(TENANCIES_OF_ENTRIES))).toEqual([TENANCIES_OF_ENTRIES]);
  const rows = await database.reader.selectFrom('audit_log').select('tenancy_id').orderBy('id').execute();
  expect(rows.map(({ tenancy_id }) => tenancy_id)).toEqual(entries.map(([, , , , , tenancy]) => tenancy));
  const head = database.reader.selectFrom('audit_head').select('last_without_tenancy');
  expect(await head.execute()).toEqual([{ last_without_tenancy: entries.length }]);
});
