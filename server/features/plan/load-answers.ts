import { sql } from 'kysely';
import { addDays, type Day, dayOf, type Instant, instantOf } from '#billing/calendar.ts';
import { type Cents, toRupees } from '#billing/money.ts';
import { ENDING_DAYS, type MarkedShop } from '#contract/plan.ts';
import { UNSEEN_DAYS } from '#contract/walks.ts';
import type { PlanQuestion } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';
import { isOpenClaim } from '../claims/queries.ts';
import { compareShopIds } from '../shops/queries.ts';

const DAY_MS = 86_400_000;

interface AnswerRow {
  shop_id: string;
  shop_name: string;
  tenant_name: string | null;
  day: Day | null;
  instant: Instant | null;
  cents: Cents | null;
}

/** Lists the shops to which the answer of a question applies, with one query. */
export async function loadAnswers(db: Reader, question: PlanQuestion, now: Instant): Promise<MarkedShop[]> {
  const rows = await queries[question](db, now);
  return rows
    .map(({ shop_id, shop_name, tenant_name, day, instant, cents }) => ({
      shop_id,
      shop_name,
      tenant_name,
      day: day ?? (instant === null ? null : dayOf(instant)),
      amount: cents === null ? null : toRupees(cents),
    }))
    .sort((one, other) => compareShopIds(one.shop_id, other.shop_id));
}

const queries: Record<PlanQuestion, (db: Reader, now: Instant) => Promise<AnswerRow[]>> = {
  owes: listOwing,
  vacant: listVacant,
  ending: listEnding,
  unprinted: listUnprinted,
  claims: listClaimed,
  unseen: listUnseen,
};

/** What all tenancies of a shop have due, and since when the oldest of it. The condition is that of charges_owed. */
async function listOwing(db: Reader): Promise<AnswerRow[]> {
  const open = sql`(select tenancy_id, sum(cents - paid_cents) as cents, min(arose_at) as since from charges
    where paid_cents < cents group by tenancy_id)`;
  const debt = sql`case when tenancies.balance_cents < 0 then -tenancies.balance_cents else 0 end`;
  const { rows } = await sql<AnswerRow>`select shops.shop_id, shops.shop_name,
      max(case when tenancies.ended_on is null then tenancies.name end) as tenant_name,
      null as day,
      min(coalesce(charged.since, tenancies.balance_at)) as instant,
      cast(sum(coalesce(charged.cents, 0) + ${debt}) as bigint) as cents
    from shops
    join tenancies on tenancies.shop_id = shops.id
    left join ${open} as charged on charged.tenancy_id = tenancies.id
    where charged.tenancy_id is not null or tenancies.balance_cents < 0
    group by shops.id, shops.shop_id, shops.shop_name`.execute(db);
  return rows;
}

async function listVacant(db: Reader): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`select shops.shop_id, shops.shop_name, null as tenant_name,
      (select max(former.ended_on) from tenancies as former where former.shop_id = shops.id) as day,
      null as instant, null as cents
    from shops
    where not exists (select 1 from tenancies where tenancies.shop_id = shops.id and tenancies.ended_on is null)`.execute(
    db,
  );
  return rows;
}

/** The condition is that of tenancies_ending. Agreements that have ended already come with it. */
async function listEnding(db: Reader, now: Instant): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`select shops.shop_id, shops.shop_name, tenancies.name as tenant_name,
      tenancies.agreement_ends_on as day, null as instant, null as cents
    from tenancies join shops on shops.id = tenancies.shop_id
    where tenancies.ended_on is null and tenancies.agreement_ends_on is not null
      and tenancies.agreement_ends_on <= ${addDays(dayOf(now), ENDING_DAYS)}`.execute(db);
  return rows;
}

/** Bills of current tenancies that nobody printed; the condition is that of invoices_unprinted. */
async function listUnprinted(db: Reader): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`select shops.shop_id, shops.shop_name, tenancies.name as tenant_name,
      null as day, min(invoices.generated_at) as instant, null as cents
    from invoices
    join tenancies on tenancies.id = invoices.tenancy_id and tenancies.ended_on is null
    join shops on shops.id = invoices.shop_id
    where invoices.times_printed = 0
    group by shops.id, shops.shop_id, shops.shop_name, tenancies.name`.execute(db);
  return rows;
}

async function listClaimed(db: Reader, now: Instant): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`select shops.shop_id, shops.shop_name, min(tenancies.name) as tenant_name,
      null as day, min(claim.claimed_at) as instant, cast(sum(claim.cents) as bigint) as cents
    from payment_claims as claim
    join tenancies on tenancies.id = claim.tenancy_id
    join shops on shops.id = tenancies.shop_id
    where ${isOpenClaim(now)}
    group by shops.id, shops.shop_id, shops.shop_name`.execute(db);
  return rows;
}

/** Shops that nobody visited lately, with the day of the last visit. */
async function listUnseen(db: Reader, now: Instant): Promise<AnswerRow[]> {
  const last = sql`(select max(walk.seen_at) from walk_entries as walk where walk.shop_id = shops.id)`;
  const since = instantOf(Date.parse(now) - UNSEEN_DAYS * DAY_MS);
  const { rows } = await sql<AnswerRow>`select shops.shop_id, shops.shop_name, tenancies.name as tenant_name,
      null as day, ${last} as instant, null as cents
    from shops
    left join tenancies on tenancies.shop_id = shops.id and tenancies.ended_on is null
    where coalesce(${last}, '') < ${since}`.execute(db);
  return rows;
}
