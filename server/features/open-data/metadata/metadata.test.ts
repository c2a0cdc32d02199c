import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { addDays, day, fromDayNumber } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { prices } from '#contract/prices.ts';
import { openTestApp, type TestApp, YESTERDAY } from '../../../testing/app-context.ts';

/** Paths that follow the rules of https://datapackage.org/profiles/2.0/datapackage.json. */
const path = z.string().regex(/^((?=[^./~])(?!file:)((?!\/\.\.\/)(?!\\)(?!:\/\/).)*|(http|ftp)s?:\/\/.*)$/);
const profile = z.looseObject({
  $schema: z.literal('https://datapackage.org/profiles/2.0/datapackage.json'),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  homepage: z.url().optional(),
  licenses: z.array(z.looseObject({ path })).min(1).optional(),
  contributors: z
    .array(z.looseObject({ title: z.string(), email: z.email(), roles: z.array(z.string()).min(1) }))
    .min(1),
  keywords: z.array(z.string()).min(1),
  resources: z
    .array(
      z.looseObject({
        name: z.string().regex(/^[-a-z0-9._/]+$/),
        path,
        type: z.literal('table'),
        title: z.string(),
        format: z.string(),
        mediatype: z.string().regex(/^(.+)\/(.+)$/),
        encoding: z.string().optional(),
        dialect: z.looseObject({ delimiter: z.string().length(1), header: z.boolean() }).optional(),
        schema: z.looseObject({
          fields: z
            .array(
              z.looseObject({
                name: z.string(),
                type: z.enum(['date', 'datetime', 'string', 'number', 'integer', 'boolean', 'array', 'object']),
                title: z.string(),
                constraints: z
                  .strictObject({ required: z.boolean().optional(), enum: z.array(z.string()).min(1).optional() })
                  .optional(),
              }),
            )
            .min(1),
          primaryKey: z.array(z.string()).min(1),
          foreignKeys: z
            .array(
              z.strictObject({
                fields: z.array(z.string()),
                reference: z.strictObject({ resource: z.string(), fields: z.array(z.string()) }),
              }),
            )
            .min(1)
            .optional(),
        }),
      }),
    )
    .min(1),
});
type Datapackage = z.output<typeof profile>;

/** The schemas below follow https://www.w3.org/TR/vocab-dcat-3/, sections 6.4 to 6.9. */
const inThree = z
  .array(z.strictObject({ '@value': z.string().min(1), '@language': z.enum(['en', 'si', 'ta']) }))
  .length(3);
const node = z.strictObject({ '@id': z.string().min(1) });
const date = z.strictObject({ '@value': z.iso.date(), '@type': z.literal('xsd:date') });
const agent = z.strictObject({ '@type': z.literal('foaf:Agent'), 'foaf:name': inThree, 'foaf:mbox': node });
const distribution = z.strictObject({
  '@id': z.string(),
  '@type': z.literal('dcat:Distribution'),
  'dct:title': inThree,
  'dcat:accessURL': node,
  'dcat:downloadURL': node,
  'dcat:mediaType': node,
  'dcat:compressFormat': node.optional(),
  'dct:license': node.optional(),
});
const catalog = z.strictObject({
  '@context': z.record(z.string(), z.url()),
  '@id': z.string(),
  '@type': z.literal('dcat:Catalog'),
  'dct:title': inThree,
  'dct:description': inThree,
  'dct:publisher': agent,
  'foaf:homepage': node,
  'dcat:dataset': z
    .array(
      z.strictObject({
        '@id': z.string(),
        '@type': z.literal('dcat:Dataset'),
        'dct:identifier': z.string(),
        'dct:title': inThree,
        'dct:description': inThree,
        'dct:publisher': agent,
        'dcat:contactPoint': z.strictObject({
          '@type': z.literal('vcard:Organization'),
          'vcard:fn': z.string(),
          'vcard:hasEmail': node,
        }),
        'dct:license': node.optional(),
        'dcat:keyword': z.array(z.strictObject({ '@value': z.string(), '@language': z.literal('en') })),
        'dcat:landingPage': node,
        'dct:accrualPeriodicity': node,
        'dct:temporal': z
          .strictObject({ '@type': z.literal('dct:PeriodOfTime'), 'dcat:startDate': date, 'dcat:endDate': date })
          .optional(),
        'dcat:distribution': z.array(distribution).min(1),
      }),
    )
    .length(1),
  'dcat:service': z.array(
    z.strictObject({
      '@id': z.string(),
      '@type': z.literal('dcat:DataService'),
      'dct:title': inThree,
      'dcat:endpointURL': node,
      'dcat:endpointDescription': node,
      'dcat:servesDataset': z.array(node).length(1),
    }),
  ),
});

/** Metadata that follows the rules of https://docs.mlcommons.org/croissant/docs/croissant-spec.html. */
const croissant = z.looseObject({
  '@context': z.looseObject({
    '@vocab': z.literal('https://schema.org/'),
    cr: z.literal('http://mlcommons.org/croissant/'),
  }),
  '@type': z.literal('sc:Dataset'),
  conformsTo: z.literal('http://mlcommons.org/croissant/1.0'),
  name: z.string(),
  description: z.string(),
  license: z.string(),
  url: z.string(),
  creator: z.looseObject({ '@type': z.enum(['sc:Organization', 'sc:Person']) }),
  datePublished: z.iso.date(),
  isLiveDataset: z.literal(true),
  distribution: z.array(
    z.strictObject({
      '@type': z.literal('cr:FileObject'),
      '@id': z.string(),
      name: z.string(),
      description: z.string(),
      contentUrl: z.string(),
      encodingFormat: z.string().regex(/^\w+\/[\w.+-]+$/),
    }),
  ),
  recordSet: z.array(
    z.strictObject({
      '@type': z.literal('cr:RecordSet'),
      '@id': z.string(),
      name: z.string(),
      description: z.string(),
      key: z.array(node),
      field: z.array(
        z.strictObject({
          '@type': z.literal('cr:Field'),
          '@id': z.string(),
          name: z.string(),
          description: z.string(),
          dataType: z.enum(['sc:Date', 'sc:Text', 'sc:Float', 'sc:Integer', 'sc:Boolean']),
          repeated: z.boolean().optional(),
          references: z.strictObject({ field: node }).optional(),
          source: z.strictObject({
            fileObject: node,
            extract: z.union([z.strictObject({ column: z.string() }), z.strictObject({ jsonPath: z.string() })]),
          }),
        }),
      ),
    }),
  ),
});

const SITE = 'https://pola.example';
const LICENCE = 'https://creativecommons.org/licenses/by/4.0/';
const LONG_AGO = day('2024-02-29');

let app: TestApp;
let carrot: number;

beforeAll(async () => {
  app = await openTestApp({ PUBLIC_URL: SITE });
  const fields = {
    type: 'vegetable',
    name: 'Carrot - Nuwara Eliya',
    code: 'CARROT-NE',
    name_si: 'කැරට්',
    aliases: ['karat'],
  };
  carrot = (await app.as('admin', { method: 'POST', url: '/api/products', payload: fields })).json().productId;
  const chillies = { type: 'vegetable', name: 'Dried chilli', code: 'DRIED-CHILLI' };
  const other = (await app.as('admin', { method: 'POST', url: '/api/products', payload: chillies })).json().productId;
  const days = [LONG_AGO, ...Array.from({ length: 40 }, (_, at) => addDays(YESTERDAY, -40 + at))];
  const payload = days.flatMap((date, at) => [
    { product_id: carrot, date, min_price: 100.05 + at, max_price: 150 + at / 4 },
    ...(at % 3 === 0 ? [{ product_id: other, date, min_price: 900, max_price: 950.5 }] : []),
  ]);
  await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
  const change = [{ product_id: carrot, date: LONG_AGO, min_price: 99, max_price: 149 }];
  await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload: change });
});
afterAll(() => app.close());

const read = async (file: string, market = app) => (await market.send({ url: `/api/v1/${file}` })).json();

/**
 * Returns an official profile without the address of its JSON Schema draft. Ajv knows the rules of draft 4, but not its
 * address.
 */
function officialProfile(name: string): object {
  const text = readFileSync(new URL(`./official/${name}.json`, import.meta.url), 'utf8');
  const { $schema: _, ...profile } = JSON.parse(text) as Record<string, unknown>;
  return profile;
}

const customOptions = {
  strict: false,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  logger: false,
} as const;
const validator = fastify({ ajv: { customOptions } });
for (const name of ['data-package', 'data-resource', 'table-schema'])
  validator.post(`/${name}`, { schema: { body: officialProfile(name) } }, async () => 'valid');
afterAll(() => validator.close());
const faultsOf = async (name: string, payload: object) =>
  (await validator.inject({ method: 'POST', url: `/${name}`, payload })).body;

async function expectValid(data: Datapackage): Promise<void> {
  expect(await faultsOf('data-package', data)).toBe('valid');
  for (const resource of data.resources) {
    expect(await faultsOf('data-resource', resource), resource.name).toBe('valid');
    expect(await faultsOf('table-schema', resource.schema), resource.name).toBe('valid');
  }
}

describe('the metadata', () => {
  test('is a Data Package by the official profiles, which notice what is wrong', { tags: ['slow'] }, async () => {
    const data = profile.parse(await read('datapackage.json'));
    await expectValid(data);
    const [resource] = data.resources;
    expect(await faultsOf('data-package', { ...data, resources: [] })).toContain('resources');
    expect(await faultsOf('data-package', { ...data, licenses: [{ path: 7 }] })).toContain('licenses');
    expect(await faultsOf('data-resource', { ...resource, mediatype: 'csv' })).toContain('mediatype');
    expect(await faultsOf('data-resource', { ...resource, path: undefined })).toContain('path');
    const fields = [{ name: 'min_price', type: 'money' }];
    expect(await faultsOf('table-schema', { ...resource?.schema, fields })).toContain('fields/0');
  });

  test('is a Data Package whose files are relative to it, with titles in three languages', async () => {
    const data = profile.parse(await read('datapackage.json'));
    expect(data).toMatchObject({
      title: 'Daily wholesale prices at Pola Economic Centre',
      title_si: 'පොළ ආර්ථික මධ්‍යස්ථානය: දෛනික තොග මිල ගණන්',
      licenses: [{ path: `${SITE}/open-data` }],
      temporal: { start: LONG_AGO, end: addDays(YESTERDAY, -1) },
    });
    expect(data.resources.map((one) => one.path)).toEqual([
      'prices.csv.gz',
      'prices.parquet',
      'years/2024/prices.csv',
      'years/2026/prices.csv',
      'products',
      'days?year=2024',
      'days?year=2026',
      'corrections?limit=1000',
    ]);
    for (const { schema } of data.resources) {
      const names = schema.fields.map((field) => field.name);
      expect(new Set(names).size).toBe(names.length);
      expect(names).toEqual(expect.arrayContaining(schema.primaryKey));
      for (const field of schema.fields)
        expect([field.title, field.title_si, field.title_ta], field.name).toEqual([
          expect.any(String),
          expect.stringMatching(/[\u0d80-\u0dff]/),
          expect.stringMatching(/[\u0b80-\u0bff]/),
        ]);
    }
  });

  test('is a DCAT catalogue that names every file once', async () => {
    const data = catalog.parse(await read('dcat.jsonld'));
    const [dataset] = data['dcat:dataset'];
    const files = (await read('datapackage.json')).resources as Datapackage['resources'];
    expect(dataset?.['dcat:distribution'].map((one) => one['dcat:downloadURL']['@id'])).toEqual(
      files.map((one) => `${SITE}/api/v1/${one.path}`),
    );
    expect(JSON.stringify(data).match(/"(dcat|dct|foaf|vcard|xsd):/g)?.length).toBeGreaterThan(50);
    for (const [, prefix = ''] of JSON.stringify(data).matchAll(/"(\w+):\w+":/g))
      expect(Object.keys(data['@context'])).toContain(prefix);
  });

  test('is a Croissant dataset whose fields come from its files', async () => {
    const data = croissant.parse(await read('croissant.json'));
    const files = new Set(data.distribution.map((one) => one['@id']));
    const fields = new Set(data.recordSet.flatMap((one) => one.field.map((field) => field['@id'])));
    for (const { key, field } of data.recordSet) {
      for (const one of key) expect(fields).toContain(one['@id']);
      for (const { source, references } of field) {
        expect(files).toContain(source.fileObject['@id']);
        if (references) expect(fields).toContain(references.field['@id']);
      }
    }
    expect(data.distribution.map((one) => one.contentUrl)).toContain(`${SITE}/api/v1/prices.parquet`);
  });

  test('describes exactly the fields that the files have', async () => {
    const { resources } = profile.parse(await read('datapackage.json'));
    for (const { path: file, format, schema } of resources) {
      const { rawPayload } = await app.send({ url: `/api/v1/${file}` });
      if (format === 'parquet') continue;
      const bytes = file.endsWith('.gz') ? gunzipSync(rawPayload) : rawPayload;
      const [row] = format === 'csv' ? parse(bytes, { columns: true }) : JSON.parse(bytes.toString());
      expect(new Set(Object.keys(row)), file).toEqual(new Set(schema.fields.map(({ name }) => name)));
      for (const { name, type } of schema.fields)
        if (format === 'json' && row[name] !== null)
          expect(typeof row[name], name).toBe(
            { integer: 'number', boolean: 'boolean', array: 'object', object: 'object' }[String(type)] ?? 'string',
          );
    }
  });

  test('names the licence of the market once it has one', async () => {
    const settings = (await app.as('superadmin', { url: '/api/settings/centre/contact' })).json();
    const save = (payload: object) =>
      app.as('superadmin', { method: 'PUT', url: '/api/settings/centre/contact', payload });
    onTestFinished(() => save(settings).then(() => undefined));
    expect((await save({ ...settings, dataLicence: LICENCE })).statusCode).toBe(200);
    expect((await read('datapackage.json')).licenses).toEqual([{ path: LICENCE }]);
    expect((await read('croissant.json')).license).toBe(LICENCE);
    expect((await read('dcat.jsonld'))['dcat:dataset'][0]['dct:license']).toEqual({ '@id': LICENCE });
    expect((await save({ ...settings, dataLicence: 'free' })).statusCode).toBe(400);
  });

  test('of a market without prices and public address is valid too', { tags: ['slow'] }, async () => {
    const empty = await openTestApp();
    const data = profile.parse(await read('datapackage.json', empty));
    await expectValid(data);
    expect(data.licenses).toBeUndefined();
    expect(data.resources.map((one) => one.name)).toContain('days-2026');
    catalog.parse(await read('dcat.jsonld', empty));
    croissant.omit({ datePublished: true }).parse(await read('croissant.json', empty));
    await empty.close();
  });
});

test('the products have the codes of FAO and customs where they are certain, else none', async () => {
  const products: Record<string, unknown>[] = await read('products');
  expect(products.map(({ code, cpc, hs }) => [code, cpc, hs])).toEqual([
    ['CARROT-NE', '01251', '0706.10'],
    ['DRIED-CHILLI', '01652', '0904.21'],
  ]);
});

test('a script that knows only datapackage.json draws the chart of a product with the figures of its page', async () => {
  const { resources } = profile.parse(await read('datapackage.json'));
  const products = resources.find(({ schema }) => schema.primaryKey.join() === 'code');
  const codeOf = products?.schema.primaryKey[0] ?? '';
  const wanted = ((await read(products?.path ?? '')) as Record<string, string>[]).find(({ name }) =>
    name?.startsWith('Carrot'),
  );
  const history = resources.find(
    ({ format, schema }) =>
      format === 'csv' &&
      schema.foreignKeys?.[0]?.reference.resource === products?.name &&
      schema.primaryKey.length === 2,
  );
  const dayField = history?.schema.fields.find(({ type }) => type === 'date')?.name ?? '';
  const [low = '', high = ''] = (history?.schema.fields ?? [])
    .filter(({ unit }) => unit === 'LKR')
    .map(({ name }) => name);
  const key = history?.schema.foreignKeys?.[0]?.fields[0] ?? '';
  const { rawPayload } = await app.send({ url: `/api/v1/${history?.path}` });
  const text = history?.compression === 'gz' ? gunzipSync(rawPayload) : rawPayload;
  const rows: Record<string, string>[] = parse(text, { columns: true, delimiter: String(history?.dialect?.delimiter) });
  const line = rows
    .filter((row) => row[key] === wanted?.[codeOf])
    .map((row) => [row[dayField], Number(row[low]), Number(row[high])]);

  const shown: Answer<typeof prices.series> = (await app.send({ url: `/api/prices/product/${carrot}/series` })).json();
  expect(line).toHaveLength(41);
  expect(line).toEqual(
    shown.days.map((number, at) => [
      fromDayNumber(number),
      (shown.min_cents[at] ?? 0) / 100,
      (shown.max_cents[at] ?? 0) / 100,
    ]),
  );
  expect(line[0]).toEqual([LONG_AGO, 99, 149]);
});
