import { addDays, type Day, day, dayOf, type Instant } from '#billing/calendar.ts';
import { products } from '#contract/products.ts';
import { storeImage } from '#server/features/images/store-image.ts';
import { addPoyaDays } from '#server/features/market-days/add-poya-days.ts';
import { saveDay } from '#server/features/market-days/save-day.ts';
import { publishPrices } from '#server/features/prices/publish-prices.ts';
import { loadCatalogue } from '#server/features/products/load-catalogue.ts';
import { listProducts, type ProductRow, updateProduct } from '#server/features/products/queries.ts';
import { starterProducts } from '../../starter-catalogue/products.ts';
import { closedDays } from '../closed-days.ts';
import { type DemoMarket, doneBy } from '../demo-market.ts';
import { readPicture } from '../read-picture.ts';
import { timeOn } from '../timeline.ts';
import { goodOf } from './goods.ts';
import { type PricePair, priceHistory } from './price-history.ts';

const PUBLISHED_AT = 5 * 60;
const CALENDAR_AT = 4 * 60;

export function fillPrices(market: DemoMarket): void {
  const { tx, timeline, opening, now } = market;
  timeline.plan(timeOn(opening, CALENDAR_AT), async (at) => {
    const starters = starterProducts.map((starter) => ({ ...products.add.body.parse(starter), code: starter.code }));
    await loadCatalogue(market.database, doneBy('superadmin', at), starters);
    const catalogue = await listProducts(tx);
    await addPictures(market, catalogue, at);
    planPriceLists(market, catalogue);
  });
  planCalendar(market, day(`${Number(dayOf(now).slice(0, 4)) + 1}-12-31`));
}

async function addPictures({ tx }: DemoMarket, catalogue: readonly ProductRow[], at: Instant): Promise<void> {
  for (const { id, code, type } of catalogue) {
    const { picture } = goodOf(code, type);
    if (picture === '') continue;
    const image = readPicture(picture);
    await storeImage(tx, image, at);
    await updateProduct(tx, id, { image_hash: image.hash });
  }
}

function planPriceLists({ tx, timeline, seed, opening, now }: DemoMarket, catalogue: readonly ProductRow[]): void {
  const ids = new Map(catalogue.map(({ id, code }) => [code, id]));
  const pairs = priceHistory({ seed, from: opening, to: dayOf(now), products: catalogue });
  for (const [date, ofDay] of Map.groupBy(pairs, (pair) => pair.day)) {
    timeline.plan(timeOn(date, PUBLISHED_AT), (at) => publishPrices(tx, doneBy('editor', at), ofDay.map(toRow)));
  }

  function toRow({ productCode, day: date, minCents, maxCents }: PricePair) {
    return { product_id: ids.get(productCode) ?? 0, date, min_price: minCents, max_price: maxCents };
  }
}

function planCalendar({ database, timeline, opening, now }: DemoMarket, to: Day): void {
  for (let year = Number(opening.slice(0, 4)); `${year}` <= to; year += 1) {
    const enteredOn = day(`${year - 1}-01-02`);
    timeline.plan(timeOn(enteredOn > opening ? enteredOn : opening, CALENDAR_AT), (at) =>
      addPoyaDays(database, doneBy('editor', at), year),
    );
  }
  for (const { day: date, ...fields } of closedDays(opening, to)) {
    if (fields.kind === 'poya' || (fields.kind === 'closed' && date > dayOf(now))) continue;
    const enteredOn = fields.kind === 'closed' ? date : addDays(date, -365);
    timeline.plan(timeOn(enteredOn > opening ? enteredOn : opening, CALENDAR_AT), (at) =>
      database.write((tx) => saveDay(tx, doneBy('editor', at), { date, ...fields })),
    );
  }
}
