import type { InjectOptions } from 'fastify';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import type { CallName } from '#contract/every-call.ts';
import { roles } from '#contract/roles.ts';
import { emailOf } from './accounts.ts';
import { TEST_DAY, TOMORROW, YESTERDAY } from './app-context.ts';
import { exampleOf, type Parts, requestOf } from './call.ts';
import { type Dice, oneOf } from './dice.ts';
import type { ExampleMarket } from './example-market.ts';

export interface Manner {
  hostile: number;
  /** The percentage of requests that are the call's example with changed fields. */
  near: number;
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema;
  description?: string;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

const RAW = ['1e309', '-1e309', '1e-400', '123456789012345678901234567890', '-0', '0.1e1'];
const rawMark = (text: string) => `RAW ${text}`;

const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { a: { b: [] } },
  0,
  -1,
  0.001,
  1e21,
  2 ** 53,
  -(2 ** 63),
  ...RAW.map(rawMark),
  '',
  ' ',
  '0',
  '-0',
  '0x10',
  '1,000',
  '1,00',
  '12abc',
  '1e5',
  '١٢',
  'NaN',
  'null',
  'true',
  '%',
  '%00',
  '..',
  '../..',
  '_',
  '\\',
  "' or '1'='1",
  "'; drop table shops; --",
  '$1',
  '{{7*7}}',
  '<script>hit=1</script>',
  '=1+1',
  'a\r\nBcc: x@y.z',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff',
  '\u202e',
  '\ufeff',
  '\u200b',
  'İ',
  'ß',
  '👩‍🌾',
  'ක්‍ෂ',
  'e\u0301',
  '\u2028',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(300),
  '9'.repeat(400),
  'ක'.repeat(5001),
  '2025-02-29',
  '2026-13-01',
  '0000-00-00',
  '9999-12-31',
  '+002026-01-01',
  '2026-11-20T24:00:00Z',
  '1969-12-31',
];
const DAYS = [
  TEST_DAY,
  YESTERDAY,
  TOMORROW,
  '2026-10-15',
  '2026-10-16',
  '2026-11-01',
  '2024-02-29',
  '1900-01-01',
  '2999-12-31',
];
const INSTANTS = [
  '2026-11-20T02:59:59.999Z',
  '2026-11-20T00:00:00+05:30',
  '2026-11-19T18:29:59.999Z',
  '2026-11-19T18:30:00Z',
];
const MONTHS = [
  '2026-08',
  '2026-09',
  '2026-10',
  '2026-11',
  '2026-12',
  '2027-01',
  '2020-01',
  '2019-12',
  '2035-12',
  '2036-01',
];
const AMOUNTS = [
  0,
  0.01,
  1,
  99.99,
  600,
  '600.00',
  2000.25,
  '11800',
  8000,
  1e6,
  99_999_999.99,
  1e9,
  1e10,
  -0.01,
  -250.5,
  0.005,
];
const WHOLES = [0, 1, 2, 3, 7, 20, 28, 100, 500, 2026, 999_999, -1, 1.5, 2 ** 31, Number.MAX_SAFE_INTEGER];
const WORDS = [
  'Nimal',
  'carrot',
  'Leeks',
  'CAR',
  'A-12',
  'a-12',
  'B-7',
  'C-3',
  'K-7',
  'wp cab-1234',
  'Lorry',
  '100%',
  'ක',
  'é',
];

export function randomRequest(
  dice: Dice,
  { name, entry }: { name: CallName; entry: Call },
  { market, manner }: { market: ExampleMarket; manner: Manner },
): InjectOptions & { url: string; parts: Parts } {
  const example = exampleOf(name, market);
  const maker = new Maker(dice, market, manner.hostile);
  const isNear = dice(100) < manner.near;
  const part = (key: 'params' | 'query' | 'body') => {
    const schema = schemaOf(entry, key);
    if (!schema) return undefined;
    return isNear && example[key] !== undefined ? maker.changed(schema, example[key]) : maker.value(schema);
  };
  const parts: Parts = {
    params: { ...wayTo(entry), ...mapped(textsOf(part('params')) ?? {}, (text) => (NO_PART.test(text) ? '-' : text)) },
    query: textsOf(part('query')) ?? {},
    ...(entry.body && { body: part('body') }),
  };
  const { payload: _, ...request } = requestOf(entry, parts);
  if (parts.body === undefined) return { ...request, parts };
  const payload = JSON.stringify(parts.body).replaceAll(/"RAW ([^"]+)"/g, '$1');
  return { ...request, payload, headers: { 'content-type': 'application/json' }, parts };
}

const NO_PART = /^\.{0,2}$/;

const wayTo = ({ path }: Call) => Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, '-']));

const mapped = (texts: Record<string, string>, change: (text: string) => string) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, change(text)]));

const schemas = new WeakMap<z.ZodType, Schema>();

function schemaOf(entry: Call, part: 'params' | 'query' | 'body'): Schema | undefined {
  const given = entry[part];
  if (!given) return undefined;
  const known = schemas.get(given) ?? (z.toJSONSchema(given, { io: 'input', unrepresentable: 'any' }) as Schema);
  schemas.set(given, known);
  return known;
}

function textsOf(given: unknown): Record<string, string> | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      (typeof value === 'string' ? value : String(JSON.stringify(value))).toWellFormed(),
    ]),
  );
}

class Maker {
  readonly #dice: Dice;
  readonly #market: ExampleMarket;
  readonly #hostile: number;

  constructor(dice: Dice, market: ExampleMarket, hostile: number) {
    this.#dice = dice;
    this.#market = market;
    this.#hostile = hostile;
  }

  #one<Item>(items: readonly Item[]): Item {
    return oneOf(this.#dice, items);
  }

  value(schema: Schema, key = ''): unknown {
    if (this.#dice(100) < this.#hostile) return this.#one(HOSTILE);
    if ('const' in schema) return schema.const;
    if (schema.enum) return this.#one(schema.enum);
    if (schema.anyOf) return this.value(this.#one(schema.anyOf), key);
    if (schema.properties) return this.#object(schema);
    const types = [schema.type].flat();
    if (types.includes('array')) return this.#list(schema, key);
    if (types.includes('object')) return this.#record(schema);
    if (types.includes('boolean')) return this.#dice(2) === 1;
    if (types.includes('null')) return null;
    if (types.includes('string')) return types.includes('number') ? this.#one(AMOUNTS) : this.#text(schema, key);
    return this.#one([schema.minimum ?? 0, schema.maximum ?? 100, ...WHOLES]);
  }

  changed(schema: Schema, good: unknown): unknown {
    if (Array.isArray(good)) return good.map((item) => this.changed(schema.items ?? {}, item));
    if (typeof good !== 'object' || good === null) return good;
    const copy: Record<string, unknown> = { ...good };
    const keys = Object.keys(schema.properties ?? {});
    for (let times = this.#dice(3); times > 0 && keys.length > 0; times -= 1) {
      const key = this.#one(keys);
      if (this.#dice(8) === 0) delete copy[key];
      else copy[key] = this.value(schema.properties?.[key] ?? {}, key);
    }
    if (this.#dice(20) === 0) copy[this.#one(['x', 'constructor', 'toString', ''])] = this.#one(HOSTILE);
    return copy;
  }

  #object({ properties = {}, required = [] }: Schema): unknown {
    const included = Object.keys(properties).filter((key) => this.#dice(10) < (required.includes(key) ? 9 : 5));
    return Object.fromEntries(included.map((key) => [key, this.value(properties[key] ?? {}, key)]));
  }

  #list({ items = {}, maxItems = 20 }: Schema, key: string): unknown {
    const length = this.#dice(40) === 0 ? maxItems + 1 : this.#dice(4);
    return Array.from({ length }, () => this.value(items, key));
  }

  #record({ additionalProperties = {} }: Schema): unknown {
    return Object.fromEntries(
      Array.from({ length: this.#dice(3) }, () => [
        String(this.#one([...WORDS, '__proto__'])),
        this.value(additionalProperties),
      ]),
    );
  }

  #text({ pattern = '', format = '', description = '', maxLength = 60 }: Schema, key: string): string {
    const { shop, freeShop, invoice, finedInvoice, carrot, leeks, payment, tenant, run, shift } = this.#market;
    const one = (items: readonly (string | undefined)[]) => this.#one(items) ?? '';
    if (/uuid/.test(format)) return one([run, shift, '7f6d3f57-6d3e-4c9b-9a53-6c1f4a3c2b10']);
    if (pattern.includes('INV-'))
      return one([invoice, finedInvoice, invoice.toLowerCase(), 'INV-Z-99-202610', 'INV-A-12-999999']);
    if (/date-time/.test(format)) return one(INSTANTS);
    if (/month_year/.test(key)) return one(MONTHS);
    if (/day|date|instant/i.test(`${description} ${key}`)) return this.#dice(5) === 0 ? one(INSTANTS) : one(DAYS);
    if (/shop/i.test(key)) return one([shop, freeShop, shop.toLowerCase(), 'C-3', `N-${this.#dice(99)}`]);
    if (/email/i.test(key)) return one([...roles.map(emailOf), 'nobody@example.com']);
    if (pattern.includes('\\d'))
      return one([carrot, leeks, payment, tenant, '1', '2', '3', '10', '2026', '999999', '20']);
    if (maxLength > 0 && this.#dice(10) === 0) return 'y'.repeat(maxLength + this.#dice(2));
    return one([...WORDS, shop, `${one(WORDS)} ${this.#dice(1000)}`]);
  }
}
