import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { dayOf } from '#billing/calendar.ts';
import { type Cents, cents, MAX_CENTS } from '#billing/money.ts';
import { foldText } from '#contract/fold-text.ts';
import type { DumpStep } from '#contract/imports.ts';
import { productTypes } from '#contract/product-words.ts';
import { publicationTypes } from '#contract/words.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { encodeImage, startsLikeAccepted } from '../images/encode-image.ts';
import { type EncodedImage, identifyImage, storeImage } from '../images/store-image.ts';
import { putPrices } from '../prices/queries.ts';
import { LIST_STEP } from '../products/add-product.ts';
import { claimCode } from '../products/claim-code.ts';
import type { StarterFields } from '../products/import-products.ts';
import { insertProduct, type ProductRow } from '../products/queries.ts';
import { insertPublication } from '../publications/queries.ts';
import { stopAt, stopAtUnknown } from './findings.ts';
import { cleanLine, cleanParagraphs, type ImportWorld, inChunks } from './import-world.ts';
import type { LegacyRow } from './legacy-tables.ts';
import type { StagedDump } from './stage-dump.ts';

interface Goods {
  pictures: Pictures;
  catalogue: readonly StarterFields[];
}

export async function importGoods(world: ImportWorld, goods: Goods): Promise<void> {
  await importProducts(world, goods);
  await importPrices(world);
  await importPublications(world, goods.pictures);
  await raiseDataVersion(world.tx);
}

/**
 * Imports products with their ids. A product whose name is in the starter catalogue takes its code, names, unit,
 * aliases and position from the catalogue.
 */
async function importProducts(world: ImportWorld, { pictures, catalogue }: Goods): Promise<void> {
  const { tx, market, context, became } = world;
  const written: ProductRow[] = [];
  for (const row of market.rows('Products')) {
    const type = productTypes.find((one) => one === row.type);
    if (!type) throw stopAtUnknown(['Products', row.id, 'type'], row.type, productTypes);
    const line = cleanLine(world, row.name, {
      table: 'Products',
      key: row.id,
      column: 'name',
      most: 80,
      instead: `Product ${row.id}`,
    });
    const at = findStarter(catalogue, written, line);
    const starter = catalogue[at];
    const name = starter?.name ?? freeName(world, row, { line, written });
    const product = await insertProduct(tx, {
      id: row.id,
      code: claimCode(written, starter?.code, name),
      name,
      name_si: starter?.name_si ?? '',
      name_ta: starter?.name_ta ?? '',
      type,
      unit: starter?.unit ?? 'kg',
      description: '',
      aliases: JSON.stringify(starter?.aliases ?? []),
      list_order: (starter ? at + 1 : catalogue.length + written.length + 1) * LIST_STEP,
      image_hash: await importPicture(world, pictures, { table: 'Products', row }),
      archived_at: null,
      created_at: row.createdAt ?? row.updatedAt ?? context.now,
      updated_at: row.updatedAt ?? row.createdAt ?? context.now,
    });
    written.push(product);
    became.push({ table: 'Products', key: String(row.id), name: 'products', id: product.id });
  }
}

/**
 * Returns the index of the product with this name in the catalogue; -1 if there is none or an imported product already
 * has its code or name.
 */
function findStarter(catalogue: readonly StarterFields[], written: readonly ProductRow[], line: string): number {
  const wanted = foldText(line);
  return catalogue.findIndex(
    ({ code, name, name_si, name_ta }) =>
      [name, name_si, name_ta].some((one) => one !== undefined && foldText(one) === wanted) &&
      written.every((product) => product.code !== code && foldText(product.name) !== foldText(name)),
  );
}

/** Returns the name of a product, with a number if another product has this name: `carrot (2)`. */
function freeName(
  { findings }: ImportWorld,
  { id }: LegacyRow<'Products'>,
  { line, written }: { line: string; written: readonly ProductRow[] },
): string {
  const owner = (name: string) => written.find((product) => foldText(product.name) === foldText(name));
  const first = owner(line);
  if (!first) return line;
  findings.add(['Products', id], 'duplicate_name', `as ${first.id}`);
  let number = 2;
  while (owner(`${line} (${number})`)) number += 1;
  return `${line} (${number})`;
}

async function importPicture(
  { tx, context, findings, savePicture }: ImportWorld,
  pictures: Pictures,
  { table, row }: { table: 'Products' | 'publications'; row: { id: number } },
): Promise<string | null> {
  const picture = pictures.find(table, row.id);
  if (picture === undefined) return null;
  if (typeof picture === 'string') {
    const detail = picture === 'picture_unreadable' ? '' : pictures.startOf(table, row.id);
    findings.add([table, row.id], picture, detail);
    savePicture?.(`${table}-${row.id}`, pictures.sent(table, row.id));
    return null;
  }
  await storeImage(tx, picture, context.now);
  return picture.hash;
}

async function importPublications(world: ImportWorld, pictures: Pictures): Promise<void> {
  const { tx, market, context, became } = world;
  for (const row of market.rows('publications')) {
    const type = publicationTypes.find((one) => one === row.type);
    if (!type) throw stopAtUnknown(['publications', row.id, 'type'], row.type, publicationTypes);
    const place = { table: 'publications', key: row.id } as const;
    const { id } = await insertPublication(tx, {
      id: row.id,
      type,
      topic: cleanLine(world, row.topic, { ...place, column: 'topic', most: 160 }),
      topic_si: '',
      topic_ta: '',
      description: cleanParagraphs(world, row.description, { ...place, column: 'description', most: 5000 }),
      description_si: '',
      description_ta: '',
      image_hash: await importPicture(world, pictures, { table: 'publications', row }),
      created_at: row.createdAt ?? row.updatedAt ?? context.now,
      updated_at: row.updatedAt ?? row.createdAt ?? context.now,
    });
    became.push({ table: 'publications', key: String(row.id), name: 'publications', id });
  }
}

const ROWS_WITHOUT_STATEMENT = 20_000;
const FIGURE = /^(-?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/i;
/** From this amount on, prices are not exact, because the previous system stored only six digits of a price. */
const EXACT_BELOW_CENTS = 1_000_000;

/**
 * Returns the cents of a price, rounded half up, and whether they are exact; undefined for a price that is too large.
 */
function priceCents(text: string): { cents: Cents; isExact: boolean } | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = FIGURE.exec(text) ?? [];
  const shift = Number(exponent) - fraction.length + 2;
  if (shift > 20) return undefined;
  const digits = BigInt(`${whole}${fraction}` || '0');
  const divisor = shift < 0 ? 10n ** BigInt(Math.min(-shift, 60)) : 1n;
  const scaled = shift < 0 ? digits : digits * 10n ** BigInt(shift);
  const rounded = (2n * scaled + divisor) / (2n * divisor);
  if (rounded > BigInt(MAX_CENTS)) return undefined;
  const isExact = rounded * divisor === scaled && rounded < EXACT_BELOW_CENTS;
  return { cents: cents(sign === '-' ? -Number(rounded) : Number(rounded)), isExact };
}

/**
 * Imports one valid price for each product and day: the one written last. Of prices written at the same instant, it is
 * the one with the highest id.
 */
async function importPrices(world: ImportWorld): Promise<void> {
  const { tx, market, findings, context } = world;
  // The transaction may be retried with the same staged rows, so the table of an earlier attempt is dropped.
  market.run('drop table if exists good_prices');
  market.run('create temp table good_prices (id integer primary key, product_id integer, date text, updated text)');
  for (const row of market.orphans('Prices', 'product_id'))
    findings.add(['Prices', row.id], 'orphan', String(row.product_id));
  let seen = 0;
  for (const row of market.rows('Prices')) {
    seen += 1;
    // The server's connections to PostgreSQL end a transaction that is idle for ten seconds, so a statement is sent now
    // and then.
    if (seen % ROWS_WITHOUT_STATEMENT === 0) await sql`select 1`.execute(tx);
    if (findings.rejected.get('Prices')?.has(String(row.id)) || !isGoodPrice(world, row)) continue;
    market.run(
      'insert into good_prices values (?, ?, ?, ?)',
      row.id,
      row.product_id,
      row.date ?? '',
      row.updatedAt ?? '',
    );
  }
  const older = market.select(`select id, product_id, date, best from (
      select *, first_value(id) over (partition by product_id, date order by updated desc, id desc) as best from good_prices)
    where id <> best order by date, product_id, id desc`);
  for (const { id, product_id, date, best } of older)
    findings.add(['Prices', Number(id)], 'duplicate_price', `product ${product_id}, ${date}; ${best} counts`);
  const rejected = findings.rejected.get('Prices');
  const good = market.rows('Prices').filter(({ id }) => rejected?.has(String(id)) !== true);
  for (const chunk of inChunks(good)) {
    const rows = chunk.flatMap(({ date, ...row }) => {
      const min = priceCents(row.min_price);
      const max = priceCents(row.max_price);
      if (date === null || !min || !max) return [];
      return {
        id: row.id,
        product_id: row.product_id,
        date,
        min_cents: min.cents,
        max_cents: max.cents,
        created_at: row.createdAt ?? row.updatedAt ?? context.now,
        updated_at: row.updatedAt ?? row.createdAt ?? context.now,
      };
    });
    await putPrices(tx, rows);
  }
}

function isGoodPrice({ findings, context }: ImportWorld, row: LegacyRow<'Prices'>): boolean {
  const { id, min_price, max_price, date } = row;
  const min = priceCents(min_price);
  const max = priceCents(max_price);
  const both = `${min_price} ${max_price}`;
  if (!min || !max) throw stopAt(['Prices', id], 'large_price', { value: both });
  const reject = (name: 'not_positive' | 'min_above_max' | 'future_price' | 'missing_day', detail: string) => {
    findings.add(['Prices', id], name, detail);
    return false;
  };
  if (min.cents <= 0 || max.cents <= 0) return reject('not_positive', both);
  if (min.cents > max.cents) return reject('min_above_max', both);
  if (date === null) return reject('missing_day', both);
  if (date > dayOf(context.now)) return reject('future_price', date);
  if (!min.isExact || !max.isExact) findings.add(['Prices', id], 'inexact_price', both);
  return true;
}

type PictureTable = 'Products' | 'publications';
type PictureFault = 'picture_type_not_supported' | 'picture_unreadable';

/** The number of bytes at the start of a picture that identify its type. */
const START_BYTES = 12;

/** The pictures of a staged dump, encoded as the product stores them. */
export class Pictures {
  readonly #db: DatabaseSync;

  constructor({ db }: Pick<StagedDump, 'db'>) {
    this.#db = db;
  }

  /** Encodes every picture. This takes a long time, so it is done before the transaction of the import. */
  async encode(onProgress: (step: DumpStep) => void): Promise<void> {
    this.#db.exec(
      'create table pictures (source text, id integer, hash text, bytes blob, fault text, primary key (source, id))',
    );
    const insert = this.#db.prepare('insert into pictures values (?, ?, ?, ?, ?)');
    const total = this.#count();
    let done = 0;
    for (const table of ['Products', 'publications'] as const) {
      const begins = this.#db.prepare(
        `select id, substr(image, 1, ${START_BYTES}) as start from "${table}" where length(image) > 0 order by id`,
      );
      for (const { id, start } of begins.all()) {
        onProgress({ step: 'pictures', done, total });
        done += 1;
        const isAccepted = startsLikeAccepted(Buffer.from(start as Uint8Array));
        const made = isAccepted ? await encode(this.sent(table, Number(id))) : 'picture_type_not_supported';
        if (typeof made === 'string') insert.run(table, Number(id), null, null, made);
        else insert.run(table, Number(id), made.hash, made.bytes, null);
      }
    }
  }

  #count(): number {
    const counted = this.#db
      .prepare(
        'select (select count(*) from "Products" where length(image) > 0) + (select count(*) from publications where length(image) > 0) as pictures',
      )
      .get();
    return Number(counted?.pictures);
  }

  /** Returns the bytes of a picture as they are in the dump. */
  sent(table: PictureTable, id: number): Buffer {
    const row = this.#db.prepare(`select image from "${table}" where id = ?`).get(id);
    if (!(row?.image instanceof Uint8Array)) return Buffer.alloc(0);
    const { buffer, byteOffset, byteLength } = row.image;
    return Buffer.from(buffer, byteOffset, byteLength);
  }

  /** Returns the first bytes of a picture in hexadecimal. */
  startOf(table: PictureTable, id: number): string {
    const query = this.#db.prepare(
      `select hex(substr(image, 1, ${START_BYTES})) as start from "${table}" where id = ?`,
    );
    return String(query.get(id)?.start);
  }

  /** Returns the encoded picture or the reason why it was rejected; undefined for a row without a picture. */
  find(table: PictureTable, id: number): EncodedImage | PictureFault | undefined {
    const row = this.#db.prepare('select hash, bytes, fault from pictures where source = ? and id = ?').get(table, id);
    if (!row) return undefined;
    if (row.fault !== null) return row.fault as PictureFault;
    return { hash: String(row.hash), bytes: Buffer.from(row.bytes as Uint8Array) };
  }
}

async function encode(sent: Buffer): Promise<EncodedImage | PictureFault> {
  const encoded = await encodeImage(sent);
  return typeof encoded === 'string' ? 'picture_unreadable' : identifyImage(Buffer.from(encoded));
}
