import { limitWork } from '../../limit-work.ts';

/** About 50 kB each. */
const MOST_IMAGES = 100;

/** Least recently used images are evicted. One is drawn at a time, so that a robot does not take the processors. */
export class ShareImageCache {
  readonly #images = new Map<string, Promise<Buffer>>();
  readonly #inTurn = limitWork({ running: 1, waiting: 30 });

  get(mark: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const picture = this.#images.get(mark) ?? this.#draw(mark, draw);
    this.#images.delete(mark);
    this.#images.set(mark, picture);
    for (const [oldest] of this.#images) {
      if (this.#images.size <= MOST_IMAGES) break;
      this.#images.delete(oldest);
    }
    return picture;
  }

  #draw(mark: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const picture = this.#inTurn(draw);
    picture.catch(() => this.#images.delete(mark));
    return picture;
  }
}
