import { DatabaseSync } from 'node:sqlite';
import { crc32, deflateSync } from 'node:zlib';
import { addDays, day } from '#billing/calendar.ts';
import { DUMP_PIECE_BYTES } from '#contract/imports.ts';
import { type Office, proofOf } from '#scripts/demo/run-product.ts';
import { sqliteFile } from '#server/db/connect.ts';

const UNKNOWN_NAMES = 1000;
const PAPERS = 100;
const PICTURE = { width: 1600, height: 1300 };

/** Returns values for the `{names}` in addresses and bodies. */
export function readValues(dataDir: string, office: Office, round: number): Record<string, string> {
  const { today } = office;
  const [year = '', month = ''] = today.split('-');
  const lastYear = String(Number(year) - 1);
  const db = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  const one = (sql: string) => String(Object.values(db.prepare(sql).get() ?? {})[0]);
  const yearOfPrices = () =>
    db
      .prepare(
        'select date, name, min_cents + ? as low, max_cents + ? as high from prices join products on products.id = product_id where date like ?',
      )
      .all(round * 100, round * 100, `${lastYear}-%`)
      .map(({ date, name, low, high }) => `${date},"${name}",${Number(low) / 100},${Number(high) / 100}`);
  try {
    const csv = ['date,item,min_price,max_price', ...yearOfPrices()].join('\n');
    const newest = one('select max(date) from prices');
    return {
      today,
      yesterday: addDays(day(today), -1),
      year,
      month,
      lastYear,
      taxPeriod: `${year.slice(2)}40`,
      round: String(round),
      language: ['si', 'ta', 'en'][round - 1] ?? 'en',
      random: crypto.randomUUID(),
      newest,
      proof: JSON.stringify(proofOf('admin')),
      shop: one('select shop_id from shops where id = (select shop_id from invoices order by id desc limit 1)'),
      code: one('select code from products where id = 1'),
      tenancy: one('select tenancy_id from invoices order by id desc limit 1'),
      invoice: one('select number from invoices order by id desc limit 1'),
      payment: one(
        "select id from ledger_entries where kind = 'payment' and voided_at is null order by id desc limit 1",
      ),
      shift: one('select max(id) from gate_shifts'),
      ticket: one("select 'T' || (cents / 100) || '_' || count from sanitation_tickets order by id desc limit 1"),
      lastPage: String(Math.floor(Number(one('select count(*) from invoices')) / 100)),
      papers: JSON.stringify({
        invoice_ids: db
          .prepare('select number from invoices order by id desc limit ?')
          .all(PAPERS)
          .map(({ number }) => number),
      }),
      unknownNames: JSON.stringify({ csv: unknownNames(today) }),
      yearOfPrices: JSON.stringify({ csv }),
      yearOfPricesWritten: JSON.stringify({ csv, write: true }),
      priceList: JSON.stringify(
        db
          .prepare('select product_id, min_cents + ? as low, max_cents + ? as high from prices where date = ?')
          .all(round * 100, round * 100, newest)
          .map(({ product_id, low, high }) => ({
            product_id,
            date: today,
            min_price: Number(low) / 100,
            max_price: Number(high) / 100,
          })),
      ),
      dumpPiece: dumpPiece(),
      picture: JSON.stringify({ picture: noisePicture(round).toString('base64') }),
    };
  } finally {
    db.close();
  }
}

/** Returns a form with a whole piece of a dump that was not announced. The server reads the form and ignores the piece. */
function dumpPiece(): string {
  const part = (head: string, content: string) =>
    `--piece\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const fields = part('name="id"', 'another') + part('name="offset"', '0');
  return `${fields}${part('name="piece"; filename="piece"', 'x'.repeat(DUMP_PIECE_BYTES))}--piece--\r\n`;
}

function unknownNames(today: string): string {
  const rows = Array.from(
    { length: UNKNOWN_NAMES },
    (_, at) => `${today},Unknown vegetable from estate ${at * 7919},100,120`,
  );
  return ['date,item,min_price,max_price', ...rows].join('\n');
}

/** Returns a PNG of about 6 MB, which does not compress. */
function noisePicture(seed: number): Buffer {
  const { width, height } = PICTURE;
  const line = 1 + width * 3;
  const pixels = Buffer.alloc(height * line);
  let noise = seed;
  for (let at = 0; at < pixels.length; at += 1) {
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[at] = at % line === 0 ? 0 : noise >>> 24;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
