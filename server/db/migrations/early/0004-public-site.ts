import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('publications')
    .addColumn('id', generatedId)
    .addColumn('type', key, (column) =>
      column.notNull().check(sql`type in ('notice', 'announcement', 'news', 'event')`),
    )
    .addColumn('topic', text, (column) => column.notNull())
    .addColumn('topic_si', text, (column) => column.notNull())
    .addColumn('topic_ta', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('description_si', text, (column) => column.notNull())
    .addColumn('description_ta', text, (column) => column.notNull())
    .addColumn('image_hash', key, (column) => column.references('images.hash'))
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('publications_newest').on('publications').columns(['created_at', 'id']).execute();

  await table('market_days')
    .addColumn('date', key, (column) => column.primaryKey().notNull())
    .addColumn('kind', key, (column) => column.notNull().check(sql`kind in ('poya', 'holiday', 'closed', 'open')`))
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('reason_si', text, (column) => column.notNull())
    .addColumn('reason_ta', text, (column) => column.notNull())
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .execute();

  await table('market_week')
    .addColumn('id', integer, (column) => column.primaryKey().notNull().check(sql`id = 1`))
    .addColumn('open_weekdays', key, (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .execute();
  await sql`insert into market_week (id, open_weekdays, updated_at) values (1, '0123456', '1999-04-01T00:00:00.000Z')`.execute(
    db,
  );
}
