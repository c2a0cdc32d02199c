import { type Instant, instantOf } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import { may } from '#contract/permissions.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';

const REMEMBERED_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Stores that a person made, changed or reset the account of another. The change is forgotten after 30 days, once the
 * owner has chosen a password.
 */
export async function storeAccountChange(
  tx: Writer,
  { now }: ActionContext,
  { accountId, byAccountId }: { accountId: number; byAccountId: number },
): Promise<void> {
  if (accountId === byAccountId) return;
  await tx
    .deleteFrom('account_changes')
    .where('at', '<', oldestOf(now))
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('account_changes as own')
        .select((own) => own.fn.max('own.id').as('id'))
        .whereRef('own.account_id', '=', 'account_changes.account_id')
        .whereRef('own.by_account_id', '=', 'own.account_id'),
    )
    .execute();
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
  return reachedFrom(byAccountId, changes).has(accountId);
}

/**
 * Returns the accounts whose records are own ones of an account: itself and those that it made, changed or reset,
 * directly or through others. For 30 days, because who resets a password may choose the next one too, and then until the
 * owner chooses a password. For who may turn the approval limit off only the latter: they need no second account.
 */
export async function accountsOpenTo(
  db: Reader,
  accountId: number,
  { now }: Pick<ActionContext, 'now'>,
): Promise<ReadonlySet<number>> {
  const changes = await listAccountChanges(db);
  const unchosen = new Set(openChanges(changes).map(({ id }) => id));
  const person = await db.selectFrom('accounts').select('role').where('id', '=', accountId).executeTakeFirst();
  const isOwner = person !== undefined && may(person.role, 'approvals.limit');
  const isOpen = ({ id, at }: AccountChange) => unchosen.has(id) || (!isOwner && at >= oldestOf(now));
  return reachedFrom(accountId, changes.filter(isOpen));
}

type AccountChange = Awaited<ReturnType<typeof listAccountChanges>>[number];

/** Lists changes of accounts, oldest first. One by the account itself says that its owner chose a password. */
function listAccountChanges(db: Reader) {
  return db.selectFrom('account_changes').select(['id', 'account_id', 'by_account_id', 'at']).orderBy('id').execute();
}

/** Returns the changes by others after which the owner has not chosen a password. */
function openChanges(changes: readonly AccountChange[]): AccountChange[] {
  const chosen = new Map(changes.filter(isByOwner).map(({ id, account_id }) => [account_id, id]));
  return changes.filter(({ id, account_id }) => id > (chosen.get(account_id) ?? 0));
}

const MOST_SHOWN = 50;

/**
 * Lists the accounts that others made, changed or reset in the last 30 days, or whose owners have not chosen a password
 * since. Of each person only the last change of an account. Newest first.
 */
export async function loadAccountChanges(
  db: Reader,
  now: Instant,
): Promise<Answer<typeof dashboard.morning>['account_changes']> {
  const changes = await listAccountChanges(db);
  const open = new Set(openChanges(changes).map(({ id }) => id));
  const accounts = await db.selectFrom('accounts').select(['id', 'email']).execute();
  const emails = new Map(accounts.map(({ id, email }) => [id, email]));
  const byOthers = changes.filter((change) => !isByOwner(change));
  const latest = new Map(byOthers.map((change) => [`${change.account_id} ${change.by_account_id}`, change]));
  const shown = [...latest.values()].filter(({ id, at }) => open.has(id) || at >= oldestOf(now));
  return shown
    .flatMap(({ id, account_id, by_account_id, at }) => {
      const account = emails.get(account_id);
      const changed_by = emails.get(by_account_id) ?? null;
      return account === undefined ? [] : [{ account, changed_by, changed_at: at, is_open: open.has(id) }];
    })
    .toSorted((one, other) => (one.changed_at < other.changed_at ? 1 : -1))
    .slice(0, MOST_SHOWN);
}

function isByOwner({ account_id, by_account_id }: AccountChange): boolean {
  return account_id === by_account_id;
}

function reachedFrom(
  accountId: number,
  changes: readonly Pick<AccountChange, 'account_id' | 'by_account_id'>[],
): ReadonlySet<number> {
  const reached = new Set([accountId]);
  // The loop also visits accounts that are added to the set while it runs.
  for (const one of reached) {
    for (const { account_id, by_account_id } of changes) if (by_account_id === one) reached.add(account_id);
  }
  return reached;
}

function oldestOf(now: Instant): Instant {
  return instantOf(Date.parse(now) - REMEMBERED_DAYS * DAY_MS);
}
