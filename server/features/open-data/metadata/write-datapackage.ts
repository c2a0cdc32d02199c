import type { Answer } from '#contract/call.ts';
import type { openData } from '#contract/open-data.ts';
import {
  type DataField,
  type DataFile,
  type DatasetDescription,
  type InLanguages,
  mailOf,
} from './describe-dataset.ts';
import { licenceOf } from './find-licence.ts';

type Datapackage = Answer<typeof openData.datapackage>;

/** Returns the descriptor in the format of https://datapackage.org/standard/data-package/. */
export function writeDatapackage(dataset: DatasetDescription): Datapackage {
  const { title, description, centre, marketKey, site, first, last, files, keywords } = dataset;
  const licence = licenceOf(dataset);
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'market-prices',
    // The key stays when the market moves to another address or is renamed.
    id: `urn:uuid:${marketKey}`,
    ...inThree('title', title),
    ...inThree('description', description),
    ...(site !== '' && { homepage: `${site}/open-data` }),
    ...(licence !== undefined && { licenses: [{ path: licence }] }),
    contributors: [{ title: centre.name.en, ...mailOf(centre), roles: ['publisher'] }],
    market: describeMarket(dataset),
    keywords: [...keywords],
    ...(first !== null && last !== null && { temporal: { start: first, end: last } }),
    resources: files.map(describeFile),
  };
}

/** What programs of other centres read of this one. The standard allows further properties. */
function describeMarket({ centre, listTime, punctuality }: DatasetDescription) {
  const { name, latitude, longitude } = centre;
  return { name: name.en, name_si: name.si, name_ta: name.ta, latitude, longitude, list_time: listTime, punctuality };
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
