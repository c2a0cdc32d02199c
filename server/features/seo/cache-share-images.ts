import { Refusal } from '#contract/refusals.ts';

/** About 50 kB each. */
const MOST_IMAGES = 100;
const MOST_WAITING = 30;

/** Least recently used images are evicted. One is drawn at a time, so that a robot does not take the processors. */
export class ShareImageCache {
  readonly #images = new Map<string, Promise<Buffer>>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  get(mark: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const picture = this.#images.get(mark) ?? this.#draw(mark, draw);
    // Moves it to the end.
    this.#images.delete(mark);
    this.#images.set(mark, picture);
    for (const [oldest] of this.#images) {
      if (this.#images.size <= MOST_IMAGES) break;
      this.#images.delete(oldest);
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
        this.#images.delete(mark);
      })
      .finally(() => {
        this.#waiting -= 1;
      });
    return picture;
  }
}
