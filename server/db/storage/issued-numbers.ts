import { closeSync, fstatSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { makePrivateFolder } from '../data-folder.ts';
import { syncToDisk } from '../sync-to-disk.ts';

/**
 * The last number issued in each series: `receipt`, `vehicle-ticket`, `gate-phone`, `T20`, or `tax:` and the name of a
 * counter.
 */
export type LastNumbers = Readonly<Record<string, number>>;

interface Stored {
  last: LastNumbers;
  /**
   * True after a restore for which nobody entered the numbers used since the backup, so some numbers must be skipped.
   */
  skips: boolean;
}

/**
 * The last numbers that were issued, in a file outside the database. The file is written after the commit and before
 * the answer, so it covers every number that anybody has seen. If it has higher numbers than the database, an older
 * database was restored.
 */
export class IssuedNumbers {
  readonly #file: string;
  #stored: Stored | undefined;
  #fault: unknown;

  constructor({ dataDir }: { dataDir: string }) {
    this.#file = path.join(dataDir, 'issued-numbers');
  }

  read(): Stored {
    this.#stored ??= readStored(this.#file) ?? { last: {}, skips: false };
    return this.#stored;
  }

  /** The error of the last write of the file; undefined if it succeeded. */
  get fault(): unknown {
    return this.#fault;
  }

  exists(): boolean {
    return readStored(this.#file) !== undefined;
  }

  /**
   * Raises the last numbers and writes the file. A new tax serial is synced to the disk before this returns, unless the
   * write fails. A failed write is retried, and no further tax serial is drawn until the write has succeeded.
   */
  raise(numbers: Iterable<readonly [name: string, number: number]>): void {
    const { last, skips } = this.read();
    const higher = [...numbers].filter(([name, number]) => number > (last[name] ?? 0));
    if (higher.length === 0 && this.#fault === undefined) return;
    this.#stored = { last: { ...last, ...Object.fromEntries(higher) }, skips };
    try {
      if (higher.some(([name]) => name.startsWith('tax:')) || this.#fault !== undefined) this.#replaceFile();
      else this.#overwrite();
    } catch (error) {
      this.#fault = error;
    }
  }

  /** Writes the file again if the last write failed. Returns false while the file lacks a number that was issued. */
  isWritten(): boolean {
    if (this.#fault !== undefined) this.raise([]);
    return this.#fault === undefined;
  }

  replace(stored: Stored): void {
    this.#stored = stored;
    this.#replaceFile();
  }

  /** Writes a new file beside the old one, and renames it once its content is on the disk. */
  #replaceFile(): void {
    makePrivateFolder(path.dirname(this.#file));
    const unfinished = `${this.#file}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(this.#stored), { mode: 0o600, flush: true });
    renameSync(unfinished, this.#file);
    syncToDisk(path.dirname(this.#file));
    this.#fault = undefined;
  }

  /**
   * Overwrites the file in place. Replacing the file would make each payment a tenth slower, because the file system
   * writes the content of a new file to the disk before it renames it.
   */
  #overwrite(): void {
    const file = openIfExists(this.#file);
    if (file === undefined) {
      this.#replaceFile();
      return;
    }
    try {
      writeSync(file, JSON.stringify(this.#stored).padEnd(fstatSync(file).size), 0);
    } finally {
      closeSync(file);
    }
  }
}

function openIfExists(file: string): number | undefined {
  try {
    return openSync(file, 'r+');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the file. A file that a power failure left empty or incomplete is treated as missing. */
function readStored(file: string): Stored | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored;
  } catch {
    return undefined;
  }
}
