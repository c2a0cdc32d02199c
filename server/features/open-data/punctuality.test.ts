/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { marketDays } from '#contract/market-days.ts';
import { prices } from '#contract/prices.ts';
import { products } from '#contract/products.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';

const editor = { role: 'editor' } as const;

async function addProduct({ ask }: TestOffice, name: string): Promise<number> {
  return (await ask(products.add, { ...editor, body: { name, type: 'vegetable' } })).productId;
}

const publish = ({ ask }: TestOffice, product_id: number, date: string, min_price = 100) =>
  ask(prices.updateMultiple, { ...editor, body: [{ product_id, date, min_price, max_price: 120 }] });

async function punctualityOf({ app }: TestOffice) {
  const answer = await app.send({ url: '/api/v1/datapackage.json' });
  return answer.json<{ market: { list_time: string; punctuality: object } }>().market;
}

test('a market without lists says that they are missing, and expects its list by the time of its alarm', async () => {
  const office = await openTestOffice();
  expect(await punctualityOf(office)).toMatchObject({
    list_time: '08:00',
    punctuality: {
      days: 30,
      lists: 0,
      closed: 0,
      missing: 30,
      usual_time: null,
      share_percent: null,
      corrections: 0,
    },
  });
});

test('lists, closed days, the middle of the times of saving and corrections are those of the last 30 days', async () => {
  const office = await openTestOffice();
  const carrot = await addProduct(office, 'Carrot');
  await addProduct(office, 'Leeks');
  for (const [date, time] of [
    ['2026-11-20', '05:10:00.000'],
    ['2026-11-21', '04:50:00.000'],
    ['2026-11-22', '07:30:00.000'],
  ] as const) {
    office.goTo(date, time);
    await publish(office, carrot, date);
  }
  await publish(office, carrot, '2026-11-19');
  await publish(office, carrot, '2026-11-21', 110);
  const strike = { kind: 'closed' as const, reason: 'Strike', reason_si: '', reason_ta: '' };
  await office.ask(marketDays.save, { ...editor, params: { date: '2026-11-23' }, body: strike });
  office.goTo('2026-11-24', '06:00:00.000');
  await expect
    .poll(async () => (await punctualityOf(office)).punctuality)
    .toEqual({
      days: 30,
      lists: 4,
      closed: 1,
      missing: 25,
      usual_time: '05:10',
      share_percent: 50,
      corrections: 1,
    });
  expect((await punctualityOf(office)).list_time).toBe('05:10');
});
