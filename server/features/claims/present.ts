import { dayOf, type Instant } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Claim } from '#contract/claims.ts';
import type { TenantPageClaim } from '#contract/tenant-pages.ts';
import type { ClaimState } from '#contract/words.ts';
import { mayAnswer } from './may-answer.ts';
import { type ClaimRow, isExpired, type UnclaimedPaymentRow } from './queries.ts';

export function claimStateOf(row: ClaimRow, now: Instant): ClaimState {
  if (row.is_matched === 1) return 'matched';
  if (row.sentence !== null) return 'declined';
  return isExpired(row, now) ? 'expired' : 'open';
}

export function presentClaim(row: ClaimRow, payments: readonly UnclaimedPaymentRow[], now: Instant): Claim {
  const state = claimStateOf(row, now);
  const fitting = payments.filter((payment) => mayAnswer(row, { ...payment, day: dayOf(payment.effective_at) }));
  return {
    claim_id: row.id,
    tenancy_id: row.tenancy_id,
    shop_id: row.written_shop_id,
    tenant_name: row.tenant_name,
    amount: toRupees(row.cents),
    day: row.day,
    bank: row.bank,
    has_picture: row.has_picture === 1,
    state,
    claimed_at: row.claimed_at,
    sentence: row.sentence,
    payment_id: state === 'matched' ? row.payment_id : null,
    ended_at: state === 'open' ? null : row.ended_at,
    ended_by: state === 'open' ? null : row.ended_by,
    payments:
      state === 'open'
        ? fitting.map(({ id, effective_at, method }) => ({
            payment_id: id,
            day: dayOf(effective_at),
            method: method ?? 'Cash',
          }))
        : [],
  };
}

export function presentTenantClaim(row: ClaimRow, now: Instant): TenantPageClaim {
  const state = claimStateOf(row, now);
  return { claim_id: row.id, amount: toRupees(row.cents), day: row.day, state, sentence: row.sentence };
}
