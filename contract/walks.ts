import { z } from 'zod';
import { call } from './call.ts';
import { isBase64 } from './centre.ts';
import { inputMessage } from './messages/input-message.ts';
import { dayText, idInPath, instant, instantIn, lineText, optionalLine, shopIdIn } from './scalars.ts';
import { walkDifferences, walkStates } from './words.ts';

/** The maximum number of entries in the log. */
export const MOST_WALK_ENTRIES = 500;
/** A stall that is let is a difference when it was seen closed on this many days in a row. */
export const CLOSED_DAYS = 3;
/** A stall that nobody saw for this number of days is marked on the plan. */
export const UNSEEN_DAYS = 14;
/** The number of days for which the picture of an entry is stored. */
export const WALK_PICTURE_DAYS = 180;

const walkEntry = z.object({
  walk_id: z.int(),
  shop_id: z.string(),
  shop_name: z.string(),
  /** The tenant of the tenancy that was current when the entry was recorded. */
  tenant_name: z.string().nullable(),
  day: dayText,
  seen_at: instant,
  state: z.enum(walkStates),
  note: z.string(),
  has_picture: z.boolean(),
  recorded_by: z.string(),
  handled_at: instant.nullable(),
  handled_by: z.string().nullable(),
  /** What came of the difference. */
  sentence: z.string().nullable(),
});
export type WalkEntryOut = z.output<typeof walkEntry>;

/** The newest entry of a shop, where it differs from the register of tenancies. */
const difference = walkEntry.extend({
  difference: z.enum(walkDifferences),
  /** On how many days in a row, the newest one included, the stall was seen closed. */
  closed_days: z.int(),
});
export type WalkDifferenceOut = z.output<typeof difference>;

const walkStall = z.object({
  shop_id: z.string(),
  shop_name: z.string(),
  /** The tenant of the current tenancy; null for a vacant shop. */
  tenant_name: z.string().nullable(),
  /** What anybody saw last today. */
  seen: z.object({ state: z.enum(walkStates), seen_at: instant }).nullable(),
});
export type WalkStall = z.output<typeof walkStall>;

const message = z.string();
const one = z.object({ id: idInPath });

export const walks = {
  stalls: call({
    method: 'GET',
    path: '/api/walks/stalls',
    permission: 'books.read',
    summary: 'List the stalls for a walk, by ID, with tenant and what was seen today.',
    answer: z.array(walkStall),
    refusals: [],
  }),
  record: call({
    method: 'POST',
    path: '/api/walks',
    permission: 'tickets.write',
    writes: 'once',
    summary: 'Record what was seen at a stall. The same entry_key is recorded once, however often it is sent.',
    body: z.object({
      entry_key: z.uuid(inputMessage('input.uuid')),
      shop_id: shopIdIn,
      state: z.enum(walkStates),
      note: optionalLine(200),
      seen_at: instantIn,
      /** A picture, a file of up to 7 MB in base64. */
      picture: z.string().refine(isBase64, inputMessage('input.centre.picture')).optional(),
    }),
    answer: z.object({ message, walk_id: z.int() }),
    status: 201,
    refusals: ['shop_not_found', 'bad_image', 'issued_in_future', 'issued_too_early'],
    maxBodyBytes: 10 * 1024 * 1024,
  }),
  list: call({
    method: 'GET',
    path: '/api/walks',
    permission: 'books.read',
    summary: 'List what was seen, newest first: the last 500 entries, of a shop only with shop_id.',
    query: z.object({ shop_id: shopIdIn.optional() }),
    answer: z.array(walkEntry),
    refusals: [],
  }),
  differences: call({
    method: 'GET',
    path: '/api/walks/differences',
    permission: 'books.read',
    summary:
      'List the shops whose newest entry differs from the register: somebody else trades, a vacant stall is in use, or a ' +
      'let stall was closed on three days in a row. A handled difference is not listed.',
    answer: z.array(difference),
    refusals: [],
  }),
  picture: call({
    method: 'GET',
    path: '/api/walks/:id/picture',
    permission: 'books.read',
    summary: 'Get the picture of an entry, as WebP in a data: address.',
    params: one,
    answer: z.object({ picture: z.string() }),
    refusals: ['walk_not_found'],
  }),
  handle: call({
    method: 'POST',
    path: '/api/walks/:id/handle',
    permission: 'books.write',
    writes: 'once',
    summary: 'Say what came of a difference, which then leaves the list.',
    params: one,
    body: z.object({ sentence: lineText(200) }),
    answer: z.object({ message }),
    refusals: ['walk_not_found', 'walk_handled'],
  }),
};
