import { type Instant, instantOf } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';

const MINUTE_MS = 60_000;
/** An event that is dated up to this far ahead is recorded as happening now. */
const AHEAD_MS = 2 * MINUTE_MS;
/** How far a phone's clock may be set back between two events. */
const BACK_MS = 2 * MINUTE_MS;
const LATE_MS = 48 * 60 * MINUTE_MS;

/** Returns the time of an event, or now if the request contains none. An event is never dated after its arrival. */
export function readEventTime(context: ActionContext, input: string | undefined): Instant {
  if (input === undefined) return context.now;
  const ageMs = Date.parse(context.now) - Date.parse(input);
  if (ageMs < -AHEAD_MS) throw new Refusal('issued_in_future');
  if (ageMs > LATE_MS) throw new Refusal('issued_too_early');
  return noLaterThan(context.now, input);
}

export function earliestEventTime({ now }: Pick<ActionContext, 'now'>): Instant {
  return instantOf(Date.parse(now) - LATE_MS);
}

/** Returns whether an event is dated before another by more than a phone's clock may be set back. */
export function isLongBefore(time: Instant, other: Instant): boolean {
  return Date.parse(other) - Date.parse(time) > BACK_MS;
}

/** Returns whether a repeated request contains the same time as the first; true if it contains none. */
export function isSameTime(taken: Instant, arrivedAt: Instant, input: string | undefined): boolean {
  return input === undefined || noLaterThan(arrivedAt, input) === taken;
}

function noLaterThan(latest: Instant, input: string): Instant {
  const time = instantOf(Date.parse(input));
  return time < latest ? time : latest;
}
