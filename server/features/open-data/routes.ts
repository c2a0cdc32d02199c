import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { addDays, type Day, dayOf, firstDayOf, monthInYear, weekdayOf } from '#billing/calendar.ts';
import { cents, writeDecimal } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { Language } from '#contract/languages.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { message } from '#contract/messages/message.ts';
import { type OpenDay, openData } from '#contract/open-data.ts';
import { Refusal } from '#contract/refusals.ts';
import { today } from '../../clock.ts';
import type { Reader } from '../../db/connect.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { Paginated } from '../../http/core/paginated.ts';
import { RawJson } from '../../http/core/raw-json.ts';
import { endpoint } from '../../http/endpoint.ts';
import { limitWork } from '../../limit-work.ts';
import { loadRarePart } from '../../load-part.ts';
import { nextTurn, takeTurns } from '../../turns.ts';
import { hasArrivals } from '../arrivals/queries.ts';
import { listClosedDays } from '../market-days/find-closed-days.ts';
import { listedProducts } from '../prices/list-products.ts';
import { priceBook } from '../prices/load-price-book.ts';
import { dayWriter, type PriceBook } from '../prices/price-book.ts';
import { listEveryProduct } from '../products/queries.ts';
import { listHistories, type ProductHistory } from './history/list-histories.ts';
import {
  type DataField,
  type DataFile,
  type DatasetDescription,
  describeDataset,
  type InLanguages,
} from './metadata/describe-dataset.ts';
import { licenceOf } from './metadata/find-licence.ts';
import { writeDcat } from './metadata/write-dcat.ts';
import {
  csvHeader,
  listProductPrices,
  namesInCsv,
  presentCorrection,
  presentOpenProduct,
  presentPrices,
  presentProductPrices,
  presentYearCsv,
  presentYearFiles,
  presentYearJson,
} from './present.ts';
import { countCorrections, findProductByCode, listPriceCorrections } from './queries.ts';

/**
 * The limit on concurrent year files. It is lower than the limit on all answers together, so that year files never
 * block small ones.
 */
const YEARS = { running: 1, waiting: 2 };

export function openDataRoutes(app: AppContext): void {
  yearFiles(app);
  descriptions(app);
  const db = app.database.reader;
  const products = listedProducts(app);
  const readBook = priceBook(app);

  endpoint(app, openData.prices, async ({ query, context }) => {
    const now = dayOf(context.now);
    const book = await readBook();
    const date = query.date ?? book.findLatest(now);
    return new RawJson(presentPrices(date, date === null ? [] : book.listDay(date), await products()));
  });
  endpoint(app, openData.products, async () => (await listEveryProduct(db)).map(presentOpenProduct));
  endpoint(app, openData.productPrices, async ({ params, query }) => {
    const product = await findProductByCode(db, params.code);
    if (!product) throw new Refusal('product_not_found');
    const period = { from: query.from, to: query.to };
    return presentProductPrices(product, listProductPrices(await readBook(), product.id, period));
  });
  endpoint(app, openData.days, async ({ query, context }) => {
    const now = dayOf(context.now);
    const year = query.year ?? Number(now.slice(0, 4));
    return listOpenDays({ db, book: await readBook(), year, today: now });
  });
  endpoint(app, openData.corrections, async ({ query: { since, page, limit } }) => {
    const rows = await listPriceCorrections(db, since, { limit, offset: (page - 1) * limit });
    return new Paginated(rows.map(presentCorrection), await countCorrections(db, since));
  });
}

function yearFiles(app: AppContext): void {
  const inTurn = limitWork(YEARS);
  const db = app.database.reader;
  const products = listedProducts(app);
  const readBook = priceBook(app);

  endpoint(app, openData.years, async () => {
    const years = [];
    const book = await readBook();
    for (const year of book.listYears()) {
      const found = { publicUrl: app.config.publicUrl, hasArrivals: await hasArrivals(db, year) };
      const [first, ...others] = book.countByDay(daysOfYear(year));
      if (first) years.push(presentYearFiles(year, [first, ...others], found));
    }
    return years;
  });
  endpoint(app, openData.yearCsv, async ({ params }) => {
    const csv = await inTurn(async () => presentYearCsv(...(await loadYear(params.year))));
    if (csv === undefined) throw new Refusal('year_not_found');
    return new FileResponse(csv, { format: 'csv', name: `prices-${params.year}`, disposition: 'attachment' });
  });
  endpoint(app, openData.yearJson, async ({ params }) => {
    const json = await inTurn(async () => presentYearJson(params.year, ...(await loadYear(params.year))));
    if (json === undefined) throw new Refusal('year_not_found');
    return new RawJson(json);
  });
  endpoint(app, openData.allCsv, async () => {
    const csv = await inTurn(async () => writeHistoryCsv(listHistories(await readBook(), await listEveryProduct(db))));
    return new FileResponse(csv, { format: 'csv.gz', name: 'prices', disposition: 'attachment' });
  });
  endpoint(app, openData.allParquet, async () => {
    const { writeHistoryParquet } = await loadRarePart('Parquet', () => import('./history/write-parquet.ts'));
    const histories = async () => listHistories(await readBook(), await listEveryProduct(db));
    const parquet = await inTurn(async () => writeHistoryParquet(await histories()));
    return new FileResponse(parquet, { format: 'parquet', name: 'prices', disposition: 'attachment' });
  });

  async function loadYear(year: number) {
    const columns = await (await readBook()).listBetween(daysOfYear(year), takeTurns);
    await nextTurn();
    return [columns, await products()] as const;
  }
}

function descriptions(app: AppContext): void {
  const dataset = datasetLoader(app);
  endpoint(app, openData.datapackage, async () => writeDatapackage(await dataset()));
  endpoint(
    app,
    openData.dcat,
    async () => new FileResponse(writeDcat(await dataset()), { format: 'jsonld', name: 'dcat' }),
  );
  endpoint(app, openData.croissant, async () => writeCroissant(await dataset()));
}

function datasetLoader(app: AppContext): () => Promise<DatasetDescription> {
  const { config, clock, centre, responseCache } = app;
  const readBook = priceBook(app);
  return memoizePerVersion(responseCache, async () => {
    const book = await readBook();
    const { first, last } = book.findSpan();
    const years = book.listYears();
    const thisYear = Number(today(clock).slice(0, 4));
    return describeDataset({ centre: centre.facts, publicUrl: config.publicUrl, years, thisYear, first, last });
  });
}

/** The compression level. Level 6 saves 8% for four times the work. */
const GZIP_LEVEL = 4;

function writeHistoryCsv(histories: AsyncIterable<ProductHistory>): Promise<Buffer> {
  return pipeline(linesOf(histories), createGzip({ level: GZIP_LEVEL }), async (packed: AsyncIterable<Buffer>) =>
    Buffer.concat(await Array.fromAsync(packed)),
  );
}

async function* linesOf(histories: AsyncIterable<ProductHistory>): AsyncGenerator<string> {
  const dayOf = dayWriter();
  const priceOf = priceWriter();
  yield csvHeader;
  for await (const { product, days, minCents, maxCents } of histories) {
    const names = namesInCsv(product);
    let text = '';
    for (const [at, number] of days.entries())
      text += `${dayOf(number)}${names}${priceOf(minCents[at])},${priceOf(maxCents[at])}\r\n`;
    yield text;
  }
}

/** Returns a function that formats amounts. It caches the strings, because the same amounts occur many times. */
function priceWriter(): (amount: number | undefined) => string {
  const written = new Map<number, string>();
  return (amount) => {
    if (amount === undefined) return '';
    const known = written.get(amount) ?? writeDecimal(cents(amount));
    written.set(amount, known);
    return known;
  };
}

function daysOfYear(year: number): { first: Day; last: Day } {
  return { first: firstDayOf(monthInYear(year, 1)), last: addDays(firstDayOf(monthInYear(year + 1, 1)), -1) };
}

interface AskedYear {
  db: Reader;
  book: PriceBook;
  year: number;
  today: Day;
}

async function listOpenDays({ db, book, year, today }: AskedYear): Promise<OpenDay[]> {
  const { first, last: newYearsEve } = daysOfYear(year);
  const last = newYearsEve < today ? newYearsEve : today;
  const closings = await listClosedDays(db, first, last);
  const closed = new Map(closings.map((one) => [one.date, one.closed]));
  const days: OpenDay[] = [];
  for (let date = first; date <= last; date = addDays(date, 1))
    days.push(describeOpenDay(date, book.countOn(date), closed.get(date)));
  return days;
}

const NO_REASON = { reason: null, reason_si: null, reason_ta: null };

function describeOpenDay(date: Day, prices: number, closed: ClosedDay | undefined): OpenDay {
  if (prices > 0) return { date, state: 'list', prices, ...NO_REASON };
  return closed
    ? { date, state: 'closed', prices, ...reasonOf(date, closed) }
    : { date, state: 'none', prices, ...NO_REASON };
}

function reasonOf(date: Day, closed: NonNullable<ClosedDay>) {
  if (closed.kind !== 'weekday')
    return { reason: closed.reason, reason_si: closed.reason_si, reason_ta: closed.reason_ta };
  const inLanguage = (language: Language) => {
    const weekday = message('market-days.weekday', { number: weekdayOf(date) }, language);
    return message('open-data.closed.weekday', { weekday }, language);
  };
  return { reason: inLanguage('en'), reason_si: inLanguage('si'), reason_ta: inLanguage('ta') };
}

type Datapackage = Answer<typeof openData.datapackage>;

function mailOf({ email }: DatasetDescription['centre']): { email?: string } {
  return email === '' ? {} : { email };
}

/** Returns the descriptor in the format of https://datapackage.org/standard/data-package/. */
function writeDatapackage(dataset: DatasetDescription): Datapackage {
  const { title, description, centre, site, first, last, files, keywords } = dataset;
  const licence = licenceOf(dataset);
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'market-prices',
    ...inThree('title', title),
    ...inThree('description', description),
    ...(site !== '' && { homepage: `${site}/open-data` }),
    ...(licence !== undefined && { licenses: [{ path: licence }] }),
    contributors: [{ title: centre.name.en, ...mailOf(centre), roles: ['publisher'] }],
    keywords: [...keywords],
    ...(first !== null && last !== null && { temporal: { start: first, end: last } }),
    resources: files.map(describeFile),
  };
}

function describeFile(file: DataFile): Datapackage['resources'][number] {
  const { name, path, format, mediaType, title, fields, key } = file;
  return {
    name,
    type: 'table',
    path,
    ...inThree('title', title),
    format,
    mediatype: mediaType,
    ...(format !== 'parquet' && { encoding: 'utf-8' }),
    ...(file.isGzip && { compression: 'gz' }),
    ...(format === 'csv' && { dialect: { delimiter: ',', lineTerminator: '\r\n', quoteChar: '"', header: true } }),
    schema: {
      $schema: 'https://datapackage.org/profiles/2.0/tableschema.json',
      fields: fields.map(describeField),
      primaryKey: [...key],
      ...(file.namesProducts && {
        foreignKeys: [{ fields: ['code'], reference: { resource: 'products', fields: ['code'] } }],
      }),
    },
  };
}

function describeField({ name, type, title, unit, values, isRequired }: DataField) {
  const constraints = { ...(isRequired && { required: true }), ...(values && { enum: [...values] }) };
  return {
    name,
    type,
    ...inThree('title', title),
    ...(unit !== undefined && { unit }),
    ...(type === 'date' && { format: '%Y-%m-%d' }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
  };
}

/**
 * Returns a property, with its translations as separate properties (`_si`, `_ta`), because the standard allows only one
 * language.
 */
function inThree<Property extends string>(property: Property, { en, si, ta }: InLanguages) {
  const texts = { [property]: en, [`${property}_si`]: si, [`${property}_ta`]: ta };
  return texts as Record<Property | `${Property}_si` | `${Property}_ta`, string>;
}

const own = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `cr:${name}`]));

/** The context of https://docs.mlcommons.org/croissant/docs/croissant-spec.html, appendix 1. */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  dct: 'http://purl.org/dc/terms/',
  conformsTo: 'dct:conformsTo',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  examples: { '@id': 'cr:examples', '@type': '@json' },
  ...own('citeAs', 'column', 'extract', 'field', 'fileProperty', 'fileObject', 'fileSet', 'format', 'includes'),
  ...own('isLiveDataset', 'jsonPath', 'key', 'md5', 'parentField', 'path', 'recordSet', 'references', 'regex'),
  ...own('repeated', 'replace', 'separator', 'source', 'subField', 'transform'),
};

const TYPES: Partial<Record<DataField['type'], string>> = {
  date: 'sc:Date',
  string: 'sc:Text',
  array: 'sc:Text',
  number: 'sc:Float',
  integer: 'sc:Integer',
  boolean: 'sc:Boolean',
};

function writeCroissant(dataset: DatasetDescription): Answer<typeof openData.croissant> {
  const { title, description, centre, site, first, last, files, keywords } = dataset;
  const inCroissant = (name: string) => files.filter((file) => file.name === name);
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    name: title.en,
    alternateName: [title.si, title.ta],
    description: description.en,
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    license: licenceOf(dataset) ?? '/open-data',
    url: `${site}/open-data`,
    keywords: [...keywords],
    inLanguage: ['en', 'si', 'ta'],
    creator: { '@type': 'sc:Organization', name: centre.name.en, ...mailOf(centre) },
    ...(first !== null && { datePublished: first, temporalCoverage: `${first}/${last}` }),
    ...(last !== null && { dateModified: last }),
    // A live dataset needs no checksums of its files.
    isLiveDataset: true,
    distribution: files.map((file) => describeObject(site, file)),
    recordSet: [...inCroissant('prices-parquet'), ...inCroissant('products')].map(describeRecords),
  };
}

function describeObject(site: string, { name, path, mediaType, title }: DataFile) {
  return {
    '@type': 'cr:FileObject',
    '@id': name,
    name,
    description: title.en,
    contentUrl: `${site}/api/v1/${path}`,
    encodingFormat: mediaType === 'application/vnd.apache.parquet' ? 'application/x-parquet' : mediaType,
  };
}

function describeRecords(file: DataFile) {
  const { name, title, fields, key, namesProducts } = file;
  const idOf = (field: string) => `${name}/${field}`;
  return {
    '@type': 'cr:RecordSet',
    '@id': `${name}-rows`,
    name: `${name}-rows`,
    description: title.en,
    key: key.map((field) => ({ '@id': idOf(field) })),
    field: fields.map((field) => ({
      '@type': 'cr:Field',
      '@id': idOf(field.name),
      name: field.name,
      description: field.unit === undefined ? field.title.en : `${field.title.en} (${field.unit})`,
      dataType: TYPES[field.type] ?? 'sc:Text',
      ...(field.type === 'array' && { repeated: true }),
      ...(namesProducts && field.name === 'code' && { references: { field: { '@id': 'products/code' } } }),
      source: {
        fileObject: { '@id': name },
        extract: file.format === 'json' ? { jsonPath: `$[*].${field.name}` } : { column: field.name },
      },
    })),
  };
}
