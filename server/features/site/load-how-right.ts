import { horizons, type RangeScore } from '#contract/outlook.ts';
import type { HowRightPageData } from '#contract/site.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { type MarketOutlook, marketOutlook } from '../outlook/load-outlook.ts';

type Row = HowRightPageData['rows'][number];

export function howRightLoader(app: AppContext): (query: URLSearchParams) => Promise<HowRightPageData> {
  const market = marketOutlook(app);
  return async (query) => chooseScores(listScores(await market()), query);
}

function listScores({ products }: MarketOutlook): Row[] {
  return products.flatMap(({ product: { id, code, name, name_si, name_ta }, outlook }) =>
    outlook.years.map((one) => ({ product: { id, code, name, name_si, name_ta }, ...one })),
  );
}

function chooseScores(all: readonly Row[], query: URLSearchParams): HowRightPageData {
  const years = [...new Set(all.map(({ year }) => year))].sort((one, other) => one - other);
  const product = all.find((row) => String(row.product.id) === query.get('product'))?.product ?? null;
  const asked = years.find((one) => String(one) === query.get('year'));
  const year = product === null ? (asked ?? years.at(-1) ?? null) : null;
  const rows = all.filter((row) => (product === null ? row.year === year : row.product.id === product.id));
  return { years, year, product, total: totalOf(rows), rows };
}

function totalOf(rows: readonly Row[]): HowRightPageData['total'] {
  const total = { next_list: newScore(), seven_days: newScore() };
  for (const { scores } of rows)
    for (const horizon of horizons)
      for (const field of ['ranges', 'held', 'missed'] as const) total[horizon][field] += scores[horizon][field];
  return total;
}

function newScore(): RangeScore {
  return { ranges: 0, held: 0, missed: 0 };
}
