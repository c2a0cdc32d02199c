import { type Day, dayNumber, fromDayNumber } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';

const YEAR_DAYS = 365;

export interface PriceStanding {
  product_id: number;
  min_cents: Cents;
  max_cents: Cents;
  /** The last list before with the product. */
  since: Day;
  previous_min_cents: Cents;
  previous_max_cents: Cents;
  /** Days with a price in the year before, and those with a lower and a higher middle. */
  days: number;
  lower: number;
  higher: number;
}

/** Reads only the index prices_history besides the rows of the day. */
export async function listStandings(db: Reader, date: Day): Promise<PriceStanding[]> {
  const year = db
    .selectFrom('prices as now')
    .innerJoin('prices as past', 'past.product_id', 'now.product_id')
    .select(({ eb, fn, ref }) => {
      const middleNow = eb('now.min_cents', '+', ref('now.max_cents'));
      const middlePast = eb('past.min_cents', '+', ref('past.max_cents'));
      const count = (sign: '<' | '>') =>
        fn.sum(eb.case().when(middlePast, sign, middleNow).then(1).else(0).end());
      return [
        ...(['now.product_id', 'now.min_cents', 'now.max_cents'] as const),
        fn.max('past.date').as('since'),
        fn.countAll().as('days'),
        count('<').as('lower'),
        count('>').as('higher'),
      ];
    })
    .where('now.date', '=', date)
    .where('past.date', '<', date)
    .where('past.date', '>=', fromDayNumber(dayNumber(date) - YEAR_DAYS))
    .groupBy(['now.product_id', 'now.min_cents', 'now.max_cents']);
  const rows = await db
    .selectFrom(year.as('year'))
    .innerJoin('prices as last', (join) =>
      join.onRef('last.product_id', '=', 'year.product_id').onRef('last.date', '=', 'year.since'),
    )
    .selectAll('year')
    .select(['last.min_cents as previous_min_cents', 'last.max_cents as previous_max_cents'])
    .execute();
  return rows.map(({ days, lower, higher, ...row }) => ({
    ...row,
    days: Number(days),
    lower: Number(lower),
    higher: Number(higher),
  }));
}
