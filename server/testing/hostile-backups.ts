import { onlyPostgres, onlySqlite } from '../features/backup/hide-lines.ts';
import { sealedAnew } from './backup.ts';

/** What is said about each of these files. */
export const OTHER_STATEMENT = 'a statement that no backup of Pola contains';

interface HostileBackup {
  statement: string;
  content: string;
}

/** Returns backups that each have one statement more, and a hash that is right. Some would create the file `canary`. */
export function hostileBackups(text: string, canary: string): HostileBackup[] {
  const hostile = [
    onlyPostgres("select setval(pg_get_serial_sequence('\"accounts\"', 'role'), 1);"),
    `attach database '${canary}' as other; create table other.x (y);`,
    onlySqlite(`attach database '${canary}' as other;`),
    `vacuum into '${canary}';`,
    onlySqlite("delete from sqlite_sequence where name = 'unknown';"),
    onlyPostgres(`copy (select 1) to program 'touch ${canary}';`),
    onlyPostgres(`do $$ begin execute 'copy (select 1) to ''${canary}'''; end $$;`),
    "update accounts set role = 'superadmin';",
    'drop table accounts;',
    'insert into "accounts" ("id") select 1;',
    'insert into "rate_limits" ("subject", "window_start", "tries") values\n(\'a\', \'b\', (select 1));',
    'insert into "rate_limits" ("subject", "window_start", "tries") values\n(\'a\', \'b\', 1) returning 1;',
    'insert into "rate_limits" ("subject", "window_start") values\n(\'a\', \'b\');',
    'insert into "pg_authid" ("rolname") values\n(\'mallory\');',
    'insert into "sqlite_sequence" ("name", "seq") values\n(\'accounts\', 1);',
    'insert into "unknown" ("id") values\n(1);',
    onlyPostgres("select setval(pg_get_serial_sequence('\"accounts\"', 'id'), 1), pg_read_file('x');"),
    'begin;',
    '.shell touch x;',
  ];
  const places = ['\ncommit;', '\ninsert into "accounts"', '\n/* /* */ create table "accounts"'];
  return hostile.map((statement, at) => ({
    statement,
    content: withStatement(text, statement, places[at % places.length]),
  }));
}

/**
 * Returns backups whose first line, which tools take for a comment, contains a statement: PostgreSQL ends a comment at a
 * carriage return, and SQL continues after it.
 */
export function hostileFirstLines(text: string, canary: string): HostileBackup[] {
  const ends = ['\r', '\u2028', '\f', '\0'];
  const hidden = ends.flatMap((end) => [
    `${end}create schema canary;`,
    `${end}copy (select 1) to program 'touch ${canary}';`,
    `${end}attach database '${canary}' as other;`,
  ]);
  return hidden.flatMap((statement) => [
    { statement, content: sealedAnew(text.replace('\n', `${statement} --\n`)) },
    { statement, content: sealedAnew(text.replace(' Load it', `${statement} -- Load it`)) },
  ]);
}

/** Returns the backup with statements before its end or between its rows, and with a hash that is right. */
export function withStatement(text: string, statement: string, place = '\ncommit;'): string {
  return sealedAnew(text.replace(place, `\n${statement}${place}`));
}
