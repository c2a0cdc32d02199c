import type { Instant } from '#billing/calendar.ts';

/** What will be done, each at its instant; what is done may plan more, but never for an instant that has passed. */
export class Agenda {
  readonly #planned: { at: Instant; context: (at: Instant) => void }[] = [];
  #now = '' as Instant;

  /** Plans something; of several at one instant the first planned comes first. Throws for an instant that has passed. */
  plan(at: Instant, context: (at: Instant) => void): void {
    if (at < this.#now) throw new RangeError(`${at} has passed: it is ${this.#now}`);
    const place = this.#planned.findLastIndex((other) => other.at <= at) + 1;
    this.#planned.splice(place, 0, { at, context });
  }

  /** Does everything up to that instant, itself included. */
  runUntil(end: Instant): void {
    for (let next = this.#planned[0]; next !== undefined && next.at <= end; next = this.#planned[0]) {
      this.#planned.shift();
      this.#now = next.at;
      next.context(next.at);
    }
  }
}
