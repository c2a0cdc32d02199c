import type { Answer } from '#contract/call.ts';
import type { prices } from '#contract/prices.ts';
import type { publications } from '#contract/publications.ts';
import { readPicture } from '#scripts/demo/read-picture.ts';
import { type Errand, pick } from './errand.ts';
import type { Market } from './market.ts';

/** Products of a sheet that are published together. */
const PAIRS = 40;

/** What the editors publish: prices and news. Each empties what is kept of the public pages. */
export async function publish(market: Market): Promise<Errand[]> {
  const { today, productIds } = market;
  const token = market.tokens.editor;
  const pictures = ['tap', 'cup', 'gate', 'tent'].map((name) => readPicture(`news-${name}`).bytes);
  const pair = (at: number) => ({ min_price: 80 + (at % 40), max_price: 130 + (at % 50) });
  return [
    {
      what: 'prices of today',
      aMinute: 2,
      async run(at) {
        const rows = Array.from({ length: PAIRS }, (_, row) => ({
          ...{ product_id: pick(productIds, at * PAIRS + row), date: today },
          ...pair(at + row),
        }));
        const asked = { method: 'POST', token, body: rows } as const;
        const { results } = await market.tell<Answer<typeof prices.updateMultiple>>(
          '/api/prices/update-multiple',
          asked,
        );
        if (results.length !== PAIRS) throw new Error(`${results.length} of ${PAIRS} pairs were published`);
        const first = `/api/prices/product/${rows[0]?.product_id}/date/${today}`;
        await market.ask(first, { method: 'PUT', token, body: pair(at + 1) });
        await market.ask(`${first}/changes`, { token });
      },
    },
    {
      what: 'news with a picture',
      aMinute: 1,
      async run(at) {
        const form = new FormData();
        form.set('type', 'notice');
        form.set('topic', `Notice ${at}`);
        form.set('topic_si', `දැන්වීම ${at}`);
        form.set('description', 'The gate opens at four in the morning.');
        form.set('image', new Blob([new Uint8Array(pick(pictures, at))], { type: 'image/webp' }), 'notice.webp');
        const { publicationId } = await market.tell<Answer<typeof publications.add>>('/api/publications', {
          ...{ method: 'POST', token, body: form, expected: [201] },
        });
        const address = `/api/publications/${publicationId}`;
        const changed = { type: 'notice', topic: `Notice ${at}`, description: 'The gate opens at five.' };
        await market.ask(address, { method: 'PUT', token, body: changed });
        await market.ask(`/si/news/${publicationId}`);
        await market.ask(address, { method: 'DELETE', token });
        await market.ask(address, { expected: [404] });
      },
    },
  ];
}
