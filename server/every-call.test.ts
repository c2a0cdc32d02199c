import { afterAll, expect, test } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { exampleOf, examplesOf, expectAnswer, expectRefusal, type Parts, requestOf, send } from './testing/call.ts';
import { type ExampleMarket, formOf } from './testing/example-market.ts';
import { discardMarket, openMarket, openMarketFor, storedIn } from './testing/market.ts';

afterAll(discardMarket);

const calls = listCalls();
/** Failed sign-ins and requests for approval are stored and in the audit log. */
const RECORDED: ReadonlySet<RefusalCode> = new Set([
  'invalid_credentials',
  'invalid_second_factor',
  'account_disabled',
  'password_expired',
  'approval_required',
]);
const refusalsNamed = calls.flatMap((one) => one.entry.refusals.map((code) => ({ ...one, code })));

test.each(calls)(
  '$name: a valid request is answered as in the contract, without other keys',
  async ({ name, entry }) => {
    const market = await openMarketFor(entry);
    const before = await storedIn(market);
    const { role = 'superadmin', ...parts } = exampleOf(name, market);
    const answer = await send(market, entry, requestOf(entry, parts));
    expectAnswer(answer, entry);
    const after = await storedIn(market);
    if ((entry.method === 'GET' && !entry.audited) || entry.isReadOnly) return expect(after).toEqual(before);
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

test.each(refusalsNamed)(
  '$name: $code is answered as in the contract, and nothing changes',
  async ({ name, entry, code }) => {
    const market = await openMarket();
    const prove = examplesOf(name).refusals[code] as (market: ExampleMarket) => Promise<Parts>;
    const { picture, role = market.role, ...parts } = await prove(market);
    await market.app.tokenOf(role);
    const form = picture && (await formOf(parts.body as object, picture));
    const before = await storedIn(market);
    const answer = await send({ ...market, role }, entry, { ...requestOf(entry, parts), ...form });
    expectRefusal(answer, code);
    if (code === 'too_many_tries') expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    const after = await storedIn(market);
    expect(RECORDED.has(code) ? withoutLog(after) : after).toEqual(RECORDED.has(code) ? withoutLog(before) : before);
  },
);

function withoutLog(stored: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(stored).filter(([table]) => table !== 'approvals' && !table.startsWith('audit_')),
  );
}
