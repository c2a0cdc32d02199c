import { addDays, type Day, dayOf, type Instant, instantOf, startOfDay } from '#billing/calendar.ts';

const MINUTE_MS = 60_000;

export function timeOn(day: Day, minutes: number): Instant {
  return instantOf(Date.parse(startOfDay(day)) + Math.floor(minutes * MINUTE_MS));
}

interface PlannedEvent {
  at: Instant;
  run: (at: Instant) => Promise<unknown>;
}

export class Timeline {
  readonly #days = new Map<Day, PlannedEvent[]>();
  #now = instantOf(0);

  /** Events of the same instant run in the order in which they were planned. Throws for an instant in the past. */
  plan(at: Instant, run: PlannedEvent['run']): void {
    if (at < this.#now) throw new RangeError(`${at} is in the past: it is ${this.#now}`);
    const day = dayOf(at);
    const events = this.#days.get(day) ?? [];
    events.splice(events.findLastIndex((other) => other.at <= at) + 1, 0, { at, run });
    this.#days.set(day, events);
  }

  async run(from: Day, end: Instant, onDay: (day: Day) => void): Promise<void> {
    for (let day = from; day <= dayOf(end); day = addDays(day, 1)) {
      const events = this.#days.get(day) ?? [];
      for (let next = events[0]; next && next.at <= end; next = events[0]) {
        events.shift();
        this.#now = next.at;
        await next.run(next.at);
      }
      onDay(day);
    }
  }
}
