import { dayNumber, fromDayNumber } from '#billing/calendar.ts';
import { idInPath } from '#contract/scalars.ts';
import type { ChartPageData, Closing } from '#contract/site.ts';
import { today } from '../../clock.ts';
import type { Reader } from '../../db/connect.ts';
import type { Door } from '../../http/door.ts';
import { listClosedDays } from '../market-days/find-closed-days.ts';
import { readHistory } from '../prices/queries.ts';
import { presentProduct } from '../products/present.ts';
import { findProduct } from '../products/queries.ts';

/** What the chart page shows of a product; undefined when there is no such product. */
export async function loadChart(
  { clock, config, database: { reader } }: Door,
  id: string,
): Promise<ChartPageData | undefined> {
  const read = idInPath.safeParse(id);
  const product = read.success ? await findProduct(reader, read.data) : undefined;
  if (!product) return undefined;
  const history = await readHistory(reader, product.id);
  const days: number[] = JSON.parse(history.days);
  return {
    product: presentProduct(product, config.publicUrl),
    today: today(clock),
    days,
    minCents: JSON.parse(history.minCents),
    maxCents: JSON.parse(history.maxCents),
    closings: await loadClosings(reader, days),
  };
}

/**
 * Why days between the first and the last price have none, as far as the market was closed; ascending day numbers. Days
 * of one reason stand together, for a year has a dozen Poya days and each says the same in three languages.
 */
export async function loadClosings(db: Reader, days: readonly number[]): Promise<Closing[]> {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const byReason = new Map<string, Closing>();
  let at = 0;
  for (const { date, closed } of await listClosedDays(db, fromDayNumber(first), fromDayNumber(last))) {
    const number = dayNumber(date);
    while (at < days.length && (days[at] as number) < number) at += 1;
    if (days[at] === number) continue;
    const key = JSON.stringify(closed);
    const closing = byReason.get(key) ?? { closed, days: [] };
    closing.days.push(number);
    byReason.set(key, closing);
  }
  return [...byReason.values()];
}
