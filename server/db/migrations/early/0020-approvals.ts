import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('approvals')
    .addColumn('id', generatedId)
    .addColumn('account_id', integer, (column) => column.notNull())
    .addColumn('requested_by', text, (column) => column.notNull())
    .addColumn('requested_at', key, (column) => column.notNull())
    .addColumn('request_hash', key, (column) => column.notNull())
    .addColumn('request', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('sentence', text, (column) => column.notNull())
    .addColumn('shop_id', text, (column) => column.notNull())
    .addColumn('cents', integer, (column) => column.notNull().check(sql`cents > 0`))
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('state', key, (column) =>
      column.notNull().check(sql`state in ('pending', 'approved', 'declined', 'used')`),
    )
    .addColumn('decided_by', text)
    .addColumn('decided_at', key)
    .addColumn('decline_reason', text)
    .addColumn('used_at', key)
    .addCheckConstraint('approvals_decided', sql`(state = 'pending') = (decided_by is null and decided_at is null)`)
    .addCheckConstraint('approvals_declined', sql`(state = 'declined') = (decline_reason is not null)`)
    .addCheckConstraint('approvals_used', sql`(state = 'used') = (used_at is not null)`)
    .execute();
  await db.schema.createIndex('approvals_request').on('approvals').columns(['account_id', 'request_hash']).execute();
  await sql`create index approvals_open on approvals (id) where state in ('pending', 'approved')`.execute(db);
}
