import type { RequestListener } from 'node:http';
import type { Writer } from '../db/connect.ts';
import { TEST_DAY } from './app-context.ts';
import { centreRow } from './example-centre.ts';
import type { ExampleMarket } from './example-market.ts';

const UNKNOWN = '999999';
const KEY = '1c9b54e2-7a41-4d3c-8a55-0b7c2f6e9d10';
const MOST_CENTRES = 40;

/** A data package as another market has it. */
export function packageOf(key: string, name: string) {
  return { id: `urn:uuid:${key}`, market: { name, name_si: '', name_ta: '', list_time: '05:00' }, resources: [] };
}

const answerJson =
  (body: object): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Lets the service of the example market answer as another centre. Returns its address. */
function letAnswer({ weather }: ExampleMarket, body: object): string {
  weather.answerWith(answerJson(body));
  return `http://localhost:${new URL(weather.url).port}`;
}

async function addRows({ app: { database, clock } }: ExampleMarket): Promise<void> {
  const rows = Array.from({ length: MOST_CENTRES }, (_, at) => centreRow(`centre ${at}`, clock.now()));
  const add = (tx: Writer) => tx.insertInto('other_centres').values(rows);
  await database.write((tx) =>
    add(tx)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

const unknownCentre = { other_centre_not_found: () => ({ params: { id: UNKNOWN } }) };
const DISTANCE = { distance_km: 90 };
const SETTINGS = { is_national: false, rupees_per_km: 180, load_kg: 800 };

export const centreExamples = {
  'otherCentres.list': {
    example: () => ({}),
    refusals: {},
  },
  'otherCentres.add': {
    example: (market: ExampleMarket) => ({
      body: { address: letAnswer(market, packageOf(KEY, 'Keppetipola')), distance_km: 120 },
    }),
    refusals: {
      other_centre_unread: (market: ExampleMarket) => ({
        body: { address: letAnswer(market, { name: 'no market' }), distance_km: null },
      }),
      async other_centre_is_own(market: ExampleMarket) {
        const own = market.app.database.reader.selectFrom('market_keys').select('market_key');
        const { market_key } = await own.executeTakeFirstOrThrow();
        return { body: { address: letAnswer(market, packageOf(market_key, 'Here')), distance_km: null } };
      },
      async other_centres_too_many(market: ExampleMarket) {
        await addRows(market);
        return { body: { address: letAnswer(market, packageOf(KEY, 'Keppetipola')), distance_km: null } };
      },
    },
  },
  'otherCentres.change': {
    example: ({ otherCentre }: ExampleMarket) => ({ params: { id: otherCentre }, body: DISTANCE }),
    refusals: { other_centre_not_found: () => ({ params: { id: UNKNOWN }, body: DISTANCE }) },
  },
  'otherCentres.readNow': {
    example: ({ otherCentre }: ExampleMarket) => ({ params: { id: otherCentre } }),
    refusals: unknownCentre,
  },
  'otherCentres.remove': {
    example: ({ otherCentre }: ExampleMarket) => ({ params: { id: otherCentre } }),
    refusals: unknownCentre,
  },
  'otherCentres.products': {
    example: ({ otherCentre }: ExampleMarket) => ({ params: { id: otherCentre } }),
    refusals: unknownCentre,
  },
  'otherCentres.map': {
    example: (market: ExampleMarket) => ({
      params: { id: market.otherCentre, product: market.otherProduct },
      body: { product_id: Number(market.leeks) },
    }),
    refusals: {
      other_centre_not_found: () => ({ params: { id: UNKNOWN, product: '1' }, body: { product_id: null } }),
      other_product_not_found: ({ otherCentre }: ExampleMarket) => ({
        params: { id: otherCentre, product: UNKNOWN },
        body: { product_id: null },
      }),
      product_not_found: ({ otherCentre, otherProduct }: ExampleMarket) => ({
        params: { id: otherCentre, product: otherProduct },
        body: { product_id: 999_999 },
      }),
    },
  },
  'otherCentres.getSettings': { example: () => ({}), refusals: {} },
  'otherCentres.setSettings': { example: () => ({ body: SETTINGS }), refusals: {} },
  'otherCentres.centres': {
    example: () => ({}),
    refusals: {},
  },
  'otherCentres.prices': {
    example: () => ({ query: { date: TEST_DAY, code: 'CAR' } }),
    refusals: { product_not_found: () => ({ query: { date: TEST_DAY, code: 'NO-SUCH' } }) },
  },
};
