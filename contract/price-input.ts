import { z } from 'zod';
import type { Cents } from '#billing/money.ts';
import { inputMessage } from './messages/input-message.ts';
import { priceIn } from './scalars.ts';

const BOTH = inputMessage('input.prices.both');
const faultOf = (given: unknown) => priceIn.safeParse(given).error?.issues[0]?.message;
const writtenPrice = z.union([z.number(), z.string()], {
  error: ({ input }) => (input === undefined || input === null ? BOTH : faultOf(input)),
});

function readPrice<Empty>(given: number | string, context: z.core.$RefinementCtx, empty: Empty): Cents | Empty {
  if (given === '') return empty;
  const read = priceIn.safeParse(given);
  if (read.success) return read.data;
  context.issues.push({ code: 'custom', input: given, message: faultOf(given) ?? BOTH });
  return z.NEVER;
}

/** Undefined for an empty text, null for a price to be removed. */
export const priceOrNone = writtenPrice
  .nullable()
  .transform((given, context) => (given === null ? null : readPrice(given, context, undefined)));

export const bothPrices = writtenPrice.transform((given, context): Cents => {
  const read = readPrice(given, context, undefined);
  if (read !== undefined) return read;
  context.issues.push({ code: 'custom', input: given, message: BOTH });
  return z.NEVER;
});
