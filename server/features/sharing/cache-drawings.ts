import { limitWork } from '../../limit-work.ts';

interface CacheLimits {
  most: number;
  waiting: number;
}

/** Least recently used drawings are evicted. One is drawn at a time, so that a robot does not take the processors. */
export class DrawingCache {
  readonly #drawings = new Map<string, Promise<Buffer>>();
  readonly #inTurn;
  readonly #most: number;

  constructor({ most, waiting }: CacheLimits) {
    this.#most = most;
    this.#inTurn = limitWork({ running: 1, waiting });
  }

  get(mark: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const drawing = this.#drawings.get(mark) ?? this.#draw(mark, draw);
    this.#drawings.delete(mark);
    this.#drawings.set(mark, drawing);
    for (const [oldest] of this.#drawings) {
      if (this.#drawings.size <= this.#most) break;
      this.#drawings.delete(oldest);
    }
    return drawing;
  }

  #draw(mark: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const drawing = this.#inTurn(draw);
    // A failure is not cached.
    drawing.catch(() => this.#drawings.delete(mark));
    return drawing;
  }
}
