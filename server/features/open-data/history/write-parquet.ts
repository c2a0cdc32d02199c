import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { programFile } from '../../../program-files.ts';
import type { ProductHistory } from './list-histories.ts';
import type { ListedHistory, ParquetBytes } from './write-parquet-in-worker.ts';

/** The longest time to write the file. Five years of prices take a hundredth of it. */
const LONGEST_MS = 30_000;

/**
 * Writes the file in a thread of its own, which ends with the file: the library encodes 8,000 rows in one go, which takes
 * 60 ms until its code is compiled. Throws when that takes longer than half a minute.
 */
export async function writeHistoryParquet(histories: AsyncIterable<ProductHistory>): Promise<Buffer> {
  const listed: ListedHistory[] = [];
  for await (const { product, days, minCents, maxCents } of histories) {
    const { code, name, type, unit } = product;
    listed.push({ product: { code, name, type, unit }, days, minCents, maxCents });
  }
  const worker = new Worker(programFile('features/open-data/history/write-parquet-in-worker.ts'), {
    workerData: listed,
  });
  try {
    const [bytes] = (await once(worker, 'message', { signal: AbortSignal.timeout(LONGEST_MS) })) as [ParquetBytes];
    return Buffer.from(bytes.buffer);
  } finally {
    await worker.terminate();
  }
}
