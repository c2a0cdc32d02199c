/** @module-tag sqlite-only */
import { afterAll, expect } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import { exampleOf, expectRefusal, JSON_TYPE, requestOf, send } from './testing/call.ts';
import { formOf } from './testing/example-market.ts';
import { discardMarket, expectNothingChanged } from './testing/market.ts';
import { sweep } from './testing/sweep.ts';

afterAll(discardMarket);

/** A body larger than any call accepts. */
const LARGE_JSON = Buffer.from(JSON.stringify({ name: 'x'.repeat(11 * 1024 * 1024) }));

const calls = listCalls();
const writes = calls.filter(({ entry }) => entry.method !== 'GET');
const withBody = calls.filter(({ entry }) => entry.body !== undefined);

sweep(
  { rows: writes, oneOf: 5 },
  '$name: a body that is not JSON, has another type or is too large is refused',
  ({ name, entry }) =>
    expectNothingChanged(async (market) => {
      const { payload: _, ...request } = requestOf(entry, exampleOf(name, market));
      const sendAs = (type: string, payload: string) =>
        send(market, entry, { ...request, payload, headers: { 'content-type': type } });

      for (const type of [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'text/json',
        '*/*',
        'x',
      ]) {
        expectRefusal(await sendAs(type, '{}'), 'unsupported_type');
      }
      for (const text of ['{', '{"name":', "{'a':1}", '[1,]', 'undefined', '\u0000', '<a/>']) {
        expectRefusal(await sendAs('application/json', text), 'malformed_body');
      }
      const mostBytes = entry.maxBodyBytes ?? (entry.upload ? 10 : 1) * 1024 * 1024;
      expect(mostBytes).toBeLessThanOrEqual(10 * 1024 * 1024);
      expectRefusal(await sendAs('application/json', JSON.stringify({ name: 'x'.repeat(mostBytes) })), 'too_large');
      const form = await formOf({ name: 'Green beans', type: 'vegetable' }, Buffer.alloc(mostBytes + 1));
      expectRefusal(
        await send(market, entry, { ...request, ...form }),
        entry.upload ? 'too_large' : 'unsupported_type',
      );
    }),
);

sweep(
  { rows: writes.filter(({ entry }) => entry.permission !== 'public'), oneOf: 5 },
  "$name: for a stranger's request, only the missing session is reported",
  ({ name, entry }) =>
    expectNothingChanged(async (market) => {
      const { payload: _, ...request } = requestOf(entry, exampleOf(name, market));
      for (const [type, payload] of [
        ['application/json', '{'],
        ['application/json', LARGE_JSON],
        ['text/plain', 'x'],
        ['multipart/form-data; boundary=x', '--x'],
      ] as const) {
        const headers = { 'content-type': type };
        expectRefusal(await market.app.send({ ...request, payload, headers }), 'unauthorized');
      }
    }),
);

sweep({ rows: withBody, oneOf: 5 }, '$name: a missing body, or one of another shape, is refused', ({ name, entry }) =>
  expectNothingChanged(async (market) => {
    const { payload: _, ...request } = requestOf(entry, exampleOf(name, market));
    // If every field is optional, an empty body is valid.
    const empty = entry.body?.safeParse({}).success ? [] : ['', '{}', '{"0":{}}'];
    if (empty.length > 0) expectRefusal(await send(market, entry, request), 'invalid_input');
    for (const payload of [...empty, 'null', 'true', '5', '"text"', '[]', '[null]', '[[]]', '1e309']) {
      expectRefusal(await send(market, entry, { ...request, payload, headers: JSON_TYPE }), 'invalid_input');
    }
  }),
);

sweep(
  { rows: calls.filter(({ entry }) => entry.query !== undefined), oneOf: 5 },
  '$name: a repeated parameter, or one of absurd length, is refused',
  ({ name, entry }) =>
    expectNothingChanged(async (market) => {
      const { query, ...parts } = exampleOf(name, market);
      const { url, ...request } = requestOf(entry, parts);
      for (const key of Object.keys(entry.query?.shape ?? {}).filter((one) => one !== 'ticket')) {
        const value = query?.[key] ?? '2026';
        const twice = new URLSearchParams({ ...query, [key]: value }).toString();
        const long = (length: number) => String(new URLSearchParams({ ...query, [key]: 'x'.repeat(length) }));
        const ask = (asked: string) => send(market, entry, { ...request, url: `${url}?${asked}` });
        expectRefusal(await ask(`${twice}&${key}=${value}`), 'invalid_input');
        expectRefusal(await ask(long(1500)), 'invalid_input');
        expectRefusal(await ask(long(9000)), 'address_too_long');
      }
    }),
);

sweep(
  { rows: calls.filter(({ entry }) => entry.query && 'limit' in entry.query.shape), oneOf: 5 },
  '$name: the answer has at most a thousand rows',
  ({ name, entry }) =>
    expectNothingChanged(async (market) => {
      for (const limit of ['1001', '999999', '0', '-1', '1e3', '1.5', ' 5']) {
        const request = requestOf(entry, { ...exampleOf(name, market), query: { limit } });
        expectRefusal(await send(market, entry, request), 'invalid_input');
      }
    }),
);
