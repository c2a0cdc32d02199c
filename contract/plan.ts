import { z } from 'zod';
import { call } from './call.ts';
import { isBase64 } from './centre.ts';
import { inputMessage } from './messages/input-message.ts';
import { MOST_UNITS } from './plan/lay-out.ts';
import { dayText, optionalLine, rupeesOut, shopIdIn } from './scalars.ts';
import { planPartKinds, planQuestions } from './words.ts';

/** The maximum number of corrected stalls, entrances and labels. */
const MOST_PARTS = 3000;
/** An agreement that ends within this number of days is marked on the plan. */
export const ENDING_DAYS = 90;

const coordinate = z.int(inputMessage('input.plan.units')).min(0).max(MOST_UNITS);
const side = z.int(inputMessage('input.plan.units')).min(1).max(MOST_UNITS);

const part = z.object({
  kind: z.enum(planPartKinds),
  /** The shop of a stall; null for entrances and labels. */
  shop_id: shopIdIn.nullable(),
  /** The text of an entrance or label; empty for a stall. */
  text: optionalLine(40),
  x: coordinate,
  y: coordinate,
  width: side,
  height: side,
});
export type PlanPart = z.output<typeof part>;

const parts = z.array(part).max(MOST_PARTS);

const planOut = z.object({
  /** Corrected stalls by shop, then entrances and labels. All other stalls are placed by the rule (contract/plan/lay-out.ts). */
  parts,
  shop_ids: z.array(z.string()),
  /** The size of the picture under the plan in pixels. */
  picture: z.object({ width: z.int(), height: z.int() }).nullable(),
});
export type PlanOut = z.output<typeof planOut>;

/** A shop to which the answer of a question applies. */
const markedShop = z.object({
  shop_id: z.string(),
  shop_name: z.string(),
  /** The tenant of the current tenancy. */
  tenant_name: z.string().nullable(),
  /** Since when the answer applies, for agreements until when; null if nobody knows. */
  day: dayText.nullable(),
  /** The amount that is due or claimed. */
  amount: rupeesOut.nullable(),
});
export type MarkedShop = z.output<typeof markedShop>;

const message = z.string();

export const plan = {
  get: call({
    method: 'GET',
    path: '/api/plan',
    permission: 'books.read',
    summary: 'Get the plan of the market: what people corrected or added, and the ids from which the rest is laid out.',
    answer: planOut,
    refusals: [],
  }),
  save: call({
    method: 'PUT',
    path: '/api/plan',
    permission: 'books.write',
    writes: 'versioned',
    summary:
      'Replace the corrected stalls, the entrances and the labels of the plan. Corrected stalls may not overlap.',
    body: z.object({ parts }),
    answer: z.object({ message, plan: planOut }),
    refusals: [],
  }),
  paper: call({
    method: 'GET',
    path: '/api/plan/paper',
    permission: 'books.read',
    summary: 'Get the plan as a PDF on one sheet of A3.',
    answer: z.string(),
    file: ['pdf'],
    refusals: [],
  }),
  picture: call({
    method: 'GET',
    path: '/api/plan/picture',
    permission: 'books.read',
    summary: 'Get the picture under the plan, as WebP in a data: address. Visitors never see it.',
    answer: z.object({ picture: z.string() }),
    refusals: ['image_not_found'],
  }),
  setPicture: call({
    method: 'POST',
    path: '/api/plan/picture',
    permission: 'books.write',
    writes: 'once',
    summary: 'Store a picture, a file of up to 7 MB in base64, under the plan. It replaces the one before.',
    body: z.object({ picture: z.string().refine(isBase64, inputMessage('input.centre.picture')) }),
    answer: z.object({ message }),
    status: 201,
    refusals: ['bad_image'],
    maxBodyBytes: 10 * 1024 * 1024,
  }),
  removePicture: call({
    method: 'DELETE',
    path: '/api/plan/picture',
    permission: 'books.write',
    writes: 'once',
    summary: 'Remove the picture under the plan.',
    answer: z.object({ message }),
    refusals: ['image_not_found'],
  }),
  answers: call({
    method: 'GET',
    path: '/api/plan/answers',
    permission: 'books.read',
    summary:
      'List the shops to which the answer of a question applies, by ID: what is due, vacant, ending, unprinted or claimed.',
    query: z.object({ question: z.enum(planQuestions) }),
    answer: z.array(markedShop),
    refusals: [],
  }),
};
