import { dayNumber } from '#billing/calendar.ts';
import { ARRIVALS_EXPIRE_SECONDS } from '#contract/arrivals.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { idInPath } from '#contract/scalars.ts';
import type { ChartPageData, Closing } from '#contract/site.ts';
import { today } from '../../clock.ts';
import type { Reader } from '../../db/connect.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { loadDailyLorries } from '../arrivals/load-lorries.ts';
import { countSellers } from '../directory/queries.ts';
import { listClosedDays } from '../market-days/find-closed-days.ts';
import { sideBySide } from '../other-centres/load-side-by-side.ts';
import { columnsOf, findListDays, outlookOf } from '../outlook/load-outlook.ts';
import { presentShownOutlook } from '../outlook/present.ts';
import { priceBook } from '../prices/load-price-book.ts';
import type { PriceBook } from '../prices/price-book.ts';
import { presentProduct } from '../products/present.ts';
import { findProduct } from '../products/queries.ts';

/** A closed day, in days since 1970-01-01. Days that are closed for the same reason share the text of that reason. */
interface ClosedDate {
  day: number;
  reason: string;
  closed: NonNullable<ClosedDay>;
}

export function chartLoader(app: AppContext): (id: string) => Promise<ChartPageData | undefined> {
  const { clock, config, responseCache } = app;
  const { reader } = app.database;
  const readBook = priceBook(app);
  const closedDates = memoizePerVersion(responseCache, async () => listClosedDates(reader, await readBook()));
  // The daily numbers of lorries are cached for some time, because they are the same for every product and need not
  // include the newest ticket.
  const lorries = memoizePerVersion(responseCache, () => loadDailyLorries(reader, today(clock)), {
    clock,
    seconds: ARRIVALS_EXPIRE_SECONDS,
  });
  const { listShort } = sideBySide(app);
  const sellers = memoizePerVersion(responseCache, () => countSellers(reader));
  return async (id) => {
    const read = idInPath.safeParse(id);
    const product = read.success ? await findProduct(reader, read.data) : undefined;
    if (!product) return undefined;
    const book = await readBook();
    const history = columnsOf(book, product.id);
    const { days } = findListDays(app, book);
    return {
      product: presentProduct(product, config.publicUrl),
      today: today(clock),
      ...history,
      closings: closingsOf(history.days, await closedDates()),
      lorries: await lorries(),
      outlook: presentShownOutlook(outlookOf(book, product.id, days)),
      elsewhere: await listShort(product.id),
      sellers: (await sellers()).get(product.id) ?? 0,
    };
  };
}

export async function listClosedDates(db: Reader, book: PriceBook): Promise<ClosedDate[]> {
  const { first, last } = book.findSpan();
  if (first === null || last === null) return [];
  const closed = await listClosedDays(db, first, last);
  return closed.map((one) => ({ day: dayNumber(one.date), reason: JSON.stringify(one.closed), closed: one.closed }));
}

/**
 * Returns the closed days grouped by reason, so that each reason is sent only once: a year has a dozen Poya days with
 * the same text in three languages.
 */
export function closingsOf(days: readonly number[], closedDates: readonly ClosedDate[]): Closing[] {
  const first = days.at(0) ?? 0;
  const last = days.at(-1) ?? 0;
  const byReason = new Map<string, Closing>();
  let at = 0;
  for (const { day, reason, closed } of closedDates) {
    if (day <= first || day >= last) continue;
    while ((days[at] as number) < day) at += 1;
    if (days[at] === day) continue;
    const closing = byReason.get(reason) ?? { closed, days: [] };
    closing.days.push(day);
    byReason.set(reason, closing);
  }
  return [...byReason.values()];
}
