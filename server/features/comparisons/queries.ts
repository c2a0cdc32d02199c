import { addDays, type Day } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';

const YEAR_DAYS = 365;

export interface PriceStanding {
  product_id: number;
  min_cents: Cents;
  max_cents: Cents;
  since: Day;
  previous_min_cents: Cents;
  previous_max_cents: Cents;
  days: number;
  lower: number;
  higher: number;
}

/** Subqueries, because each reads only its part of the index prices_history; grouping takes twice as long. */
export async function listStandings(db: Reader, date: Day): Promise<PriceStanding[]> {
  const year = db
    .selectFrom('prices as now')
    .select((now) => {
      const past = now
        .selectFrom('prices as past')
        .whereRef('past.product_id', '=', 'now.product_id')
        .where('past.date', '<', date)
        .where('past.date', '>=', addDays(date, -YEAR_DAYS));
      const middle = now('now.min_cents', '+', now.ref('now.max_cents'));
      const count = (sign: '<' | '>') =>
        past
          .select(({ fn }) => fn.countAll().as('days'))
          .where((eb) => eb(eb('past.min_cents', '+', eb.ref('past.max_cents')), sign, middle));
      return [
        ...(['now.product_id', 'now.min_cents', 'now.max_cents'] as const),
        past.select(({ fn }) => fn.max('past.date').as('day')).as('since'),
        past.select(({ fn }) => fn.countAll().as('days')).as('days'),
        count('<').as('lower'),
        count('>').as('higher'),
      ];
    })
    .where('now.date', '=', date);
  const rows = await db
    .selectFrom(year.as('year'))
    .innerJoin('prices as last', (join) =>
      join.onRef('last.product_id', '=', 'year.product_id').onRef('last.date', '=', 'year.since'),
    )
    .select(['year.product_id', 'year.min_cents', 'year.max_cents', 'year.days', 'year.lower', 'year.higher'])
    .select(['last.date as since', 'last.min_cents as previous_min_cents', 'last.max_cents as previous_max_cents'])
    .execute();
  return rows.map(({ days, lower, higher, ...row }) => ({
    ...row,
    days: Number(days),
    lower: Number(lower),
    higher: Number(higher),
  }));
}
