import { z } from 'zod';
import { call } from './call.ts';
import { dayText, idInBody, idInPath, instant, lineText, optionalLine, paidIn, rupeesOut } from './scalars.ts';
import { claimStates, paymentMethods } from './words.ts';

/** The number of days after which a claim that nobody matched or declined ends. */
export const CLAIM_DAYS = 30;
/** The number of days after its end for which the picture of a claim is stored. */
export const CLAIM_PICTURE_DAYS = 60;
export const MOST_CLAIM_PICTURE_BYTES = 2 * 1024 * 1024;
/** The maximum number of claims in a list. */
export const MOST_CLAIMS = 200;

const claim = z.object({
  claim_id: z.int(),
  tenancy_id: z.int(),
  shop_id: z.string(),
  tenant_name: z.string(),
  amount: rupeesOut,
  day: dayText,
  bank: z.string(),
  has_picture: z.boolean(),
  state: z.enum(claimStates),
  claimed_at: instant,
  /** The sentence with which it was declined. */
  sentence: z.string().nullable(),
  payment_id: z.int().nullable(),
  ended_at: instant.nullable(),
  ended_by: z.string().nullable(),
  /** Recorded payments of the tenancy with this amount, within 7 days of the claim, that no claim is matched with. */
  payments: z.array(z.object({ payment_id: z.int(), day: dayText, method: z.enum(paymentMethods) })),
});
export type Claim = z.output<typeof claim>;

const message = z.string();
const one = z.object({ id: idInPath });
const claimAnswer = z.object({ message, claim });

/** What the form on a tenant's page sends; its day is read as people write days. */
export const claimForm = z.object({ amount: paidIn, day: z.string(), bank: optionalLine(60) });

export const claims = {
  list: call({
    method: 'GET',
    path: '/api/claims',
    permission: 'books.read',
    summary:
      'List the claims of tenants to have paid: all that are open, the oldest first, or the last 200 that ended; of a tenancy only with tenancy_id.',
    query: z.object({ list: z.enum(['open', 'ended']).default('open'), tenancy_id: idInPath.optional() }),
    answer: z.array(claim),
    refusals: [],
  }),
  picture: call({
    method: 'GET',
    path: '/api/claims/:id/picture',
    permission: 'books.read',
    summary: 'Get the picture of a claim, as WebP in a data: address.',
    params: one,
    answer: z.object({ picture: z.string() }),
    refusals: ['claim_not_found'],
  }),
  match: call({
    method: 'POST',
    path: '/api/claims/:id/match',
    permission: 'payments.take',
    writes: 'once',
    summary:
      'Match a claim with a recorded payment of the same tenancy and amount, at most 7 days apart. No amount changes.',
    params: one,
    body: z.object({ payment_id: idInBody }),
    answer: claimAnswer,
    refusals: ['claim_not_found', 'claim_ended', 'claim_payment_differs'],
  }),
  decline: call({
    method: 'POST',
    path: '/api/claims/:id/decline',
    permission: 'payments.take',
    writes: 'once',
    summary: 'Decline a claim with a sentence that the tenant sees. No amount changes.',
    params: one,
    body: z.object({ sentence: lineText(200) }),
    answer: claimAnswer,
    refusals: ['claim_not_found', 'claim_ended'],
  }),
};
