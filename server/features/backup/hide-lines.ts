/**
 * One file for two engines. PostgreSQL nests block comments and SQLite does not, so that after `/* /* *\/` SQLite reads
 * again while PostgreSQL still reads a comment, up to the next end of one:
 *
 *     /* /* *\/ SQL -- *\/        seen by SQLite only
 *     /* /* *\/ -- *\/ SQL        seen by PostgreSQL only: to SQLite the rest of the line is a comment
 *
 * (The backslashes are not in the file; without them this comment would end.) What is hidden stands on one line, and what
 * people wrote never stands in it, for they may write `*\/`.
 */
const OPEN = '/* /* */';
const CLOSE = '-- */';

/**
 * A line that SQLite runs and PostgreSQL reads as a comment. Throws for SQL of several lines or with comment signs in
 * it.
 */
export function onlySqlite(sql: string): string {
  return `${OPEN} ${hideable(sql)} ${CLOSE}`;
}

/**
 * A line that PostgreSQL runs and SQLite reads as a comment. Throws for SQL of several lines or with comment signs in
 * it.
 */
export function onlyPostgres(sql: string): string {
  return `${OPEN} ${CLOSE} ${hideable(sql)}`;
}

function hideable(sql: string): string {
  if (/[\r\n]|--|\/\*|\*\//.test(sql)) throw new Error(`cannot be hidden from one engine: ${sql}`);
  return sql;
}
