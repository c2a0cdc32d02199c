import type { Instant } from '#billing/calendar.ts';
import { type Cents, cents, sumCents } from '#billing/money.ts';
import { type Claim, MOST_CLAIMS } from '#contract/claims.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Reader } from '../../db/connect.ts';
import { claimStateOf, presentClaim } from './present.ts';
import {
  type ClaimRow,
  findClaim,
  isExpired,
  listClaims,
  listUnclaimedPayments,
  listUndecidedClaims,
} from './queries.ts';

interface ClaimFilter {
  list: 'open' | 'ended';
  tenancyId?: number | undefined;
  now: Instant;
}

export async function loadClaims(db: Reader, { list, tenancyId, now }: ClaimFilter): Promise<Claim[]> {
  const all =
    list === 'open' ? await listUndecidedClaims(db, tenancyId) : await listClaims(db, { tenancyId, most: MOST_CLAIMS });
  const rows = all.filter((row) => (claimStateOf(row, now) === 'open') === (list === 'open'));
  return presentAll(db, rows, now);
}

export async function loadClaim(db: Reader, id: number, now: Instant): Promise<Claim> {
  const row = await findClaim(db, id);
  const [claim] = row ? await presentAll(db, [row], now) : [];
  if (!claim) throw new Refusal('claim_not_found');
  return claim;
}

async function presentAll(db: Reader, rows: readonly ClaimRow[], now: Instant): Promise<Claim[]> {
  const ids = [...new Set(rows.map(({ tenancy_id }) => tenancy_id))];
  const payments = ids.length === 0 ? [] : await listUnclaimedPayments(db, ids);
  return rows.map((row) => presentClaim(row, payments, now));
}

export async function loadOpenClaims(db: Reader, now: Instant): Promise<{ count: number; cents: Cents }> {
  const open = (await listUndecidedClaims(db)).filter((row) => !isExpired(row, now));
  return { count: open.length, cents: cents(sumCents(open.map((row) => row.cents))) };
}
