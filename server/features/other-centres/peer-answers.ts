import { z } from 'zod';
import { dayNumber, isDay } from '#billing/calendar.ts';
import { cents, parseRupees } from '#billing/money.ts';
import { findInvisible, tidyText } from '#contract/characters.ts';
import { inputMessage } from '#contract/messages/input-message.ts';
import { dayStates } from '#contract/open-data.ts';
import { PeerFault } from './centre-fault.ts';

const MOST_PRODUCTS = 400;
export const MOST_CORRECTIONS = 1000;
const MOST_NAME = 120;
const MOST_REASON = 300;
const MOST_DAYS = 366;
/** A larger figure than any price: Rs. 10 million. */
const MOST_CENTS = 1_000_000_000;

/** A text of another centre, which is shown to readers: on one line, without invisible characters. */
const text = (most: number) =>
  z
    .string()
    .max(most * 2)
    .transform(tidyText)
    .refine((tidy) => tidy.length <= most && findInvisible(tidy) === undefined && !/\p{Cc}/u.test(tidy));
const optionalText = (most: number) => text(most).nullable().optional();

const day = z.string().refine(isDay);
const code = z.string().regex(/^[A-Z0-9][A-Z0-9-]{0,19}$/);
const price = z.number().transform((rupees, context) => {
  const amount = parseRupees(String(rupees));
  if (amount !== undefined && amount > 0 && amount <= MOST_CENTS) return amount;
  context.issues.push({
    code: 'custom',
    input: rupees,
    message: inputMessage('input.amount', { max: MOST_CENTS / 100 }),
  });
  return z.NEVER;
});

const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .regex(/^\S*$/);
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const market = z.looseObject({
  name: text(MOST_NAME).refine((name) => name !== ''),
  name_si: text(MOST_NAME).optional(),
  name_ta: text(MOST_NAME).optional(),
  list_time: time.nullable().optional(),
});

const datapackage = z.looseObject({
  id: z.string().max(200).optional(),
  licenses: z
    .array(z.looseObject({ path: webAddress.optional() }))
    .max(20)
    .optional(),
  market: market.optional(),
});

const products = z
  .array(
    z.looseObject({
      code,
      name: text(MOST_NAME),
      name_si: text(MOST_NAME),
      name_ta: text(MOST_NAME),
      unit: text(20),
      cpc: optionalText(20),
      hs: optionalText(20),
    }),
  )
  .max(MOST_PRODUCTS);

const days = z
  .array(
    z.looseObject({
      date: day,
      state: z.enum(dayStates),
      prices: z.int().min(0).max(100_000),
      reason: optionalText(MOST_REASON),
      reason_si: optionalText(MOST_REASON),
      reason_ta: optionalText(MOST_REASON),
    }),
  )
  .max(MOST_DAYS);

const list = z.looseObject({
  date: day.nullable(),
  items: z.array(z.looseObject({ code, min_price: price, max_price: price })).max(MOST_PRODUCTS),
});

const corrections = z.array(z.looseObject({ id: z.int().min(0), date: day })).max(MOST_CORRECTIONS);

export type PeerProduct = z.output<typeof products>[number];
export type PeerDay = z.output<typeof days>[number];
export type PeerPrice = z.output<typeof list>['items'][number];

export interface PeerIdentity {
  key: string;
  name: string;
  name_si: string;
  name_ta: string;
  licence: string;
  listTime: string | null;
}

const KEY = /^urn:uuid:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

export function readIdentity(json: unknown, path: string): PeerIdentity {
  const { id = '', market: named, licenses = [] } = check(datapackage, json, path);
  const [, key] = KEY.exec(id) ?? [];
  if (key === undefined || named === undefined) throw new PeerFault('no_key');
  return {
    key,
    name: named.name,
    name_si: named.name_si ?? '',
    name_ta: named.name_ta ?? '',
    licence: licenses[0]?.path ?? '',
    listTime: named.list_time ?? null,
  };
}

export function readProducts(json: unknown, path: string): PeerProduct[] {
  const read = check(products, json, path);
  requireOnce(
    read.map((one) => one.code),
    path,
  );
  return read;
}

export function readDays(json: unknown, path: string): PeerDay[] {
  const read = check(days, json, path);
  requireOnce(
    read.map((one) => String(dayNumber(one.date))),
    path,
  );
  return read;
}

/** Returns the prices of a day. Refuses a list with a minimum above its maximum. */
export function readList(json: unknown, path: string, date: string): PeerPrice[] {
  const read = check(list, json, path);
  const isOrdered = read.items.every(({ min_price, max_price }) => min_price <= max_price);
  if (read.date !== date || !isOrdered) throw new PeerFault('bad_shape', path);
  requireOnce(
    read.items.map((one) => one.code),
    path,
  );
  return read.items.map((item) => ({ ...item, min_price: cents(item.min_price), max_price: cents(item.max_price) }));
}

export function readCorrections(json: unknown, path: string) {
  return check(corrections, json, path);
}

function check<Schema extends z.ZodType>(schema: Schema, json: unknown, path: string): z.output<Schema> {
  const read = schema.safeParse(json);
  if (!read.success) throw new PeerFault('bad_shape', path);
  return read.data;
}

function requireOnce(names: readonly string[], path: string): void {
  if (new Set(names).size !== names.length) throw new PeerFault('bad_shape', path);
}
