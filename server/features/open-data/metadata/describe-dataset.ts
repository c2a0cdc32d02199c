import type { Day } from '#billing/calendar.ts';
import type { Centre } from '#contract/centre.ts';
import { type Language, languages } from '#contract/languages.ts';
import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessageKey, message } from '#contract/messages/message.ts';
import { dayStates } from '#contract/open-data.ts';
import { productTypes, units } from '#contract/product-words.ts';
import type { Punctuality } from '#contract/punctuality.ts';

export type InLanguages = Record<Language, string>;

export interface DataField {
  name: string;
  type: 'date' | 'datetime' | 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  title: InLanguages;
  isRequired: boolean;
  unit?: string;
  values?: readonly string[];
}

export interface DataFile {
  name: string;
  /** The path below /api/v1/. */
  path: string;
  format: 'csv' | 'parquet' | 'json';
  mediaType: string;
  isGzip?: true;
  title: InLanguages;
  fields: readonly DataField[];
  key: readonly string[];
  namesProducts: boolean;
}

export interface DatasetDescription {
  title: InLanguages;
  description: InLanguages;
  keywords: readonly string[];
  centre: Centre;
  marketKey: string;
  /** The time in Colombo at which the list is usually saved, or by which it is expected. */
  listTime: string;
  punctuality: Punctuality;
  /** The public address; empty when none is set. */
  site: string;
  first: Day | null;
  last: Day | null;
  files: readonly DataFile[];
}

export interface DatasetFacts {
  centre: Centre;
  marketKey: string;
  listTime: string;
  punctuality: Punctuality;
  publicUrl: string | undefined;
  years: readonly number[];
  thisYear: number;
  first: Day | null;
  last: Day | null;
}

export function describeDataset(facts: DatasetFacts): DatasetDescription {
  const { centre, marketKey, listTime, punctuality, publicUrl, years, thisYear, first, last } = facts;
  const names = Object.fromEntries(languages.map((language) => [language, { centre: centre.name[language] }]));
  return {
    title: inLanguages('open-data.dataset.title', (language) => names[language] ?? {}),
    description: inLanguages('open-data.dataset.description'),
    keywords: ['wholesale prices', 'vegetables', 'fruit', 'market', 'Sri Lanka'],
    centre,
    marketKey,
    listTime,
    punctuality,
    site: publicUrl ?? '',
    first,
    last,
    files: [
      { ...priceFile('prices', 'prices.csv.gz'), mediaType: 'application/gzip', isGzip: true },
      {
        ...priceFile('prices-parquet', 'prices.parquet'),
        format: 'parquet',
        mediaType: 'application/vnd.apache.parquet',
      },
      ...years.map((year) => ({
        ...priceFile(`prices-${year}`, `years/${year}/prices.csv`),
        title: inLanguages('open-data.file.year', () => ({ year: String(year) })),
      })),
      jsonFile({ name: 'products', path: 'products', fields: productFields, key: ['code'] }),
      ...(years.length === 0 ? [thisYear] : years).map((year) => ({
        ...jsonFile({ name: `days-${year}`, path: `days?year=${year}`, fields: dayFields, key: ['date'] }),
        title: inLanguages('open-data.file.days', () => ({ year: String(year) })),
      })),
      {
        ...jsonFile({ name: 'corrections', path: 'corrections?limit=1000', fields: correctionFields, key: ['id'] }),
        namesProducts: true,
      },
    ],
  };
}

const titles = {
  prices: 'open-data.file.prices',
  'prices-parquet': 'open-data.file.prices',
  products: 'open-data.file.products',
  corrections: 'open-data.file.corrections',
} as const;

function priceFile(name: string, path: string): DataFile {
  return {
    name,
    path,
    format: 'csv',
    mediaType: 'text/csv',
    fields: priceFields,
    key: ['date', 'code'],
    title: titleOf(name),
    namesProducts: true,
  };
}

function jsonFile(file: Pick<DataFile, 'name' | 'path' | 'fields' | 'key'>): DataFile {
  return {
    ...file,
    format: 'json',
    mediaType: 'application/json',
    title: titleOf(file.name),
    namesProducts: false,
  };
}

function titleOf(name: string): InLanguages {
  return inLanguages(titles[name as keyof typeof titles] ?? 'open-data.file.prices');
}

type FieldName = ApiMessageKey extends infer Key ? (Key extends `open-data.field.${infer Name}` ? Name : never) : never;

function field(name: FieldName, type: DataField['type'], more: Partial<DataField> = {}): DataField {
  return { name, type, title: inLanguages(`open-data.field.${name}`), isRequired: true, ...more };
}

const PRICE = { unit: 'LKR' };
const OPTIONAL = { isRequired: false };

const date = field('date', 'date');
const code = field('code', 'string');
const type = field('type', 'string', { values: productTypes });
const unit = field('unit', 'string', { values: units });
const name = field('name', 'string');
const otherNames = [field('name_si', 'string', OPTIONAL), field('name_ta', 'string', OPTIONAL)];

const priceFields = [
  date,
  code,
  name,
  type,
  unit,
  field('min_price', 'number', PRICE),
  field('max_price', 'number', PRICE),
];

const productFields = [
  code,
  name,
  ...otherNames,
  type,
  unit,
  field('aliases', 'array'),
  field('is_listed', 'boolean'),
  field('cpc', 'string', OPTIONAL),
  field('hs', 'string', OPTIONAL),
];

const dayFields = [
  date,
  field('state', 'string', { values: dayStates }),
  field('prices', 'integer'),
  field('reason', 'string', OPTIONAL),
  field('reason_si', 'string', OPTIONAL),
  field('reason_ta', 'string', OPTIONAL),
];

const correctionFields = [
  field('id', 'integer'),
  field('changed_at', 'datetime'),
  date,
  code,
  name,
  ...otherNames,
  field('old', 'object', { ...PRICE, ...OPTIONAL }),
  field('new', 'object', { ...PRICE, ...OPTIONAL }),
];

function inLanguages(key: ApiMessageKey, values: (language: Language) => MessageValues = () => ({})): InLanguages {
  const inOne = (language: Language) => message(key, values(language), language);
  return { en: inOne('en'), si: inOne('si'), ta: inOne('ta') };
}

export function mailOf({ email }: DatasetDescription['centre']): { email?: string } {
  return email === '' ? {} : { email };
}
