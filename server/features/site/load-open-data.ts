import type { Day } from '#billing/calendar.ts';
import type { OpenDataPageData, ShownPrice } from '#contract/site.ts';
import { today } from '../../clock.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { listYears } from '../open-data/queries.ts';
import { findDays } from '../prices/queries.ts';

export async function loadOpenData(
  app: AppContext,
  rowsOf: (date: Day) => Promise<ShownPrice[]>,
): Promise<OpenDataPageData> {
  const db = app.database.reader;
  const now = today(app.clock);
  const { latest } = await findDays(db, now, now);
  const rows = latest === null ? [] : await rowsOf(latest);
  return { latest, productCode: rows[0]?.product.code ?? null, years: await listYears(db) };
}
