import { limitWork, tooMuchWork } from '../../limit-work.ts';

interface CacheLimits {
  most: number;
  waiting: number;
  /**
   * The maximum number of files that one network may have waiting or being drawn, so that it cannot fill the queue for
   * the others.
   */
  ofNetwork: number;
}

/**
 * A cache of drawn files. The least recently used ones are evicted. Only one file is drawn at a time, so that a crawler
 * cannot occupy all processors.
 */
export class DrawingCache {
  readonly #drawings = new Map<string, Promise<Buffer>>();
  readonly #inTurn;
  readonly #most: number;
  readonly #ofNetwork: number;
  readonly #open = new Map<string, number>();

  constructor({ most, waiting, ofNetwork }: CacheLimits) {
    this.#most = most;
    this.#ofNetwork = ofNetwork;
    this.#inTurn = limitWork({ running: 1, waiting });
  }

  find(mark: string): Promise<Buffer> | undefined {
    const drawing = this.#drawings.get(mark);
    if (drawing !== undefined) this.#keep(mark, drawing);
    return drawing;
  }

  async get(mark: string, network: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    return this.find(mark) ?? this.#draw(mark, network, draw);
  }

  #keep(mark: string, drawing: Promise<Buffer>): void {
    this.#drawings.delete(mark);
    this.#drawings.set(mark, drawing);
    for (const [oldest] of this.#drawings) {
      if (this.#drawings.size <= this.#most) break;
      this.#drawings.delete(oldest);
    }
  }

  #draw(mark: string, network: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const open = this.#open.get(network) ?? 0;
    if (open >= this.#ofNetwork) throw tooMuchWork();
    this.#open.set(network, open + 1);
    const drawing = this.#inTurn(draw).finally(() => this.#close(network));
    // A failure is not cached.
    drawing.catch(() => this.#drawings.delete(mark));
    this.#keep(mark, drawing);
    return drawing;
  }

  #close(network: string): void {
    const left = (this.#open.get(network) ?? 1) - 1;
    if (left === 0) this.#open.delete(network);
    else this.#open.set(network, left);
  }
}
