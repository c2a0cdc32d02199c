import type { AskedWay } from '#contract/where-to-sell.ts';

/** Returns the address of the page with what the reader entered, beside another centre. */
export function wayPath(productId: number, { rate, load }: AskedWay, centreId: number): string {
  const query = new URLSearchParams({ product: String(productId), with: String(centreId) });
  if (rate !== '') query.set('rate', rate);
  if (load !== '') query.set('load', load);
  return `/where-to-sell?${query}`;
}
