import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

/**
 * Adds the ids of the accounts that recorded and voided an entry, because the email of an account can change. Existing
 * entries get the id of the account that now has the email stored in the entry.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { integer } = schemaTypes(db);
  for (const name of ['recorded_by', 'voided_by']) {
    const [email, id] = [sql.ref(`ledger_entries.${name}`), sql.ref(`${name}_id`)];
    await sql`alter table ledger_entries add column ${id} ${integer}`.execute(db);
    await sql`update ledger_entries set ${id} = (select accounts.id from accounts where accounts.email = ${email})
      where ${email} is not null`.execute(db);
  }
}
