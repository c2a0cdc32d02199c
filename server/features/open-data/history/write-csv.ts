import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { cents, writeDecimal } from '#billing/money.ts';
import type { Reader } from '../../../db/connect.ts';
import { csvHeader, namesInCsv } from '../present.ts';
import { dayWriter, listHistories } from './list-histories.ts';

/** Five years: 0.85 MB in 45 ms of another thread; level 6 saves 8% for four times the work. */
const GZIP_LEVEL = 4;

/** Compressed while it is written: 10 MB a five years are never in memory. */
export function writeHistoryCsv(db: Reader): Promise<Buffer> {
  return pipeline(linesOf(db), createGzip({ level: GZIP_LEVEL }), async (packed: AsyncIterable<Buffer>) =>
    Buffer.concat(await Array.fromAsync(packed)),
  );
}

async function* linesOf(db: Reader): AsyncGenerator<string> {
  const dayOf = dayWriter();
  yield csvHeader;
  for await (const { product, days, minCents, maxCents } of listHistories(db)) {
    const names = namesInCsv(product);
    let text = '';
    for (const [at, number] of days.entries())
      text += `${dayOf(number)}${names}${writeDecimal(minCents[at] ?? cents(0))},${writeDecimal(maxCents[at] ?? cents(0))}\r\n`;
    yield text;
  }
}
