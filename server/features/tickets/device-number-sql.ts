import { sql } from 'kysely';

/** Returns the device code in a column of stored device numbers, which have no hyphen. */
export function phoneIn(column: string) {
  return sql<string>`rtrim(${sql.ref(column)}, '0123456789')`;
}

/** Returns the count of the phone in a column of stored device numbers. */
export function countIn(column: string) {
  return sql<number>`cast(substr(${sql.ref(column)}, length(${phoneIn(column)}) + 1) as bigint)`;
}
