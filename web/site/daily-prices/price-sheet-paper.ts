import type { Day } from '#billing/calendar.ts';
import { formatDay } from '#contract/days.ts';
import type { PricePaper, PricePaperRow } from '#contract/documents/price-paper.ts';
import type { ShownPrice } from '#contract/site.ts';
import { formatExactRupees } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { nameOf } from '../product-name.tsx';

/** The number of rows in a column. A page has two columns, padded with empty rows (specification 1, section 9). */
const ROWS_PER_COLUMN = 60;
const COLUMNS_PER_PAGE = 2;

export function pricePapers(
  { date, rows }: { date: Day; rows: readonly ShownPrice[] },
  market: string,
  translator: Translator,
): PricePaper[] {
  const { t } = translator;
  const written = rows.map((price, at) => rowOf(price, at + 1, translator));
  const pages = Math.max(1, Math.ceil(rows.length / (ROWS_PER_COLUMN * COLUMNS_PER_PAGE)));
  return Array.from({ length: pages }, (_, page) => ({
    market,
    title: t('print.title'),
    day: formatDay(date, t),
    page: pages > 1 ? t('print.page', { page: page + 1, pages }) : undefined,
    head: { number: t('print.number'), item: t('print.item'), min: t('print.min'), max: t('print.max') },
    columns: Array.from({ length: COLUMNS_PER_PAGE }, (_, column) => {
      const first = (page * COLUMNS_PER_PAGE + column) * ROWS_PER_COLUMN;
      return Array.from({ length: ROWS_PER_COLUMN }, (_, row) => written[first + row]);
    }),
  }));
}

function rowOf({ product, minCents, maxCents }: ShownPrice, number: number, translator: Translator): PricePaperRow {
  const { language, t } = translator;
  const { text: name, lang } = nameOf(product, language);
  return {
    number: String(number),
    name,
    lang,
    unit: product.unit === 'kg' ? '' : `(${t(`print.unit.${product.unit}`)})`,
    min: formatExactRupees(minCents, t),
    max: formatExactRupees(maxCents, t),
  };
}
