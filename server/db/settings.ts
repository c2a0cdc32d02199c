import type { Instant } from '#billing/calendar.ts';
import type { Writer } from './connect.ts';
import { prepared } from './prepared.ts';

export const findSetting = prepared((db, name: string) =>
  db.selectFrom('settings').selectAll().where('name', '=', name),
);

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
