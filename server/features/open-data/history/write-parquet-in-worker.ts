import { parentPort, workerData } from 'node:worker_threads';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { PriceHistory } from '../../prices/price-book.ts';
import type { ProductRow } from '../../products/queries.ts';

export interface ListedHistory extends PriceHistory {
  product: Pick<ProductRow, (typeof TEXTS)[number]>;
}

/** Not a Buffer, which would arrive as a Uint8Array. */
export type ParquetBytes = Uint8Array<ArrayBuffer>;

/** The number of rows in a group of the file. A group is encoded as a whole. */
const ROWS_AT_ONCE = 8000;

const TEXTS = ['code', 'name', 'type', 'unit'] as const;
const PRICES = ['min_price', 'max_price'] as const;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];

const schema: Schema = [
  { name: 'prices', num_children: 1 + TEXTS.length + PRICES.length },
  { name: 'date', type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' },
  ...TEXTS.map((name) => ({ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' }) as const),
  ...PRICES.map(
    (name) =>
      ({
        name,
        type: 'INT32',
        converted_type: 'DECIMAL',
        precision: 9,
        scale: 2,
        repetition_type: 'REQUIRED',
      }) as const,
  ),
];

async function writeFile(histories: readonly ListedHistory[]): Promise<ParquetBytes> {
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema, createdBy: 'Pola' });
  let group: ListedHistory[] = [];
  let rows = 0;
  for (const history of histories) {
    group.push(history);
    rows += history.days.length;
    if (rows < ROWS_AT_ONCE) continue;
    await writeGroup(file, group, rows);
    group = [];
    rows = 0;
  }
  if (rows > 0) await writeGroup(file, group, rows);
  await file.finish();
  return new Uint8Array(writer.getBytes());
}

async function writeGroup(file: ParquetWriter, group: readonly ListedHistory[], rows: number): Promise<void> {
  const days = group.flatMap((one) => [...one.days]);
  const texts = TEXTS.map((name) => ({
    name,
    data: group.flatMap((one) => Array.from(one.days, () => one.product[name])),
  }));
  // The Parquet writer expects cents as a bigint.
  const minPrices = group.flatMap((one) => Array.from(one.minCents, BigInt));
  const maxPrices = group.flatMap((one) => Array.from(one.maxCents, BigInt));
  const columnData = [
    { name: 'date', data: days },
    ...texts,
    { name: 'min_price', data: minPrices },
    { name: 'max_price', data: maxPrices },
  ];
  await file.write({ columnData, rowGroupSize: rows });
}

const bytes = await writeFile(workerData as readonly ListedHistory[]);
parentPort?.postMessage(bytes, [bytes.buffer]);
