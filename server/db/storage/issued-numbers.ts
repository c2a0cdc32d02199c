import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makePrivateFolder } from '../data-folder.ts';
import { syncToDisk } from '../sync-to-disk.ts';

/** The last number by name: `receipt`, `vehicle-ticket`, `gate-phone`, `T20`, `tax:` with a counter. */
export type LastNumbers = Readonly<Record<string, number>>;

interface Stored {
  last: LastNumbers;
  /** True after a restore for which nobody said which numbers were used since the copy. */
  skips: boolean;
}

/**
 * Stored in a file outside the database, between commit and answer, so it contains every number that anybody has seen.
 * It reveals a restored older database.
 */
export class IssuedNumbers {
  readonly #file: string;
  #stored: Stored | undefined;
  #isUnwritten = false;

  constructor({ dataDir }: { dataDir: string }) {
    this.#file = path.join(dataDir, 'issued-numbers');
  }

  read(): Stored {
    this.#stored ??= readStored(this.#file) ?? { last: {}, skips: false };
    return this.#stored;
  }

  exists(): boolean {
    return readStored(this.#file) !== undefined;
  }

  /** Tax serials are on the disk when it returns. A file that cannot be written is tried again at the next number. */
  raise(numbers: Iterable<readonly [name: string, number: number]>): void {
    const { last, skips } = this.read();
    const higher = [...numbers].filter(([name, number]) => number > (last[name] ?? 0));
    if (higher.length === 0 && !this.#isUnwritten) return;
    this.#stored = { last: { ...last, ...Object.fromEntries(higher) }, skips };
    try {
      this.#write(higher.some(([name]) => name.startsWith('tax:')) || this.#isUnwritten);
    } catch {
      this.#isUnwritten = true;
    }
  }

  /** Returns false while a number that was given out could not be written. */
  isWritten(): boolean {
    if (this.#isUnwritten) this.raise([]);
    return !this.#isUnwritten;
  }

  replace(stored: Stored): void {
    this.#stored = stored;
    this.#write(true);
  }

  #write(isSynced: boolean): void {
    makePrivateFolder(path.dirname(this.#file));
    const unfinished = `${this.#file}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(this.#stored), { mode: 0o600, flush: isSynced });
    renameSync(unfinished, this.#file);
    if (isSynced) syncToDisk(path.dirname(this.#file));
    this.#isUnwritten = false;
  }
}

/** A file that a power failure left empty says nothing, as a missing one. */
function readStored(file: string): Stored | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored;
  } catch {
    return undefined;
  }
}
