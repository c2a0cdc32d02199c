import { type RawBuilder, sql } from 'kysely';

/** Invisible characters that join or separate letters. Sinhala text is typed with and without them. */
const JOINERS = ['\u200d', '\u200c'];

/**
 * Returns the condition that a lower-case expression contains the text. `%`, `_` and `\` in the text match only
 * themselves.
 */
export function contains(lowerCase: RawBuilder<string>, text: string): RawBuilder<boolean> {
  return isLike(lowerCase, `%${escapeText(text.toLowerCase())}%`);
}

/**
 * Returns the condition that an expression begins with one text and ends with the other. `%`, `_` and `\` in them match
 * only themselves.
 */
export function surrounds(expression: RawBuilder<string>, start: string, end: string): RawBuilder<boolean> {
  return isLike(expression, `${escapeText(start)}%${escapeText(end)}`);
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

function isLike(expression: RawBuilder<string>, pattern: string): RawBuilder<boolean> {
  return sql<boolean>`${expression} like ${pattern} escape '\\'`;
}

/**
 * Returns the condition that a name contains the text, ignoring case and joiners. On SQLite only the case of ASCII
 * letters is ignored.
 */
export function nameContains(column: string, text: string): RawBuilder<boolean> {
  const lowerCase = sql<string>`lower(${sql.ref(column)})`;
  // A text of ASCII characters contains no joiners.
  if (/^[ -~]*$/.test(text)) return contains(lowerCase, text);
  const joined = JOINERS.reduce((expression, joiner) => sql<string>`replace(${expression}, ${joiner}, '')`, lowerCase);
  return contains(joined, withoutJoiners(text));
}

/** Returns the condition that an email address, or the name of its account, contains the text. */
export function personContains(column: string, text: string): RawBuilder<boolean> {
  const named = sql`select email from accounts where ${nameContains('username', text)}`;
  return sql<boolean>`(${nameContains(column, text)} or ${sql.ref(column)} in (${named}))`;
}

function withoutJoiners(text: string): string {
  return JOINERS.reduce((left, joiner) => left.replaceAll(joiner, ''), text);
}
