import type { Insertable } from 'kysely';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

/** True when somebody could let others in. */
export async function hasSuperadmin(db: Reader): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'superadmin')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertAccount(tx: Writer, account: Insertable<Tables['accounts']>): Promise<void> {
  await tx.insertInto('accounts').values(account).execute();
}
