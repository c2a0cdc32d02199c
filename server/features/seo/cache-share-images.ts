import { Refusal } from '#contract/refusals.ts';

/** Most images; one has about 50 kB. */
const MOST_KEPT = 100;
/** Waiting requests at most; further ones are asked to come again. */
const MOST_WAITING = 30;

/**
 * Draws each image once and caches it, evicting the least recently used. One is drawn at a time, so that a robot does
 * not take the processors from readers. Throws a refusal when too many wait.
 */
export class ShareImageCache {
  readonly #kept = new Map<string, Promise<Buffer>>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  get(mark: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const picture = this.#kept.get(mark) ?? this.#draw(mark, draw);
    // Moves it to the end: the last used is last.
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
