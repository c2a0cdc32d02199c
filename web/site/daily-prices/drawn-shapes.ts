import type { PricesPageData, ShownComparisons } from '#contract/site.ts';

/** Returns comparisons without their shapes, which the cards of the page have already. */
export function withoutShapes(comparisons: ShownComparisons): Record<string, object> {
  return Object.fromEntries(
    Object.entries(comparisons).flatMap(([code, comparison]) => {
      if (!comparison) return [];
      const { shape: _, ...rest } = comparison;
      return [[code, rest]];
    }),
  );
}

/**
 * Returns the data of the page with the shapes that the server drew in the cards. It must be called before the browser
 * renders the cards for the first time. Data that has its shapes is returned as it is.
 */
export function withDrawnShapes(data: PricesPageData): PricesPageData {
  const isWhole = Object.values(data.comparisons).every((one) => one?.shape !== undefined);
  if (isWhole) return data;
  const codes = new Map(data.rows.map(({ product }) => [String(product.id), product.code]));
  const drawn = new Map<string, string>();
  for (const card of document.querySelectorAll('li.price')) {
    const [, id = ''] = /\/product\/(\d+)\/chart$/.exec(card.querySelector('a')?.getAttribute('href') ?? '') ?? [];
    drawn.set(codes.get(id) ?? '', card.querySelector('.shape path')?.getAttribute('d') ?? '');
  }
  const comparisons = Object.fromEntries(
    Object.entries(data.comparisons).flatMap(([code, one]) =>
      one ? [[code, { ...one, shape: drawn.get(code) ?? '' }]] : [],
    ),
  );
  return { ...data, comparisons };
}
