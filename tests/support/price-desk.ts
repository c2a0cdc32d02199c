import { expect } from '@playwright/test';
import { sessionTokenOf } from './start-market.ts';

interface Prices {
  min_price: number;
  max_price: number;
}

export interface PriceDesk {
  productId: number;
  day: string;
  first: Prices;
  publish(prices: Prices): Promise<void>;
}

export async function openPriceDesk(url: string): Promise<PriceDesk> {
  const token = await sessionTokenOf(url, 'editor');
  const { latest: day } = (await (await fetch(`${url}/api/prices/days/2999-01-01`)).json()) as { latest: string };
  const rows = (await (await fetch(`${url}/api/prices/by-date/${day}`)).json()) as (Prices & { product_id: number })[];
  const [first] = rows;
  if (!first) throw new Error(`The list of ${day} is empty.`);
  const { product_id: productId, min_price, max_price } = first;
  return {
    productId,
    day,
    first: { min_price, max_price },
    async publish(prices) {
      const answer = await fetch(`${url}/api/prices/product/${productId}/date/${day}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(prices),
      });
      expect(answer.status).toBe(200);
    },
  };
}
