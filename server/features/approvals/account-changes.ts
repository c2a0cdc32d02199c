import { type Instant, instantOf } from '#billing/calendar.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';

const REMEMBERED_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

export async function storeAccountChange(
  tx: Writer,
  { now }: ActionContext,
  { accountId, byAccountId }: { accountId: number; byAccountId: number },
): Promise<void> {
  if (accountId === byAccountId) return;
  await tx.deleteFrom('account_changes').where('at', '<', oldestOf(now)).execute();
  await tx
    .insertInto('account_changes')
    .values({ account_id: accountId, by_account_id: byAccountId, at: now })
    .execute();
}

/**
 * Returns true if the account `byAccountId` could have signed in as `accountId` within the last 30 days, directly or
 * through other accounts.
 */
export async function couldSignInAs(
  db: Reader,
  accountId: number,
  { byAccountId, now }: { byAccountId: number; now: Instant },
): Promise<boolean> {
  const changes = await db
    .selectFrom('account_changes')
    .select(['account_id', 'by_account_id'])
    .distinct()
    .where('at', '>=', oldestOf(now))
    .execute();
  const reached = new Set([byAccountId]);
  // The loop also visits accounts that are added to the set while it runs.
  for (const one of reached) {
    for (const { account_id, by_account_id } of changes) if (by_account_id === one) reached.add(account_id);
  }
  return reached.has(accountId);
}

function oldestOf(now: Instant): Instant {
  return instantOf(Date.parse(now) - REMEMBERED_DAYS * DAY_MS);
}
