import { Buffer } from 'node:buffer';
import sharp from 'sharp';
import { type Market, sessionTokenOf } from './start-market.ts';

export const LONG_TEXT = `${'Growers of the hill country show what they have bred. '.repeat(6)}Entry is free.`;

export const newsPublications = [
  { type: 'event', topic: 'Seed fair' },
  { type: 'event', topic: 'Harvest fair' },
  { type: 'event', topic: 'Tool fair' },
  { type: 'news', topic: 'A second unloading bay' },
  { type: 'event', topic: 'Growers meet', description: LONG_TEXT },
  { type: 'notice', topic: 'Gate 3 is closed', topic_si: 'තුන්වන ගේට්ටුව වසා ඇත', topic_ta: 'மூன்றாம் வாயில் மூடப்பட்டுள்ளது' },
] as const;

const PRICED = ['Carrot', 'Beans', 'Leeks'];

export async function publishNews(market: Market): Promise<void> {
  const send = await signedIn(market);
  for (const fields of newsPublications) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ description: `About ${fields.topic}.`, ...fields }))
      form.set(name, value);
    if (fields.topic === 'Growers meet') form.set('image', new Blob([await picture()], { type: 'image/png' }), 'a.png');
    await send('/api/publications', form);
  }
  const rows: object[] = [];
  for (const name of PRICED) {
    const { productId } = await send('/api/products', JSON.stringify({ name, type: 'vegetable' }));
    rows.push({ product_id: productId, date: '2026-01-05', min_price: 120, max_price: 150 });
  }
  await send('/api/prices/update-multiple', JSON.stringify(rows));
}

type Send = (path: string, body: FormData | string) => Promise<{ productId?: number }>;

async function signedIn(market: Market): Promise<Send> {
  const json = { 'content-type': 'application/json' };
  const token = await sessionTokenOf(market.url, 'superadmin');
  return async (path, body) => {
    const headers = { authorization: `Bearer ${token}`, ...(typeof body === 'string' && json) };
    const answer = await fetch(market.url + path, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { productId?: number };
  };
}

async function picture(): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = sharp({ create: { width: 320, height: 180, channels: 3, background: '#2f7a48' } });
  return new Uint8Array(Buffer.from(await drawn.png().toBuffer()));
}
