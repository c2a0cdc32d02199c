import { afterAll, expect } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { examplesOf, expectRefusal, type Parts, requestOf, send } from './testing/call.ts';
import { type ExampleMarket, formOf } from './testing/example-market.ts';
import { discardMarket, openMarket, storedIn } from './testing/market.ts';
import { sweep } from './testing/sweep.ts';

afterAll(discardMarket);

/** Refusals that write: failed sign-ins and requests for approval are stored and audited. */
const RECORDED: ReadonlySet<RefusalCode> = new Set([
  'invalid_credentials',
  'invalid_second_factor',
  'account_disabled',
  'password_expired',
  'approval_required',
]);
const refusalsNamed = listCalls().flatMap((one) => one.entry.refusals.map((code) => ({ ...one, code })));

sweep(
  { rows: refusalsNamed, oneOf: 5 },
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
