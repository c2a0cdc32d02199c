import { type Day, dayOf } from '#billing/calendar.ts';
import { type Cents, writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockTenancy } from '../tenants/queries.ts';
import { daysApart, mayAnswer } from './may-answer.ts';
import {
  type ClaimRow,
  endClaim,
  findClaim,
  isExpired,
  listUnclaimedPayments,
  listUndecidedClaims,
} from './queries.ts';

/** Ends the claim that a payment at the bank answers: that of its tenancy and amount with the nearest day. */
export async function endClaimsOf(
  tx: Writer,
  context: ActionContext,
  { id, tenancy_id, cents, day }: { id: number; tenancy_id: number; cents: Cents; day: Day },
): Promise<void> {
  const payment = { tenancy_id, cents, day };
  const [claim] = (await listUndecidedClaims(tx, tenancy_id))
    .filter((one) => mayAnswer(one, payment))
    .toSorted((one, other) => daysApart(one, payment) - daysApart(other, payment));
  if (claim) await recordMatch(tx, context, { claim, paymentId: id });
}

/** Matches a claim with a recorded payment. The claim changes no amount, whatever becomes of it. */
export async function matchClaim(
  tx: Writer,
  context: ActionContext,
  { id, paymentId }: { id: number; paymentId: number },
): Promise<void> {
  const claim = await lockOpenClaim(tx, context, id);
  const fitting = await listUnclaimedPayments(tx, [claim.tenancy_id]);
  const isFitting = fitting.some(
    (payment) => payment.id === paymentId && mayAnswer(claim, { ...payment, day: dayOf(payment.effective_at) }),
  );
  if (!isFitting) throw new Refusal('claim_payment_differs');
  await recordMatch(tx, context, { claim, paymentId });
}

async function recordMatch(
  tx: Writer,
  context: ActionContext,
  { claim, paymentId }: { claim: ClaimRow; paymentId: number },
): Promise<void> {
  await endClaim(tx, { id: claim.id, payment_id: paymentId, ended_at: context.now, ended_by: context.actor });
  await writeAudit(tx, context, {
    type: 'Claim Matched',
    description: apiMessage('claims.audit.matched', { ...namesOf(claim), payment: String(paymentId) }),
    subject: subjectOf(claim),
    newValue: writeDecimal(claim.cents),
  });
}

export async function declineClaim(
  tx: Writer,
  context: ActionContext,
  { id, sentence }: { id: number; sentence: string },
): Promise<void> {
  const claim = await lockOpenClaim(tx, context, id);
  await endClaim(tx, { id, sentence, ended_at: context.now, ended_by: context.actor });
  await writeAudit(tx, context, {
    type: 'Claim Declined',
    description: apiMessage('claims.audit.declined', namesOf(claim)),
    subject: subjectOf(claim),
    oldValue: writeDecimal(claim.cents),
    reason: sentence,
  });
}

async function lockOpenClaim(tx: Writer, { now }: ActionContext, id: number): Promise<ClaimRow> {
  const found = await findClaim(tx, id);
  if (!found) throw new Refusal('claim_not_found');
  await lockTenancy(tx, found.tenancy_id);
  const claim = await findClaim(tx, id);
  if (!claim) throw new Refusal('claim_not_found');
  if (claim.is_matched === 1 || claim.sentence !== null || isExpired(claim, now)) throw new Refusal('claim_ended');
  return claim;
}

function namesOf({ tenant_name, written_shop_id, day }: ClaimRow) {
  return { tenant: tenant_name, shop: written_shop_id, day: { day } };
}

function subjectOf({ written_shop_id, tenancy_id }: ClaimRow) {
  return { shopId: written_shop_id, tenancyId: tenancy_id };
}
