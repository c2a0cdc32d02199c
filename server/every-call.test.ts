/** @module-tag postgres */
import { afterAll, expect, test } from 'vitest';
import { isRead } from '#contract/call.ts';
import { listCalls } from '#contract/every-call.ts';
import { exampleOf, expectAnswer, requestOf, send } from './testing/call.ts';
import { discardMarket, openMarketFor, storedIn } from './testing/market.ts';

afterAll(discardMarket);

const calls = listCalls();
test.each(calls)(
  '$name: a valid request is answered as in the contract, without other keys',
  async ({ name, entry }) => {
    const market = await openMarketFor(entry);
    const before = await storedIn(market);
    const { role = 'superadmin', ...parts } = exampleOf(name, market);
    const answer = await send(market, entry, requestOf(entry, parts));
    expectAnswer(answer, entry);
    const after = await storedIn(market);
    if (isRead(entry)) return expect(after).toEqual(before);
    const noted =
      after.audit_log?.filter((row) => !before.audit_log?.includes(row)).map((row) => JSON.parse(row)) ?? [];
    if (entry.unlogged) return expect(noted).toEqual([]);
    expect(noted.length).toBeGreaterThan(0);
    for (const entryOfLog of noted) {
      expect(entryOfLog).toMatchObject({
        event_date: market.app.clock.now(),
        user_actioned: market.app.emailOf(role),
        request_id: answer.headers['x-request-id'],
      });
    }
  },
);
