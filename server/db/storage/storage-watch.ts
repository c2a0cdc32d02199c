import { type BigIntStats, statSync } from 'node:fs';
import { Unavailable } from '../transaction.ts';

const CHECK_EVERY_MS = 60_000;

/**
 * Detects that a file of an open SQLite database was removed, replaced or truncated. Later writes would be lost when
 * the process ends.
 */
export class StorageWatch {
  readonly #known = new Map<string, BigIntStats | undefined>();

  constructor(files: readonly string[]) {
    for (const file of files) this.#known.set(file, find(file));
  }

  /**
   * Returns the fault for as long as it exists. If a file did not exist when the watch began, it is watched from the
   * first check that finds it.
   */
  find(): StorageFault | undefined {
    for (const [file, known] of this.#known) {
      const now = find(file);
      const what = known && compare(known, now);
      if (what) return { what, sentence: `${file} was ${what} while the server uses it` };
      this.#known.set(file, now);
    }
    return undefined;
  }

  refuse(): void {
    const fault = this.find();
    if (fault) throw new Unavailable(fault.sentence);
  }
}

interface StorageFault {
  what: 'removed' | 'replaced' | 'cut off';
  sentence: string;
}

function compare(known: BigIntStats, now: BigIntStats | undefined): StorageFault['what'] | undefined {
  if (!now) return 'removed';
  if (now.ino !== known.ino || now.dev !== known.dev) return 'replaced';
  return now.size < known.size ? 'cut off' : undefined;
}

function find(file: string): BigIntStats | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false });
}

/**
 * Checks for a fault each minute, so that it is noticed even if nothing is written. Calls `report` each time a fault is
 * found. Returns the function that ends the watch.
 */
export function watchStorage(
  { storageFault }: { storageFault(): string | undefined },
  report: (fault: string) => void,
): () => void {
  const timer = setInterval(() => {
    const fault = storageFault();
    if (fault !== undefined) report(fault);
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
