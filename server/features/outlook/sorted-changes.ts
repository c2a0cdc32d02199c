/** The newest changes of a price, as logarithms of ratios, in ascending order. */
export class SortedChanges {
  readonly #most: number;
  readonly #newest: number[] = [];
  readonly #sorted: number[] = [];
  #oldest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get count(): number {
    return this.#sorted.length;
  }

  add(change: number): void {
    if (this.count < this.#most) this.#newest.push(change);
    else {
      this.#sorted.splice(this.#placeOf(this.#newest[this.#oldest] ?? 0), 1);
      this.#newest[this.#oldest] = change;
      this.#oldest = (this.#oldest + 1) % this.#most;
    }
    this.#sorted.splice(this.#placeOf(change), 0, change);
  }

  quantile(share: number): number {
    const place = Math.min(this.count - 1, Math.max(0, share * (this.count + 1) - 1));
    const below = this.#sorted[Math.floor(place)] ?? 0;
    const above = this.#sorted[Math.ceil(place)] ?? 0;
    return below + (above - below) * (place - Math.floor(place));
  }

  #placeOf(change: number): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle] ?? 0) < change) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
