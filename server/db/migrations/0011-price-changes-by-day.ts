import type { Kysely } from 'kysely';

/** Price changes are sealed and verified by day. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.createIndex('price_changes_date').on('price_changes').column('date').execute();
}
