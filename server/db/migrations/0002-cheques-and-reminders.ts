import { type Kysely, sql } from 'kysely';
import { languages } from '#contract/languages.ts';
import { reminderLevels, reminderWays } from '#contract/words.ts';
import { holding, required, schemaTypes, wordOf } from '../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  await addCheques(db);
  await addReminders(db);
}

/** Adds the details of a cheque to payments. */
async function addCheques(db: Kysely<never>): Promise<void> {
  const { key, text } = schemaTypes(db);
  const columns = [
    ['cheque_number', text],
    ['cheque_bank', text],
    ['cheque_date', key],
  ] as const;
  for (const [name, type] of columns)
    await db.schema
      .alterTable('ledger_entries')
      .addColumn(name, type, (column) =>
        column.check(sql`${sql.ref(name)} is null or (kind = 'payment' and method = 'Cheque')`),
      )
      .execute();
}

/** Adds the reminders of a tenancy, and the emails that send them. */
async function addReminders(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('reminders')
    .addColumn('id', generatedId)
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id').onDelete('cascade'))
    .addColumn('level', key, wordOf('level', reminderLevels))
    .addColumn('way', key, wordOf('way', reminderWays))
    .addColumn('day', key, required)
    .addColumn('language', key, wordOf('language', languages))
    .addColumn('due_cents', integer, holding('due_cents > 0'))
    .addColumn('last_day', key, required)
    .addColumn('subject', text, required)
    .addColumn('body', text, required)
    .addColumn('recorded_at', key, required)
    .addColumn('recorded_by', text, required)
    .addColumn('promised_on', key)
    .addColumn('promised_cents', integer)
    .addColumn('promised_at', key)
    .addColumn('promised_from', key)
    .addColumn('note', text, required)
    .addColumn('next_step', text, required)
    .addCheckConstraint(
      'reminders_promise',
      sql`(promised_on is null) = (promised_cents is null) and (promised_on is null) = (promised_at is null)
        and (promised_on is null) = (promised_from is null)`,
    )
    .execute();
  await db.schema.createIndex('reminders_tenancy').on('reminders').columns(['tenancy_id', 'id']).execute();
  await sql`alter table mails add column reminder_id ${integer} references reminders (id)`.execute(db);
  await sql`create index mails_reminder on mails (reminder_id) where reminder_id is not null`.execute(db);
}
