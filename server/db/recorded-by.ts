import { sql } from 'kysely';

/**
 * Returns the id of the account that recorded something: the stored one, or that of the account with the stored email.
 * Commands store only the email.
 */
export function accountOf(id: string, email: string) {
  const ofEmail = sql`select accounts.id from accounts where accounts.email = ${sql.ref(email)}`;
  return sql<number>`coalesce(${sql.ref(id)}, (${ofEmail}))`;
}

/**
 * Returns the email that an account has now, so that the payments of one person are grouped even if the email has
 * changed. If the account was deleted, the stored email is returned.
 */
export function emailNow<Email extends string | null>(id: string, stored: string) {
  return sql<Email>`coalesce((select accounts.email from accounts where accounts.id = ${sql.ref(id)}), ${sql.ref(stored)})`;
}
