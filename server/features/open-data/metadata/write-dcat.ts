import { languages } from '#contract/languages.ts';
import type { DataFile, DatasetDescription, InLanguages } from './describe-dataset.ts';
import { licenceOf } from './find-licence.ts';

const MEDIA_TYPES = 'https://www.iana.org/assignments/media-types/';

/** Returns the catalogue in the format of https://www.w3.org/TR/vocab-dcat-3/. */
export function writeDcat(dataset: DatasetDescription): string {
  const { title, description, centre, site, first, last, files, keywords } = dataset;
  const licence = licenceOf(dataset);
  const mail = centre.email === '' ? undefined : { '@id': `mailto:${centre.email}` };
  const publisher = { '@type': 'foaf:Agent', 'foaf:name': inThree(centre.name), ...(mail && { 'foaf:mbox': mail }) };
  return JSON.stringify({
    '@context': {
      dcat: 'http://www.w3.org/ns/dcat#',
      dct: 'http://purl.org/dc/terms/',
      foaf: 'http://xmlns.com/foaf/0.1/',
      vcard: 'http://www.w3.org/2006/vcard/ns#',
      xsd: 'http://www.w3.org/2001/XMLSchema#',
    },
    '@id': `${site}/api/v1/dcat.jsonld`,
    '@type': 'dcat:Catalog',
    'dct:title': inThree(centre.name),
    'dct:description': inThree(description),
    'dct:publisher': publisher,
    'foaf:homepage': { '@id': `${site}/open-data` },
    'dcat:dataset': [
      {
        '@id': `${site}/api/v1/dcat.jsonld#prices`,
        '@type': 'dcat:Dataset',
        'dct:identifier': 'market-prices',
        'dct:title': inThree(title),
        'dct:description': inThree(description),
        'dct:publisher': publisher,
        'dcat:contactPoint': {
          '@type': 'vcard:Organization',
          'vcard:fn': centre.name.en,
          ...(mail && { 'vcard:hasEmail': mail }),
        },
        ...(licence !== undefined && { 'dct:license': { '@id': licence } }),
        'dcat:keyword': keywords.map((keyword) => ({ '@value': keyword, '@language': 'en' })),
        'dcat:landingPage': { '@id': `${site}/open-data` },
        'dct:accrualPeriodicity': { '@id': 'http://publications.europa.eu/resource/authority/frequency/DAILY' },
        ...(first !== null && last !== null && { 'dct:temporal': periodOf(first, last) }),
        'dcat:distribution': files.map((file) => describeDistribution(dataset, file)),
      },
    ],
    'dcat:service': [
      {
        '@id': `${site}/api/v1/dcat.jsonld#api`,
        '@type': 'dcat:DataService',
        'dct:title': inThree(title),
        'dcat:endpointURL': { '@id': `${site}/api/v1/` },
        'dcat:endpointDescription': { '@id': `${site}/api/docs` },
        'dcat:servesDataset': [{ '@id': `${site}/api/v1/dcat.jsonld#prices` }],
      },
    ],
  });
}

function describeDistribution(dataset: DatasetDescription, { name, path, mediaType, title, isGzip }: DataFile) {
  const { site } = dataset;
  const licence = licenceOf(dataset);
  const address = { '@id': `${site}/api/v1/${path}` };
  return {
    '@id': `${site}/api/v1/dcat.jsonld#${name}`,
    '@type': 'dcat:Distribution',
    'dct:title': inThree(title),
    'dcat:accessURL': address,
    'dcat:downloadURL': address,
    'dcat:mediaType': { '@id': `${MEDIA_TYPES}${isGzip ? 'text/csv' : mediaType}` },
    ...(isGzip && { 'dcat:compressFormat': { '@id': `${MEDIA_TYPES}${mediaType}` } }),
    ...(licence !== undefined && { 'dct:license': { '@id': licence } }),
  };
}

function periodOf(first: string, last: string) {
  const day = (value: string) => ({ '@value': value, '@type': 'xsd:date' });
  return { '@type': 'dct:PeriodOfTime', 'dcat:startDate': day(first), 'dcat:endDate': day(last) };
}

function inThree(texts: InLanguages) {
  return languages.map((language) => ({ '@value': texts[language], '@language': language }));
}
