import { type ExpressionBuilder, sql } from 'kysely';
import { addDays, type Day } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

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

/** Three counts of at most 365 in one number, because each further subquery would read the year of a product again. */
const WEIGHTS = { days: 1_000_000, lower: 1000, higher: 1 };

/** A subquery, because it reads only its part of the index prices_history; grouping takes longer. */
export async function listStandings(db: Reader, date: Day): Promise<PriceStanding[]> {
  const yearOf = (now: ExpressionBuilder<Tables & { now: Tables['prices'] }, 'now'>) =>
    now
      .selectFrom('prices as past')
      .whereRef('past.product_id', '=', 'now.product_id')
      .where('past.date', '<', date)
      .where('past.date', '>=', addDays(date, -YEAR_DAYS));
  const rows = await db
    .selectFrom('prices as now')
    .innerJoin('prices as last', (join) =>
      join.onRef('last.product_id', '=', 'now.product_id').on((on) =>
        on(
          'last.date',
          '=',
          yearOf(on).select(({ fn }) => fn.max('past.date').as('day')),
        ),
      ),
    )
    .select(['now.product_id', 'now.min_cents', 'now.max_cents', 'last.date as since'])
    .select(['last.min_cents as previous_min_cents', 'last.max_cents as previous_max_cents'])
    .select((now) =>
      yearOf(now)
        .select(
          sql<number>`sum(${sql.lit(WEIGHTS.days)} + case
            when past.min_cents + past.max_cents < now.min_cents + now.max_cents then ${sql.lit(WEIGHTS.lower)}
            when past.min_cents + past.max_cents > now.min_cents + now.max_cents then ${sql.lit(WEIGHTS.higher)}
            else 0 end)`.as('counts'),
        )
        .as('counts'),
    )
    .where('now.date', '=', date)
    .execute();
  return rows.map(({ counts, ...row }) => {
    const packed = Number(counts);
    return {
      ...row,
      days: Math.floor(packed / WEIGHTS.days),
      lower: Math.floor((packed % WEIGHTS.days) / WEIGHTS.lower),
      higher: packed % WEIGHTS.lower,
    };
  });
}
