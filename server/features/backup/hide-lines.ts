/**
 * Lets one file serve two engines. PostgreSQL nests block comments and SQLite does not. After `/* /* *\/` SQLite reads
 * SQL again, while PostgreSQL reads a comment until the next `*\/`:
 *
 * /* /* *\/ SQL -- *\/        seen by SQLite only
 * /* /* *\/ -- *\/ SQL        seen by PostgreSQL only: to SQLite the rest of the line is a comment
 *
 * (The backslashes are not in the file; they keep this comment open.) Hidden SQL must be on one line. It never contains
 * text that users entered, because that may contain `*\/`.
 */
const OPEN = '/* /* */';
const CLOSE = '-- */';

export function onlySqlite(sql: string): string {
  return `${OPEN} ${hideable(sql)} ${CLOSE}`;
}

export function onlyPostgres(sql: string): string {
  return `${OPEN} ${CLOSE} ${hideable(sql)}`;
}

function hideable(sql: string): string {
  if (/[\r\n]|--|\/\*|\*\//.test(sql)) throw new Error(`cannot be hidden from one engine: ${sql}`);
  return sql;
}
