import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';

type Described = Pick<Database, 'engine' | 'owner'>;

/**
 * Returns the schema as sorted lines: tables with their columns in order, constraints, indexes, triggers, functions.
 * The words in an `in (...)` list are sorted too.
 */
export async function describeSchema(database: Described): Promise<string[]> {
  const lines = database.engine === 'postgres' ? await onPostgres(database) : await onSqlite(database);
  return lines
    .map((line) => sortWords(line.replaceAll(/\s+/g, ' ').trim()))
    .sort((one, other) => (one < other ? -1 : 1));
}

function sortWords(line: string): string {
  return line.replaceAll(/\bin \(('[^)]*)\)/g, (_, words: string) => `in (${words.split(', ').sort().join(', ')})`);
}

async function onSqlite({ owner }: Described): Promise<string[]> {
  const { rows } = await sql<{ type: string; name: string; statement: string }>`
    select type, name, sql as statement from sqlite_master where sql is not null`.execute(owner);
  const lines: string[] = [];
  for (const { type, name, statement } of rows) {
    const plain = statement.replaceAll('"', '');
    if (type !== 'table') {
      lines.push(`${type}: ${plain}`);
      continue;
    }
    const { rows: columns } = await sql<{ name: string }>`select name from pragma_table_xinfo(${name})`.execute(owner);
    lines.push(`table ${name}: ${columns.map((column) => column.name).join(', ')}`);
    const begin = plain.indexOf('(');
    const end = plain.lastIndexOf(')');
    lines.push(`table ${name}:${plain.slice(end + 1)}`);
    for (const clause of clausesOf(plain.slice(begin + 1, end))) lines.push(`table ${name}: ${clause}`);
  }
  return lines;
}

/** Returns columns and constraints: the text divided at the commas outside of brackets and strings. */
function clausesOf(inside: string): string[] {
  const clauses: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: sign, index } of inside.matchAll(/'[^']*'|[(),]/g)) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign !== ',' || depth > 0) continue;
    clauses.push(inside.slice(from, index));
    from = index + 1;
  }
  return [...clauses, inside.slice(from)].map((clause) => clause.trim());
}

async function onPostgres({ owner }: Described): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select 'table ' || table_name || ': ' || string_agg(column_name, ', ' order by ordinal_position) as line
      from information_schema.columns where table_schema = 'public' group by table_name
    union all
    select 'column ' || table_name || '.' || column_name || ': ' || concat_ws(' ', data_type, collation_name,
      'nullable ' || is_nullable, 'default ' || column_default, 'identity ' || identity_generation)
      from information_schema.columns where table_schema = 'public'
    union all
    select 'constraint ' || conrelid::regclass || ' ' || conname || ': ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select 'index: ' || indexdef from pg_indexes where schemaname = 'public'
    union all
    select 'trigger: ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select 'function: ' || pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select 'sequence: ' || sequencename from pg_sequences where schemaname = 'public'`.execute(owner);
  return rows.map(({ line }) => line);
}
