import { z } from 'zod';
import { importSummary, MOST_IMPORTED_SHOWN } from '../imports.ts';
import { whyClosed } from '../market-days.ts';
import { dayText, rupeesOut } from '../scalars.ts';
import { importedPriceOutcomes } from '../words.ts';

const pair = z.object({ min_price: rupeesOut, max_price: rupeesOut });
export const lastPair = pair.extend({ date: dayText }).nullable();
export const pairOrNone = pair.nullable();

const importedPrice = z.object({
  line: z.int(),
  date: dayText,
  product_id: z.int(),
  product: z.string(),
  status: z.enum(importedPriceOutcomes),
  min_price: rupeesOut,
  max_price: rupeesOut,
  old: pairOrNone,
  last: lastPair,
  slips: z.array(z.object({ side: z.enum(['min', 'max']), kind: z.enum(['double', 'half']) })),
});

export const importReport = z.object({
  ...importSummary,
  updated: z.int(),
  unusual: z.int().meta({ description: 'Prices more than double or less than half of the last ones' }),
  first_day: dayText.nullable(),
  last_day: dayText.nullable(),
  skipped: z.int().meta({ description: 'Lines of another market, grade or unit than the chosen one' }),
  waiting: z.int().meta({ description: 'Lines that depend on a question without an answer' }),
  warnings: z.array(z.string()),
  closed_days: z.array(z.object({ date: dayText, closed: whyClosed })),
  prices: z
    .array(importedPrice)
    .meta({ description: `The first ${MOST_IMPORTED_SHOWN} accepted lines, unusual ones first` }),
  unmatched: z.array(
    z.object({
      item: z.string(),
      lines: z.int(),
      suggestions: z
        .array(z.object({ product_id: z.int(), name: z.string() }))
        .meta({ description: 'Products with nearly that name, the nearest first' }),
    }),
  ),
});
