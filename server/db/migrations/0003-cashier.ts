import { type Kysely, sql } from 'kysely';
import { holding, schemaTypes } from '../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  await allowCashiers(db);
  await indexMoneyByTime(db);
}

/** The roles that existed when this migration was written, because a migration never changes. */
const ROLES = "'superadmin', 'admin', 'manager', 'cashier', 'editor', 'tiketing'";

/** A column with the new list of roles replaces the old one, because SQLite cannot change the CHECK of a column. */
async function allowCashiers(db: Kysely<never>): Promise<void> {
  const { key } = schemaTypes(db);
  const isRole = holding(`new_role in (${ROLES})`);
  await db.schema
    .alterTable('accounts')
    .addColumn('new_role', key, (column) => isRole(column).defaultTo('tiketing'))
    .execute();
  await sql`update accounts set new_role = role`.execute(db);
  await db.schema.alterTable('accounts').dropColumn('role').execute();
  await db.schema.alterTable('accounts').renameColumn('new_role', 'role').execute();
}

/** Adds indexes for finding the payments that were recorded or voided on a day. */
async function indexMoneyByTime(db: Kysely<never>): Promise<void> {
  await sql`create index ledger_entries_recorded on ledger_entries (recorded_at) where method is not null`.execute(db);
  await sql`create index ledger_entries_voided on ledger_entries (voided_at)
    where voided_at is not null and method is not null`.execute(db);
}
