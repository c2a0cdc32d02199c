import { z } from 'zod';
import { whyClosed } from '../market-days.ts';
import { dayText, rupeesOut } from '../scalars.ts';
import { importedPriceOutcomes } from '../words.ts';
import { lastPair, pairOrNone } from './price-pair.ts';

const importQuestion = z.object({
  id: z.string(),
  kind: z.enum(['order', 'prices', 'column', 'unit']),
  question: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  takes_number: z.boolean().meta({ description: 'Any number above 0 is an answer too' }),
  lines: z.int(),
  answer: z.string().nullable(),
});

export const MOST_FAULTS_SHOWN = 1000;
export const MOST_IMPORTED_SHOWN = 500;

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
  written: z.boolean(),
  lines: z.int(),
  accepted: z.int(),
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  unusual: z.int().meta({ description: 'Prices more than double or less than half of the last ones' }),
  first_day: dayText.nullable(),
  last_day: dayText.nullable(),
  skipped: z.int().meta({ description: 'Lines of another market, grade or unit than the chosen one' }),
  waiting: z.int().meta({ description: 'Lines that depend on a question without an answer' }),
  questions: z.array(importQuestion).meta({ description: 'What the file does not say. Asked again with an answer' }),
  notes: z.array(z.string()).meta({ description: 'How the file was read' }),
  warnings: z.array(z.string()),
  closed_days: z.array(z.object({ date: dayText, closed: whyClosed })),
  prices: z
    .array(importedPrice)
    .meta({ description: `The first ${MOST_IMPORTED_SHOWN} accepted lines, unusual ones first` }),
  faulty: z.int(),
  faults: z
    .array(z.object({ line: z.int(), reason: z.string(), text: z.string() }))
    .meta({ description: `The first ${MOST_FAULTS_SHOWN} faulty lines` }),
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
