import type { Selectable } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import type { Reader, Writer } from './connect.ts';
import type { Tables } from './tables/tables.ts';

export function findSetting(db: Reader, name: string): Promise<Selectable<Tables['settings']> | undefined> {
  return db.selectFrom('settings').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Stores a setting. The audit entry of the same transaction seals it. */
export async function putSetting(
  tx: Writer,
  { name, value, at }: { name: string; value: string; at: Instant },
): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name, value, updated_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: at }))
    .execute();
}
