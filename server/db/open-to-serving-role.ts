import { type Kysely, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Database, Reader } from './connect.ts';
import type { Tables } from './tables/tables.ts';
import { withRetries } from './transaction.ts';

/** The roles cannot be used as they are. The message is a sentence with the cure. */
export class RoleFault extends Error {}

/** Kysely's tables say which migrations have run, so only the owner writes them. */
const BOOKKEEPING = ['kysely_migration', 'kysely_migration_lock'];
/** The two keys of the advisory lock that a process holds while it grants rights. */
const LOCK = { first: 0x70_6f_6c_61, second: 1 };
const NO_RIGHT = '42501';
/** Begins PostgreSQL's codes for a wrong password, and for a role that is missing or not let in by pg_hba.conf. */
const NOT_LET_IN = '28';

/**
 * If the owner of the tables has an address of its own, lets the role of DATABASE_URL read and write all rows, and
 * nothing else. Creates this role if it is missing. Throws a RoleFault if that is not possible, or if the two addresses
 * lead to different databases.
 */
export async function openToServingRole({ servingUrl, owner, reader }: Database): Promise<void> {
  if (servingUrl === undefined) return;
  try {
    await whileLocked(owner, async (tx) => {
      await requireOwner(tx);
      await createRole(tx, servingUrl);
    });
    await whileLocked(owner, async (tx) => {
      await requireSameDatabase(reader);
      const { role } = await placeOf(reader);
      const place = await placeOf(tx);
      if (role !== place.role) await grantRows(tx, role, place);
    });
    await requireSameSchema(owner, reader);
  } catch (error) {
    throw explainRights(error);
  }
}

/** Returns an error of PostgreSQL about missing rights as a RoleFault that names the cure; any other one as it is. */
export function explainRights(error: unknown): unknown {
  const code = codeOf(error);
  if (code.startsWith(NOT_LET_IN)) return new RoleFault(`PostgreSQL refuses the connection: ${sayWhy(error)}`);
  if (code !== NO_RIGHT) return error;
  return new RoleFault(
    `PostgreSQL refuses to change the tables: ${sayWhy(error)}. DATABASE_OWNER_URL must be the address of the role that owns them (docs/operating.md, Roles of PostgreSQL)`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function sayWhy(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs an action while no other process grants rights: two would change the same rows of the catalogue. */
function whileLocked(owner: Kysely<Tables>, action: (tx: Kysely<Tables>) => Promise<void>): Promise<void> {
  return withRetries(() =>
    owner.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${LOCK.first}, ${LOCK.second})`.execute(tx);
      await action(tx);
    }),
  );
}

interface Place {
  role: string;
  database: string;
  /** The schema in which new tables are created, and tables are found; null if the role may use none. */
  schema: string | null;
}

async function placeOf(db: Kysely<Tables>): Promise<Place> {
  const { rows } = await sql<Place>`
    select current_user as role, current_database() as database, current_schema() as schema`.execute(db);
  return rows[0] ?? { role: '', database: '', schema: null };
}

/** Creates the role of an address, with its password, unless there is one of that name. */
async function createRole(owner: Kysely<Tables>, url: string): Promise<void> {
  if (!URL.canParse(url)) return;
  const { username, password } = new URL(url);
  const name = decodeURIComponent(username);
  if (name === '') return;
  const { rows } = await sql`select from pg_roles where rolname = ${name}`.execute(owner);
  if (rows.length > 0) return;
  const secret = password === '' ? sql`` : sql.raw(` password ${pg.escapeLiteral(decodeURIComponent(password))}`);
  try {
    await sql`create role ${sql.id(name)} login${secret}`.execute(owner);
  } catch (error) {
    if (codeOf(error) !== NO_RIGHT) throw error;
    throw new RoleFault(
      `there is no role ${name} in PostgreSQL, and that of DATABASE_OWNER_URL may not create it. As a superuser, in psql: create role ${pg.escapeIdentifier(name)} login password 'PASSWORD'`,
    );
  }
}

/** Throws unless the serving role sees the lock that the owner holds. */
async function requireSameDatabase(reader: Reader): Promise<void> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and granted
      and classid = ${LOCK.first} and objid = ${LOCK.second} and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`.execute(reader);
  if (rows.length === 0)
    throw new RoleFault('DATABASE_URL and DATABASE_OWNER_URL lead to different databases. No table was changed');
}

async function requireOwner(owner: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select pg_get_userbyid(relowner) as name from pg_class join pg_namespace schemas on schemas.oid = relnamespace
    where nspname = current_schema() and relname = ${BOOKKEEPING[0]} and not pg_has_role(relowner, 'USAGE')`.execute(
    owner,
  );
  if (rows[0])
    throw new RoleFault(
      `the tables belong to ${rows[0].name}, so DATABASE_OWNER_URL must be the address of that role. No table was changed`,
    );
}

/** Throws if the serving role would look for the tables in another schema. */
async function requireSameSchema(owner: Kysely<Tables>, reader: Reader): Promise<void> {
  const { schema } = await placeOf(owner);
  const serving = await placeOf(reader);
  if (schema === serving.schema || schema === null) return;
  const setting = `alter role ${pg.escapeIdentifier(serving.role)} set search_path = ${pg.escapeIdentifier(schema)}`;
  throw new RoleFault(
    `the tables are in the schema ${schema}, where ${serving.role} does not look. In psql: ${setting}`,
  );
}

interface Relation {
  name: string;
  isTable: boolean;
  /** Whether the role has exactly the rights that it needs. */
  isOpen: boolean;
}

/** Grants the rights that are missing, in the schema of the tables. */
async function grantRows(owner: Kysely<Tables>, role: string, place: Place): Promise<void> {
  const relations = await listRelations(owner, role);
  if (relations.length > 0 && relations.every(({ isOpen }) => isOpen)) return;
  const to = sql.id(role);
  const schema = sql.id(place.schema ?? 'public');
  const listed = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)));
  const run = (statement: RawBuilder<unknown>) => statement.execute(owner);
  const tables = relations.filter(({ isTable }) => isTable).map(({ name }) => name);
  const sequences = relations.filter(({ isTable }) => !isTable).map(({ name }) => name);
  const own = tables.filter((name) => !BOOKKEEPING.includes(name));
  await run(sql`grant usage on schema ${schema} to ${to}`);
  if (tables.length > 0) {
    await run(sql`revoke all on ${listed(tables)} from ${to}`);
    await run(sql`grant select on ${listed(tables)} to ${to}`);
  }
  if (own.length > 0) await run(sql`grant insert, update, delete on ${listed(own)} to ${to}`);
  if (sequences.length > 0) await run(sql`grant usage, select, update on sequence ${listed(sequences)} to ${to}`);
  const later = sql`alter default privileges in schema ${schema} grant`;
  await run(sql`${later} select, insert, update, delete on tables to ${to}`);
  await run(sql`${later} usage, select, update on sequences to ${to}`);
  // A temporary table would hide the table of the same name from the statements of its connection.
  await run(sql`revoke temporary on database ${sql.id(place.database)} from public`);
  await run(sql`revoke create on schema ${schema} from public`);
}

/** Returns the tables and sequences that the owner may open to the role. */
async function listRelations(owner: Kysely<Tables>, role: string): Promise<Relation[]> {
  const { rows } = await sql<Relation>`
    select relname as name, relkind <> 'S' as "isTable", case
      when relkind = 'S' then has_sequence_privilege(${role}, pg_class.oid, 'UPDATE')
      else has_table_privilege(${role}, pg_class.oid, 'SELECT')
        and not has_table_privilege(${role}, pg_class.oid, 'TRUNCATE, TRIGGER')
        and case when relname in (${sql.join(BOOKKEEPING)})
          then not has_table_privilege(${role}, pg_class.oid, 'INSERT, UPDATE, DELETE')
          else has_table_privilege(${role}, pg_class.oid, 'INSERT')
            and has_table_privilege(${role}, pg_class.oid, 'UPDATE')
            and has_table_privilege(${role}, pg_class.oid, 'DELETE') end
      end as "isOpen"
    from pg_class join pg_namespace schemas on schemas.oid = relnamespace
    where nspname = current_schema() and relkind in ('r', 'p', 'S') and pg_has_role(relowner, 'USAGE')
    order by relname`.execute(owner);
  return rows;
}
