import { type Instant, instantOf } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';

const MINUTE_MS = 60_000;
/** Clocks of phones run ahead; what is no further ahead than this counts as now. */
const AHEAD_MS = 2 * MINUTE_MS;
const LATE_MS = 48 * 60 * MINUTE_MS;

/**
 * When something at the gate happened: now, or the time that a device says, in any offset. Refuses a time more than two
 * minutes ahead or more than 48 hours ago (wire.md, section 5). So nothing is ever dated after its arrival, and no day
 * after today has tickets.
 */
export function readEventTime(context: ActionContext, said: string | undefined): Instant {
  if (said === undefined) return context.now;
  const ageMs = Date.parse(context.now) - Date.parse(said);
  if (ageMs < -AHEAD_MS) throw new Refusal('issued_in_future');
  if (ageMs > LATE_MS) throw new Refusal('issued_too_early');
  return noLaterThan(context.now, said);
}

/** True when a device that says this time means what was taken then, on its arrival. Saying none contradicts nothing. */
export function isSameTime(taken: Instant, arrivedAt: Instant, said: string | undefined): boolean {
  return said === undefined || noLaterThan(arrivedAt, said) === taken;
}

function noLaterThan(latest: Instant, said: string): Instant {
  const time = instantOf(Date.parse(said));
  return time < latest ? time : latest;
}
