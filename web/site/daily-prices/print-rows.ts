import type { ShownPrice } from '#contract/site.ts';

/** Two columns of 60 rows a page, padded with empty rows (specification 1, section 9). */
const ROWS_PER_COLUMN = 60;
const COLUMNS_PER_PAGE = 2;
const ROWS_PER_PAGE = ROWS_PER_COLUMN * COLUMNS_PER_PAGE;

export interface PrintRow {
  number: number;
  price: ShownPrice | undefined;
}

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
