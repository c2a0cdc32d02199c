import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../schema-types.ts';
import { createGate } from './first-schema/gate.ts';
import { createLedgers } from './first-schema/ledgers.ts';
import { createOffice } from './first-schema/office.ts';
import { createPublicSite } from './first-schema/public-site.ts';
import { createSettings } from './first-schema/settings.ts';
import { createTax } from './first-schema/tax.ts';

export async function up(db: Kysely<never>): Promise<void> {
  if (isPostgres(db)) await createDrawnNumbers(db);
  await createOffice(db);
  await createSettings(db);
  await createPublicSite(db);
  await createLedgers(db);
  await createTax(db);
  await createGate(db);
}

/** Creates the table of counters from which `drawnId` takes ids on PostgreSQL. */
async function createDrawnNumbers(db: Kysely<never>): Promise<void> {
  await sql`create table drawn_numbers (name text collate "C" primary key, last bigint not null)`.execute(db);
  await sql`create function draw_number(text) returns bigint language sql as $$
    insert into drawn_numbers as drawn (name, last) values ($1, 1)
    on conflict (name) do update set last = drawn.last + 1 returning last $$`.execute(db);
}
