import { elapsedMs } from '../../clock.ts';
import { isDiskFull, isUnavailable, Unavailable } from '../transaction.ts';
import type { DiskReserve } from './disk-space.ts';

/**
 * A fault that lasted for less than the interval of a scrape is still reported to it. Prometheus asks once a minute by
 * default.
 */
const REPORTED_MS = 90_000;

/** Thrown for writes that are refused before they begin, because the disk is full. */
export class DiskFull extends Unavailable {
  constructor() {
    super('the disk of the data folder is full');
  }
}

/** `full`: the disk of the data folder has no room. `refused`: another reason, such as a database out of reach. */
export type WriteFault = 'full' | 'refused';

/**
 * Whether writes are taken: the one place that every writer reports to, and that /readyz, the metrics and the office
 * read. A full disk is over when there is room again (`probe`), any other fault at the next write that succeeds.
 */
export class WriteState {
  readonly #reserve: DiskReserve | undefined;
  #fault: WriteFault | undefined;
  #faultAtMs = Number.NEGATIVE_INFINITY;

  /** `reserve` is that of the disk of the database; undefined for a database elsewhere, whose disk cannot be looked at. */
  constructor(reserve: DiskReserve | undefined) {
    this.#reserve = reserve;
  }

  get fault(): WriteFault | undefined {
    return this.#fault;
  }

  /** Returns true if there is a fault, or was one that a scrape may not have seen. */
  hadFault(): boolean {
    return this.#fault !== undefined || elapsedMs() - this.#faultAtMs < REPORTED_MS;
  }

  /** Records the error of a writer. Errors that say nothing about the disk or the database are ignored. */
  failed(error: unknown): void {
    if (!isUnavailable(error)) return;
    if (isDiskFull(error)) this.#findFull();
    this.#set(this.#fault ?? 'refused');
  }

  succeeded(): void {
    if (this.#fault !== 'full') this.#fault = undefined;
  }

  refuseFull(): void {
    if (this.#fault === 'full') throw new DiskFull();
  }

  /** Deletes the reserve, so that a write without which nobody could look after the market has room. */
  makeRoom(): void {
    this.#reserve?.giveUp();
  }

  /**
   * Looks for a full disk, ends one that has room again, and then lets `write` show whether the database takes writes.
   * Makes the reserve if it is missing.
   */
  async probe(write: () => Promise<unknown>): Promise<void> {
    this.#findFull();
    const hasRoom = await this.#makeReserve();
    if (this.#fault === 'full') {
      if (!hasRoom) return;
      this.#fault = 'refused';
    }
    await write().catch((error: unknown) => this.failed(error));
  }

  async #makeReserve(): Promise<boolean> {
    try {
      return (await this.#reserve?.make()) ?? true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  #findFull(): void {
    if (this.#reserve?.isDiskFull()) this.#set('full');
  }

  #set(fault: WriteFault): void {
    this.#fault = fault;
    this.#faultAtMs = elapsedMs();
  }
}
