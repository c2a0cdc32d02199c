/** @module-tag sqlite-only */
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { listCalls } from '#contract/every-call.ts';
import { exampleOf, expectAnswer, expectRefusal, JSON_TYPE, requestOf, send } from './testing/call.ts';
import { discardMarket, expectNothingChanged, openMarket } from './testing/market.ts';
import { slowSweep } from './testing/sweep.ts';

afterAll(discardMarket);

const calls = listCalls();
const withBody = calls.filter(({ entry }) => entry.body !== undefined);
const withParams = calls.filter(({ entry }) => entry.params !== undefined);

/** A placeholder for the number 1e309, which no double can hold: it is written into the JSON without quotes. */
const RAW = 'RAW 1e309';
const noAmounts: unknown[] = [null, true, [5], '0x10', '12abc', '1,00', RAW, 0.001];
const TOO_LONG = 'x'.repeat(100_000);
/**
 * The number of fields tested in one market. It is limited, because each value advances the clock by a minute and a
 * session ends after a day.
 */
const PLACES_OF_A_DAY = 40;
const NO_DAY = '2025-02-29';
const looksLikeDay = (text: unknown) => /^\d{4}-\d\d-\d\d/.test(String(text));
const oddTexts = [
  '',
  ' ',
  '-0',
  '__proto__',
  '%',
  NO_DAY,
  TOO_LONG,
  'a\r\nBcc: x@example.com',
  'NUL a\u0000b',
  '\ud800',
  '\u202e',
  "' or '1'='1",
  '<script>alert(1)</script>',
];
const oddValues: unknown[] = [...noAmounts, [], {}, { a: 1 }, -1, 0, 1e21, 2 ** 53, ...oddTexts];

slowSweep(
  { rows: withBody, oneOf: 5 },
  '$name: an unusual value in any field is refused or stored as text; an invalid amount or day and a text that is too long are refused',
  async ({ name, entry }) => {
    let market = await openMarket();
    const { body = {} } = exampleOf(name, market);
    for (const [at, place] of [...placesIn(body), ...leftOutOf(entry, body)].entries()) {
      if (at % PLACES_OF_A_DAY === PLACES_OF_A_DAY - 1) market = await openMarket();
      const { body: _, ...parts } = exampleOf(name, market);
      const good = valueAt(body, place);
      const isAmount = isMoney(entry, place) && good !== null;
      const takesNull = entry.body?.safeParse(replaced(body, place, null)).success === true;
      const amounts = isAmount ? noAmounts.filter((one) => one !== null || !takesNull) : [];
      const refused = [TOO_LONG, ...amounts, ...(looksLikeDay(good) ? [NO_DAY] : [])];
      let isRefusalSeen = false;
      for (const value of oddValues) {
        const payload = JSON.stringify(replaced(body, place, value)).replaceAll(`"${RAW}"`, '1e309');
        const what = `${place.join('.')} = ${String(JSON.stringify(value)).slice(0, 40)}`;
        const isTaken = entry.body?.safeParse(JSON.parse(payload)).success === true;
        // All values that the contract refuses take the same path through the server, so one for each field is enough.
        if (!isTaken && isRefusalSeen) continue;
        isRefusalSeen ||= !isTaken;
        market.app.clock.advance(61_000);
        const answer = await send(market, entry, { ...requestOf(entry, parts), payload, headers: JSON_TYPE });
        expect(answer.statusCode, what).toBeLessThan(500);
        if (!isTaken || refused.includes(value)) expect(answer.statusCode, what).toBe(400);
        if (answer.statusCode >= 400) expectRefusal(answer);
        else expectAnswer(answer, entry);
      }
    }
  },
);

test('every price field of the API is tested as an amount', { tags: ['slow'] }, async () => {
  const market = await openMarket();
  const amounts = withBody.flatMap(({ name, entry }) =>
    placesIn(exampleOf(name, market).body)
      .filter((place) => isMoney(entry, place))
      .map((place) => `${name} ${place.join('.')}`),
  );
  const ofRows = [0, 1, 2].flatMap((row) => ['min', 'max'].map((end) => `prices.updateMultiple ${row}.${end}_price`));
  expect(amounts).toEqual(expect.arrayContaining(['prices.edit min_price', 'prices.edit max_price', ...ofRows]));
});

slowSweep(
  { rows: withParams, oneOf: 5 },
  '$name: an unusual address is refused, and nothing changes',
  ({ name, entry }) =>
    expectNothingChanged(async (market) => {
      const parts = exampleOf(name, market);
      const noIds = ['0', '-1', '01', '1.5', '1e3', '0x1', 'abc', ' ', '9'.repeat(30), '١', '\u0000', "1' or '1'='1"];
      const noDays = [
        '2025-02-29',
        '2026-11-31',
        '2026-1-1',
        '20 Nov 2026',
        'today',
        '+002026-11-20',
        '2026-11-20T00:00',
      ];
      const ways = ['../1', '..%2f1', '1/../2', '%', '%zz', 'x'.repeat(300)];
      for (const key of Object.keys(parts.params ?? {})) {
        for (const value of [...noIds, ...noDays, ...ways]) {
          if (value === (parts.params as Record<string, unknown>)[key]) continue;
          const params = { ...parts.params, [key]: value };
          const answer = await send(market, entry, requestOf(entry, { ...parts, params }));
          // `01` and `abc` are valid ids, but no shop has either.
          if (entry.params?.safeParse(params).success) expect(answer.statusCode, value).toBe(404);
          else expectRefusal(answer, 'invalid_input');
        }
      }
    }),
);

slowSweep(
  { rows: calls.filter(({ entry }) => entry.method === 'GET' && entry.query !== undefined), oneOf: 5 },
  '$name: an unusual value in a query is refused or read as text, and nothing changes',
  ({ name, entry }) =>
    expectNothingChanged(async (market) => {
      const { query, ...parts } = exampleOf(name, market);
      for (const key of Object.keys(entry.query?.shape ?? {})) {
        const refused = [TOO_LONG, ...(looksLikeDay(query?.[key]) ? [NO_DAY] : [])];
        for (const value of ['null', 'true', '[5]', '0x10', ...oddTexts]) {
          const request = requestOf(entry, { ...parts, query: { ...query, [key]: value.slice(0, 9000) } });
          const answer = await send(market, entry, request);
          const what = `${key} = ${JSON.stringify(value).slice(0, 40)}`;
          expect(answer.statusCode, what).toBeLessThan(500);
          const status = value === TOO_LONG ? 414 : 400;
          if (refused.includes(value)) expect(answer.statusCode, what).toBe(status);
          if (answer.statusCode >= 400) expectRefusal(answer);
          else expectAnswer(answer, entry);
        }
      }
    }),
);

test('every list in a request has a maximum length', () => {
  const endless = withBody.flatMap(({ name, entry }) =>
    listsIn(schemaOf(entry), name).filter(({ list }) => list.maxItems === undefined),
  );
  // The maximum length of these lists applies after duplicates are removed, so the schema states none.
  expect(endless.map(({ place }) => place)).toEqual(['products.add.aliases', 'products.edit.aliases']);
});

type Place = (string | number)[];

function placesIn(body: unknown, place: Place = []): Place[] {
  const own = place.length > 0 ? [place] : [];
  if (typeof body !== 'object' || body === null) return own;
  const keys: Place = Array.isArray(body) ? [...body.keys()] : Object.keys(body);
  return [...own, ...keys.flatMap((key) => placesIn(valueAt(body, [key]), [...place, key]))];
}

function leftOutOf(entry: Call, body: unknown): Place[] {
  const keys = Object.keys(schemaOf(entry).properties ?? {});
  return keys.filter((key) => !(key in (body as object))).map((key) => [key]);
}

function valueAt(body: unknown, place: Place): unknown {
  return place.reduce((at, key) => (at as Record<Place[number], unknown>)[key], body);
}

function replaced(body: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = Array.isArray(body) ? [...body] : { ...(body as object) };
  return Object.assign(copy, { [key]: replaced(valueAt(body, [key]), rest, value) });
}

type Schema = z.core.JSONSchema.BaseSchema;

function schemaOf(entry: Call): Schema {
  return z.toJSONSchema(entry.body ?? z.never(), { io: 'input', unrepresentable: 'any' });
}

function listsIn(schema: Schema, place: string): { place: string; list: Schema }[] {
  const parts = [
    ...Object.entries(schema.properties ?? {}).map(([key, part]) => [`${place}.${key}`, part] as const),
    ...[schema.anyOf ?? [], schema.items ?? []].flat().map((part) => [place, part] as const),
  ];
  const own = schema.type === 'array' ? [{ place, list: schema }] : [];
  return [...own, ...parts.flatMap(([at, part]) => listsIn(part as Schema, at))];
}

function isMoney(entry: Call, place: Place): boolean {
  // The reading of a meter is not money and has three decimals.
  if (String(place.at(-1)).endsWith('reading')) return false;
  const step = (at: Schema | undefined, key: Place[number]) =>
    (typeof key === 'number' ? at?.items : at?.properties?.[key]) as Schema | undefined;
  const typesOf = (at: Schema | undefined): unknown[] =>
    [at?.type ?? at?.anyOf?.map((one) => typesOf(one as Schema))].flat(3);
  const types = typesOf(place.reduce<Schema | undefined>(step, schemaOf(entry)));
  return ['number', 'string'].every((type) => types.includes(type));
}
