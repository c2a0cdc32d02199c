import { z } from 'zod';
import { call } from './call.ts';
import { trends } from './price-trend.ts';
import { product } from './products.ts';
import { dayText, rupeesOut } from './scalars.ts';

const comparison = z.object({
  code: product.shape.code,
  trend: z.enum(trends),
  change: z.number().meta({ description: 'Of the middle of the range, in rupees; negative when it fell' }),
  since: dayText.meta({ description: 'The last list before with this product' }),
  previous_min_price: rupeesOut,
  previous_max_price: rupeesOut,
  days: z.int().meta({ description: 'Days with a price in the 365 days before' }),
  dearer_than_days: z.int().meta({ description: 'Those with a lower middle' }),
  cheaper_than_days: z.int().meta({ description: 'Those with a higher middle' }),
  standing: z
    .enum(['dear', 'cheap'])
    .nullable()
    .meta({ description: 'Dearer, or cheaper, than on 9 of 10 of those days; null otherwise, and below 60 days' }),
  shape: z.string().meta({
    description:
      'The middle of the ranges of the 30 days up to this one, as an SVG path in a box of 60 x 16. More than three days without a price are a gap; empty with fewer than two prices',
  }),
});
export type Comparison = z.output<typeof comparison>;

export const comparisons = {
  list: call({
    method: 'GET',
    path: '/api/v1/comparisons',
    permission: 'public',
    summary:
      'Compare each price of a day with the last list before it and with the 365 days before. Products without a price in that time are absent. The default is the latest day with a list.',
    query: z.object({ date: dayText.optional() }),
    answer: z.object({
      date: dayText.nullable().meta({ description: 'The day of the prices; null when none was ever published' }),
      currency: z.literal('LKR'),
      items: z.array(comparison),
    }),
    refusals: [],
    cached: true,
  }),
};
