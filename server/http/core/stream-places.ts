import type { ServerResponse } from 'node:http';
import { limitWork, type WorkLimit } from '../../limit-work.ts';

/** A client that has taken nothing for this long has lost its network or its power. */
const STALLED_MS = 120_000;

interface Places {
  limit: WorkLimit;
  /** The streams that run or wait. */
  streams: number;
}

/**
 * The places of streamed answers. Only three streams run at a time, because each reads from the database until its
 * client has received all of it; two of them of one account, so that nobody's slow line keeps the others waiting.
 */
export class StreamPlaces {
  readonly #all = limitWork({ running: 3, waiting: 8 });
  readonly #byAccount = new Map<number, Places>();
  readonly #stalledMs: number;

  constructor({ stalledMs = STALLED_MS }: { stalledMs?: number } = {}) {
    this.#stalledMs = stalledMs;
  }

  /**
   * Resolves when the answer may start. Its place becomes free when the answer is complete, its connection closes, or
   * its client takes nothing for two minutes. Throws not_ready when too many wait, or after ten seconds of waiting.
   */
  take(answer: ServerResponse, account: number): Promise<void> {
    const run = (work: () => Promise<void>) => this.#runOf(account, () => this.#all(work));
    return new Promise((begin, refuse) => {
      const stream = () =>
        new Promise<void>((end) => {
          if (answer.destroyed) end();
          answer.once('close', end);
          answer.setTimeout(this.#stalledMs, () => answer.destroy());
          begin();
        });
      run(stream).catch(refuse);
    });
  }

  async #runOf(account: number, work: () => Promise<void>): Promise<void> {
    const places = this.#byAccount.get(account) ?? { limit: limitWork({ running: 2, waiting: 4 }), streams: 0 };
    this.#byAccount.set(account, places);
    places.streams += 1;
    try {
      await places.limit(work);
    } finally {
      places.streams -= 1;
      if (places.streams === 0) this.#byAccount.delete(account);
    }
  }
}
