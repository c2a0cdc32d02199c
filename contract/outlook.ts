import { z } from 'zod';
import { call } from './call.ts';
import { codeInPath, namedProduct } from './open-data.ts';
import { dayText, rupeesOut, yearInPath } from './scalars.ts';
import { horizons, silentReasons } from './words.ts';

const MIDDLE = 'The middle between the lowest and the highest price of a list';

const measured = z.object({
  held: z.int().meta({ description: 'Ranges whose later price was inside' }),
  missed: z.int().meta({ description: 'Ranges whose later price was outside; the others have no result' }),
  mean_width: z.number().nullable().meta({
    description:
      'Mean width of the ranges with a result, each as a share of the price of its day; null without a result',
  }),
  mean_score: z.number().nullable().meta({
    description:
      'Mean interval score of the ranges with a result, as mean_width: the width and, if the price was outside, ten times its distance from the range. The lower the better',
  }),
});

const score = z.object({
  ranges: z.int().meta({ description: 'Ranges that were not silent, or only because they were too wide' }),
  ...measured.shape,
  plain: measured.meta({
    description: 'The same for ranges from the 10th to the 90th percentile of the past changes, made on the same days',
  }),
});

const bounds = { from: rupeesOut, to: rupeesOut };

const silent = z.enum(silentReasons).nullable().meta({
  description:
    'Why there is no range: the latest list is more than 7 days old (list_old) or has no price of the product (not_on_list); fewer than 200 prices, or fewer than 50 results in the last year (too_few_prices); the product had no price for more than 7 days and is back for less than 7 (after_closure); fewer than 70% or more than 90% of the ranges of the last year held (score_off); the range would be wider than one and a half times the price (too_wide). Null when there is a range.',
});

const latestRange = z.object({
  range: z.object(bounds).nullable().meta({ description: 'In 8 of 10 past cases such a range held; inclusive' }),
  silent,
  last_year: score.meta({ description: 'The ranges made in the 365 days before the latest list' }),
});

const latest = { next_list: latestRange, seven_days: latestRange };

const yearScore = z.object({ year: z.int(), next_list: score, seven_days: score });

const years = z.array(yearScore).meta({ description: 'Years in which the ranges were made, oldest first' });

const pastRange = z.object({
  date: dayText.meta({ description: 'The list the range was made from' }),
  horizon: z.enum(horizons),
  middle: rupeesOut.meta({ description: MIDDLE }),
  ...bounds,
  shown: z.boolean().meta({ description: 'False if it was too wide to be shown' }),
  result_date: dayText.nullable().meta({ description: 'The list it is compared with; null when there is none' }),
  result_middle: rupeesOut.nullable(),
  held: z.boolean().nullable().meta({ description: 'Null when it has no result' }),
});

export const outlook = {
  list: call({
    method: 'GET',
    path: '/api/v1/outlook',
    permission: 'public',
    summary:
      'List for each listed product the range of its price on the next list and 7 days later, from its own past changes, and how many such ranges held, by year. Not a forecast and not advice. Computed from the prices as corrected now.',
    answer: z.object({
      date: dayText.nullable().meta({ description: 'The latest list; null when none was ever published' }),
      currency: z.literal('LKR'),
      covers: z.literal('middle').meta({ description: MIDDLE }),
      items: z.array(namedProduct.extend({ ...latest, years })),
    }),
    refusals: [],
    cached: true,
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/outlook/:code',
    permission: 'public',
    summary:
      'Get the ranges of a product in a year, oldest first, and whether each held. The default is the latest year with ranges. Computed from the prices as corrected now.',
    params: z.object({ code: codeInPath }),
    query: z.object({ year: yearInPath.optional() }),
    answer: z.object({
      product: namedProduct,
      date: dayText.nullable(),
      currency: z.literal('LKR'),
      covers: z.literal('middle').meta({ description: MIDDLE }),
      ...latest,
      years,
      year: z.int().nullable().meta({ description: 'The year of the ranges; null when there are none' }),
      ranges: z.array(pastRange),
    }),
    refusals: ['product_not_found'],
    cached: true,
  }),
};

export type RangeScore = z.output<typeof score>;
