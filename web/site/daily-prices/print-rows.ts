import type { ShownPrice } from '#contract/site.ts';

/** The printed list: two columns of 60 rows on a page, empty rows where there is no item (specification 1, section 9). */
const ROWS_PER_COLUMN = 60;
const COLUMNS_PER_PAGE = 2;
const ROWS_PER_PAGE = ROWS_PER_COLUMN * COLUMNS_PER_PAGE;

/** One line on paper: its number in the list, and the price, if there is one. */
export interface PrintRow {
  number: number;
  price: ShownPrice | undefined;
}

/** Pages of two columns of 60 rows, the last page padded with empty rows; 119 items fill one page but for one row. */
export function printPages(prices: readonly ShownPrice[]): PrintRow[][][] {
  const pages = Math.max(1, Math.ceil(prices.length / ROWS_PER_PAGE));
  return Array.from({ length: pages }, (_, page) =>
    Array.from({ length: COLUMNS_PER_PAGE }, (_, column) =>
      Array.from({ length: ROWS_PER_COLUMN }, (_, row) => {
        const index = page * ROWS_PER_PAGE + column * ROWS_PER_COLUMN + row;
        return { number: index + 1, price: prices[index] };
      }),
    ),
  );
}
