import { addMonths, type Day, firstDayOf, instantOf, type Month, monthOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { closings } from '#contract/closings.ts';
import { prepareClosing, closeMonth as storeClosing } from '../features/closings/close-month.ts';
import { TEST_DAY, type TestApp } from './app-context.ts';
import type { ExampleMarket } from './example-market.ts';

const UNKNOWN = '999999';
const MONTH = monthOf(TEST_DAY);
const REOPENED = { reason: 'The accountant has not begun' };

/** The month that is closed in the example market, long before its first entry, and a day of it. */
const CLOSED_MONTH = '2019-12' as Month;
const AFTER_CLOSED = '2020-01' as Month;
export const CLOSED_MONEY_DAY: Day = firstDayOf(CLOSED_MONTH);

type MonthAnswer = Answer<typeof closings.month>;

async function restsOf(app: TestApp, month: Month): Promise<{ rests: Partial<Record<string, number>> }> {
  const answer = await app.as('superadmin', { method: 'GET', url: `/api/months/${month}` });
  const { parts } = answer.json<MonthAnswer>();
  return { rests: Object.fromEntries(parts.filter(({ open }) => open > 0).map(({ part, open }) => [part, open])) };
}

async function closeMonth(app: TestApp, month: Month): Promise<string> {
  const payload = await restsOf(app, month);
  const answer = await app.as('superadmin', { method: 'POST', url: `/api/months/${month}/close`, payload });
  return String(answer.json<Answer<typeof closings.close>>().closing.closing_id);
}

/** Closes the month before that of the examples, which has no entries. */
export async function closeLastMonth({ app }: ExampleMarket): Promise<void> {
  await closeMonth(app, monthOf(addMonths(firstDayOf(MONTH), -1)));
}

/** Closes the month of the examples, as on the first day after it. */
export async function closeExampleMonth({ app: { database } }: ExampleMarket): Promise<void> {
  const now = instantOf(Date.parse(`${addMonths(firstDayOf(MONTH), 1)}T03:00:00.000Z`));
  const context = { actor: 'superadmin@market.example', now, requestId: 'test' };
  const prepared = await database.snapshot((db) => prepareClosing(db, MONTH, context));
  const named = Object.fromEntries(prepared.rests.map(({ part, open }) => [part, open]));
  await database.write((tx) => storeClosing(tx, context, { month: MONTH, named, prepared }));
}

export const closingExamples = {
  'closings.month': { example: () => ({ params: { month: MONTH } }), refusals: {} },
  'closings.changes': {
    example: () => ({ params: { month: MONTH } }),
    refusals: {
      async journal_differs({ app, tenant }: ExampleMarket) {
        await lowerBalance(app, tenant);
        return { params: { month: MONTH } };
      },
    },
  },
  'closings.list': { example: () => ({}), refusals: {} },
  'closings.close': {
    example: () => ({ params: { month: AFTER_CLOSED }, body: { rests: {} } }),
    refusals: {
      month_not_over: () => ({ params: { month: MONTH }, body: { rests: {} } }),
      month_closed: () => ({ params: { month: CLOSED_MONTH }, body: { rests: {} } }),
      month_rests_differ: () => ({ params: { month: AFTER_CLOSED }, body: { rests: { gate_cash: 4711 } } }),
      async journal_differs({ app, tenant }: ExampleMarket) {
        await lowerBalance(app, tenant);
        return { params: { month: AFTER_CLOSED }, body: { rests: {} } };
      },
    },
  },
  'closings.reopen': {
    example: ({ closing }: ExampleMarket) => ({ params: { id: closing }, body: REOPENED }),
    refusals: {
      closing_not_found: () => ({ params: { id: UNKNOWN }, body: REOPENED }),
      async closing_not_last({ app, closing }: ExampleMarket) {
        await closeMonth(app, AFTER_CLOSED);
        return { params: { id: closing }, body: REOPENED };
      },
    },
  },
};

async function lowerBalance(app: TestApp, tenant: string): Promise<void> {
  const lowered = { balance_cents: cents(-100) };
  await app.database.owner.updateTable('tenancies').set(lowered).where('id', '=', Number(tenant)).execute();
}
