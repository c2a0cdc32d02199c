import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { type Instant, instantOf } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { ApprovalList } from '#contract/approvals.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type ApprovalRow = Selectable<Tables['approvals']>;

const MOST_ROWS = 200;
const DAY_MS = 24 * 60 * 60_000;
export const PENDING_MS = 7 * DAY_MS;
export const APPROVED_MS = DAY_MS;

type Where = ExpressionBuilder<Tables, 'approvals'>;

const isPending = (is: Where, now: Instant) =>
  is.and([is('state', '=', 'pending'), is('requested_at', '>=', before(now, PENDING_MS))]);

const isApproved = (is: Where, now: Instant) =>
  is.and([is('state', '=', 'approved'), is('decided_at', '>=', before(now, APPROVED_MS))]);

function before(now: Instant, ms: number): Instant {
  return instantOf(Date.parse(now) - ms);
}

export function listPendingOf(tx: Writer, accountId: number, now: Instant): Promise<ApprovalRow[]> {
  return tx
    .selectFrom('approvals')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((is) => isPending(is, now))
    .execute();
}

export function insertApproval(tx: Writer, row: Insertable<Tables['approvals']>): Promise<ApprovalRow> {
  return tx.insertInto('approvals').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function takeApproval(
  tx: Writer,
  { accountId, requestHash, cents, at }: { accountId: number; requestHash: string; cents: Cents; at: Instant },
): Promise<ApprovalRow | undefined> {
  const found = await tx
    .selectFrom('approvals')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_hash', '=', requestHash)
    .where('cents', '=', cents)
    .where((is) => isApproved(is, at))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return undefined;
  return changeApproval(tx, found.id, { state: 'used', used_at: at });
}

export function lockApproval(tx: Writer, id: number): Promise<ApprovalRow | undefined> {
  return tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function changeApproval(
  tx: Writer,
  id: number,
  changes: Partial<Omit<ApprovalRow, 'id'>>,
): Promise<ApprovalRow> {
  return tx.updateTable('approvals').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

interface Wanted {
  list?: ApprovalList | undefined;
  accountId: number;
  isOwnOnly: boolean;
  now: Instant;
}

export function listApprovals(
  db: Reader,
  { page = 1, limit = MOST_ROWS, ...wanted }: Wanted & { page?: number | undefined; limit?: number | undefined },
): Promise<ApprovalRow[]> {
  const newest = selectApprovals(db, wanted).selectAll().orderBy('id', 'desc');
  return newest
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

export async function countApprovals(db: Reader, wanted: Wanted): Promise<number> {
  const { count } = await selectApprovals(db, wanted)
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function selectApprovals(db: Reader, { list, accountId, isOwnOnly, now }: Wanted) {
  const stored = db.selectFrom('approvals');
  const all = isOwnOnly ? stored.where('account_id', '=', accountId) : stored;
  if (list === undefined) return all;
  if (list === 'to-decide') return all.where('account_id', '!=', accountId).where((is) => isPending(is, now));
  const isOpen = (is: Where) => is.or([isPending(is, now), isApproved(is, now)]);
  return list === 'open' ? all.where(isOpen) : all.where((is) => is.not(isOpen(is)));
}
