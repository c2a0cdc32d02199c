import { type Insertable, sql } from 'kysely';
import { type Day, type Instant, instantOf } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { CLAIM_DAYS, CLAIM_PICTURE_DAYS } from '#contract/claims.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

/** A claim with a payment that became void is open again. */
const IS_MATCHED = sql<boolean>`exists (select 1 from ledger_entries as payment
  where payment.id = claim.payment_id and payment.voided_at is null)`;

function selectClaims(db: Reader) {
  return db
    .selectFrom('payment_claims as claim')
    .innerJoin('tenancies', 'tenancies.id', 'claim.tenancy_id')
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .select([
      'claim.id',
      'claim.tenancy_id',
      'claim.cents',
      'claim.day',
      'claim.bank',
      'claim.claimed_at',
      'claim.payment_id',
      'claim.sentence',
      'claim.ended_at',
      'claim.ended_by',
      'shops.shop_id as written_shop_id',
      'tenancies.name as tenant_name',
    ])
    .select(sql<number>`case when claim.picture is null then 0 else 1 end`.as('has_picture'))
    .select(sql<number>`case when ${IS_MATCHED} then 1 else 0 end`.as('is_matched'));
}

export type ClaimRow = Awaited<ReturnType<ReturnType<typeof selectClaims>['executeTakeFirstOrThrow']>>;

function startOfClaims(now: Instant): Instant {
  return instantOf(Date.parse(now) - CLAIM_DAYS * DAY_MS);
}

const DAY_MS = 24 * 60 * 60_000;

export function isExpired({ claimed_at }: Pick<ClaimRow, 'claimed_at'>, now: Instant): boolean {
  return claimed_at < startOfClaims(now);
}

/** Returns the condition of claims, named `claim`, that are open: neither matched nor declined nor too old. */
export function isOpenClaim(now: Instant) {
  return sql<boolean>`claim.sentence is null and claim.claimed_at >= ${startOfClaims(now)} and not ${IS_MATCHED}`;
}

/** Lists the claims that are neither matched nor declined, the oldest first. */
export function listUndecidedClaims(db: Reader, tenancyId?: number): Promise<ClaimRow[]> {
  return selectClaims(db)
    .where('claim.sentence', 'is', null)
    .where(sql<boolean>`not ${IS_MATCHED}`)
    .$if(tenancyId !== undefined, (query) => query.where('claim.tenancy_id', '=', tenancyId ?? 0))
    .orderBy('claim.id')
    .execute();
}

/** Lists the open claims of payments until a day. */
export function listClaimsUntil(db: Reader, { last, now }: { last: Day; now: Instant }) {
  return db
    .selectFrom('payment_claims as claim')
    .select(['claim.id', 'claim.cents'])
    .where(isOpenClaim(now))
    .where('claim.day', '<=', last)
    .execute();
}

export function listClaims(db: Reader, { tenancyId, most }: { tenancyId?: number | undefined; most: number }) {
  return selectClaims(db)
    .$if(tenancyId !== undefined, (query) => query.where('claim.tenancy_id', '=', tenancyId ?? 0))
    .orderBy('claim.id', 'desc')
    .limit(most)
    .execute();
}

export function findClaim(db: Reader, id: number): Promise<ClaimRow | undefined> {
  return selectClaims(db).where('claim.id', '=', id).executeTakeFirst();
}

export async function findClaimPicture(db: Reader, id: number): Promise<Buffer | null> {
  const row = await db.selectFrom('payment_claims').select('picture').where('id', '=', id).executeTakeFirst();
  return row?.picture ?? null;
}

/** Finds a claim of the same amount and day, or with the same picture. */
export function findSameClaim(
  db: Reader,
  {
    tenancy_id,
    cents,
    day,
    picture_hash,
  }: Pick<Insertable<Tables['payment_claims']>, 'tenancy_id' | 'cents' | 'day'> & {
    picture_hash: string | null;
  },
) {
  return db
    .selectFrom('payment_claims')
    .select('id')
    .where('tenancy_id', '=', tenancy_id)
    .where('sentence', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('cents', '=', cents), eb('day', '=', day)]),
        ...(picture_hash === null ? [] : [eb('picture_hash', '=', picture_hash)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
}

export async function insertClaim(tx: Writer, claim: Insertable<Tables['payment_claims']>): Promise<void> {
  await tx.insertInto('payment_claims').values(claim).execute();
}

export async function endClaim(
  tx: Writer,
  { id, ...end }: { id: number; payment_id?: number; sentence?: string; ended_at: Instant; ended_by: string },
): Promise<void> {
  await tx.updateTable('payment_claims').set(end).where('id', '=', id).execute();
}

export async function deleteClaims(tx: Writer, tenancyId: number): Promise<void> {
  await tx.deleteFrom('payment_claims').where('tenancy_id', '=', tenancyId).execute();
}

function selectOldPictures(db: Reader, now: Instant) {
  const ended = instantOf(Date.parse(now) - CLAIM_PICTURE_DAYS * DAY_MS);
  const expired = instantOf(Date.parse(now) - (CLAIM_DAYS + CLAIM_PICTURE_DAYS) * DAY_MS);
  return db
    .selectFrom('payment_claims')
    .select('id')
    .where('picture', 'is not', null)
    .where(({ or, eb }) => or([eb('ended_at', '<', ended), eb('claimed_at', '<', expired)]));
}

export async function hasOldPictures(db: Reader, now: Instant): Promise<boolean> {
  return (await selectOldPictures(db, now).limit(1).executeTakeFirst()) !== undefined;
}

export async function deleteOldPictures(tx: Writer, now: Instant): Promise<void> {
  await tx.updateTable('payment_claims').set({ picture: null }).where('id', 'in', selectOldPictures(tx, now)).execute();
}

/** Lists recorded payments of tenancies that no claim is matched with, newest first. */
export function listUnclaimedPayments(db: Reader, tenancyIds: readonly number[]) {
  return db
    .selectFrom('ledger_entries as entry')
    .select(['entry.id', 'entry.tenancy_id', 'entry.cents', 'entry.method', 'entry.effective_at'])
    .where('entry.kind', '=', 'payment')
    .where('entry.voided_at', 'is', null)
    .where('entry.tenancy_id', 'in', tenancyIds)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payment_claims').select('id').whereRef('payment_claims.payment_id', '=', 'entry.id'))),
    )
    .orderBy('entry.id', 'desc')
    .execute();
}

export type UnclaimedPaymentRow = Awaited<ReturnType<typeof listUnclaimedPayments>>[number] & { cents: Cents };

/** Lists the claims that a line of a bank account may be. */
export function listOpenClaims(db: Reader) {
  return db
    .selectFrom('payment_claims as claim')
    .select(['claim.id', 'claim.tenancy_id', 'claim.cents', 'claim.day'])
    .where('claim.sentence', 'is', null)
    .where(sql<boolean>`not ${IS_MATCHED}`)
    .orderBy('claim.id')
    .execute();
}
