import { Refusal } from '#contract/refusals.ts';

/** Pictures kept at most; one has about 50 kB. */
const MOST_KEPT = 100;
/** Pictures that may wait to be drawn; whoever comes then is told to come again. */
const MOST_WAITING = 30;

/**
 * Draws a picture once for what it says and keeps it; the least asked for give way. One is drawn at a time, so that a
 * robot that wants the pictures of five years leaves the processors to the readers. Refuses when too many wait.
 */
export class ShareImageCache {
  readonly #kept = new Map<string, Promise<Buffer>>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** The picture of that mark, drawn now unless it is kept. */
  get(mark: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const picture = this.#kept.get(mark) ?? this.#draw(mark, draw);
    // Whatever was asked for last stands last.
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
        // A failure is not kept: the next one who asks tries again.
        this.#kept.delete(mark);
      })
      .finally(() => {
        this.#waiting -= 1;
      });
    return picture;
  }
}
