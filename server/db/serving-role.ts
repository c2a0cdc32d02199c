import { type Kysely, sql } from 'kysely';
import type { ServerState } from '#contract/server-state.ts';
import type { Tables } from './tables/tables.ts';
import { isUnavailable } from './transaction.ts';

export type ServingRole = 'rows' | NonNullable<ServerState['database_role']>;

/**
 * Returns what the role of this connection may do; null if the engine does not say so. `owner` is also a role that may
 * create, empty or change tables without owning them.
 */
export async function findServingRole(db: Kysely<Tables>): Promise<ServingRole | null> {
  try {
    const { rows } = await sql<{ role: ServingRole }>`
      select case
        when (select rolsuper from pg_roles where rolname = current_user) then 'superuser'
        when has_schema_privilege(current_schema(), 'CREATE')
          or has_database_privilege(current_database(), 'CREATE')
          or exists (
            select from pg_class join pg_namespace schemas on schemas.oid = relnamespace
            where nspname = current_schema() and relkind in ('r', 'p')
              and (pg_has_role(relowner, 'MEMBER') or has_table_privilege(pg_class.oid, 'TRUNCATE, TRIGGER')))
          then 'owner'
        else 'rows' end as role`.execute(db);
    return rows[0]?.role ?? null;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return null;
  }
}
