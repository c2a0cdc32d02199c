/** @module-tag sqlite-only */
import { afterAll, describe, expect } from 'vitest';
import { monthOf } from '#billing/calendar.ts';
import { isRead } from '#contract/call.ts';
import { listCalls } from '#contract/every-call.ts';
import { TEST_DAY } from './testing/app-context.ts';
import { exampleOf } from './testing/call.ts';
import { closeMonthAt, readJournalDays } from './testing/closings.ts';
import { discardMarket, openMarket } from './testing/market.ts';
import { officeAt } from './testing/office.ts';
import { slowSweep } from './testing/sweep.ts';

const MONTH = monthOf(TEST_DAY);
/** After the end of the month of the examples, whose days are thus closed. */
const LATER = '2026-12-02';

describe('every call closed month', () => {
  afterAll(discardMarket);

  const writes = listCalls().filter(({ entry }) => !isRead(entry) && entry.upload === undefined);

  slowSweep(
    { rows: writes, oneOf: 6 },
    '$name: whatever it does after its days were closed, their journal has the same bytes and agrees with the ledgers',
    async ({ name, entry }) => {
      const market = await openMarket();
      const office = officeAt(market.app);
      const parts = exampleOf(name, market);
      office.goTo(LATER);
      await closeMonthAt(office, MONTH);
      const read = () => readJournalDays(office, '2020-01-01', '2026-11-30');
      const before = await read();
      const answer = await office.tell(entry, { role: market.role, ...parts } as never);
      expect(answer.statusCode, answer.body).toBeLessThan(500);
      expect(await read()).toBe(before);
    },
  );
});
