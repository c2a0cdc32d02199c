import { Refusal } from '#contract/refusals.ts';

/** About 50 kB each. */
const MOST_KEPT = 100;
const MOST_WAITING = 30;

/** Least recently used images are evicted. One is drawn at a time, so that a robot does not take the processors. */
export class ShareImageCache {
  readonly #kept = new Map<string, Promise<Buffer>>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  get(mark: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const picture = this.#kept.get(mark) ?? this.#draw(mark, draw);
    // Moves it to the end.
    this.#kept.delete(mark);
    this.#kept.set(mark, picture);
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    return picture;
  }

  #draw(mark: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    if (this.#waiting >= MOST_WAITING) throw new Refusal('not_ready');
    this.#waiting += 1;
    const picture = this.#last.then(draw);
    this.#last = picture
      .catch(() => {
        // A failure is not cached.
        this.#kept.delete(mark);
      })
      .finally(() => {
        this.#waiting -= 1;
      });
    return picture;
  }
}
