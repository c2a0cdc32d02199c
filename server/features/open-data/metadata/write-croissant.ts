import type { Answer } from '#contract/call.ts';
import type { openData } from '#contract/open-data.ts';
import { type DataField, type DataFile, type DatasetDescription, mailOf } from './describe-dataset.ts';
import { licenceOf } from './find-licence.ts';

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

export function writeCroissant(dataset: DatasetDescription): Answer<typeof openData.croissant> {
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
