import { addDays, dayOf } from '#billing/calendar.ts';
import { makeToken, revokeToken } from '#server/features/program-tokens/make-token.ts';
import { type DemoMarket, doneBy } from './demo-market.ts';
import { timeOn } from './timeline.ts';

const NOON = 12 * 60;
const MADE = 60;
const REVOKED = 20;

/** Plans a token of an accountant's program, and one that was revoked. */
export function planTokens({ tx, timeline, now, opening }: DemoMarket): void {
  const today = dayOf(now);
  const made = addDays(today, -MADE);
  if (made <= opening) return;
  timeline.plan(timeOn(made, NOON), async (at) => {
    const context = doneBy('superadmin', at);
    const last_day = addDays(made, 365);
    await makeToken(tx, context, { label: 'Perera & Co, accountants', scopes: ['journal', 'reports'], last_day });
    const { id } = await makeToken(tx, context, { label: 'Screen in the hall', scopes: ['tickets'], last_day });
    timeline.plan(timeOn(addDays(today, -REVOKED), NOON), async (later) => {
      await revokeToken(tx, doneBy('superadmin', later), id);
    });
  });
}
