/**
 * Lets one file serve two engines. PostgreSQL nests block comments and SQLite does not. After OPEN, SQLite reads SQL
 * again, while PostgreSQL reads a comment until CLOSE. SQL between the two is therefore seen by SQLite only. SQL after
 * both is seen by PostgreSQL only, because for SQLite the `--` of CLOSE makes the rest of the line a comment. Hidden
 * SQL must be on one line. It never contains text that users entered, because that may contain the end of a comment.
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
