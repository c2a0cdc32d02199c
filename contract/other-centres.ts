import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { codeInPath, dayStates, namedProduct } from './open-data.ts';
import { amountIn, dayText, idInPath, instant, lineText, rupeesOut } from './scalars.ts';

/** Why a centre could not be read. Its sentence is `other-centres.fault.<word>`. */
export const centreFaults = [
  'bad_address',
  'not_encrypted',
  'private_address',
  'unreachable',
  'too_slow',
  'too_large',
  'redirected',
  'bad_status',
  'bad_shape',
  'no_key',
  'other_key',
] as const;
export type CentreFault = (typeof centreFaults)[number];

/** How the product of another centre was found here: by its code, its names or a person. */
export type MappedBy = 'code' | 'name' | 'person' | 'none';
const mappedBy = ['code', 'name', 'person', 'none'] as const satisfies readonly MappedBy[];

/** The maximum number of centres: every centre of the country, twice. */
export const MOST_CENTRES = 40;
const MOST_KM = 2000;
const MOST_LOAD_KG = 100_000;

const kilometres = inputMessage('input.other-centres.km', { most: MOST_KM });
const distance = z.int(kilometres).min(0, kilometres).max(MOST_KM, kilometres);
const load = inputMessage('input.other-centres.load', { most: MOST_LOAD_KG });

const centre = z.object({
  centre_id: z.int(),
  /** The centre's own key, which stays when it moves or is renamed. */
  key: z.string(),
  address: z.string(),
  name: z.string(),
  name_si: z.string(),
  name_ta: z.string(),
  /** Empty if it states none. */
  licence: z.string(),
  distance_km: z.int().nullable(),
  /** The time in Colombo at which it usually publishes its list. */
  usual_time: z.string(),
  /** What went wrong at the last reading, in words; null if nothing did. */
  fault: z.string().nullable(),
  answered_at: instant.nullable(),
  next_read_at: instant,
  /** The newest day with a list; null without a list. */
  newest_day: dayText.nullable(),
  /** The days whose lists are still to be read. */
  days_to_read: z.int(),
  /** The prices that are stored. */
  prices: z.int(),
  products: z.int(),
  /** The products that are the same as none of this market's. */
  unmapped: z.int(),
});
export type OtherCentre = z.output<typeof centre>;

const product = z.object({
  other_product_id: z.int(),
  code: z.string(),
  name: z.string(),
  name_si: z.string(),
  name_ta: z.string(),
  unit: z.string(),
  /** The product of this market; null if none is the same. */
  product_id: z.int().nullable(),
  mapped_by: z.enum(mappedBy),
});
export type OtherProduct = z.output<typeof product>;

const compareFields = z.object({
  /** True for a market without shops: its home page shows the prices of the other centres. */
  is_national: z.boolean(),
  /** What a kilometre of the way costs, until the reader enters another amount. */
  rupees_per_km: amountIn,
  /** The load, until the reader enters another one. */
  load_kg: z.int(load).min(1, load).max(MOST_LOAD_KG, load),
});
const compareSettings = compareFields.extend({ rupees_per_km: rupeesOut });
export type CompareSettings = z.output<typeof compareSettings>;

const byId = z.object({ id: idInPath });
const changed = z.object({ message: z.string(), centre });

const openCentre = z.object({
  key: z.string().meta({ description: "The centre's own key, which stays when it moves or is renamed" }),
  name: z.string(),
  name_si: z.string(),
  name_ta: z.string(),
  source: z.string().meta({ description: 'The address from which its figures are read' }),
  licence: z.string().nullable().meta({ description: 'The address of its licence; null if it states none' }),
  distance_km: z.int().nullable().meta({ description: 'Kilometres from this market by road' }),
  answered_at: instant.nullable().meta({ description: 'When it last answered' }),
  is_answering: z.boolean().meta({ description: 'False if the last reading failed' }),
  newest_day: dayText.nullable().meta({ description: 'Its newest day with a list' }),
  today: z
    .object({ date: dayText, state: z.enum(dayStates), reason: z.string().nullable() })
    .nullable()
    .meta({ description: 'What it says of today; null until it says something' }),
});
export type OpenCentre = z.output<typeof openCentre>;

const unionRow = namedProduct.omit({ type: true, unit: true }).extend({
  centre: z.string().meta({ description: 'The name of the centre in English' }),
  centre_key: z.string(),
  centre_code: z.string().meta({ description: 'The code of the product there' }),
  date: dayText,
  unit: z.string().meta({ description: 'The unit in the words of the centre' }),
  min_price: rupeesOut,
  max_price: rupeesOut,
  source: z.string(),
  licence: z.string().nullable(),
});
export type UnionRow = z.output<typeof unionRow>;

const centreUnknown = ['other_centre_not_found'] as const;

export const otherCentres = {
  list: call({
    method: 'GET',
    path: '/api/other-centres',
    permission: 'settings.read',
    summary: 'List the other centres whose prices are read, with their state.',
    answer: z.array(centre),
    refusals: [],
  }),
  add: call({
    method: 'POST',
    path: '/api/other-centres',
    permission: 'settings.write',
    writes: 'once',
    summary:
      'Add another centre by its address. A centre that is known by its key gets the new address instead of a second row.',
    body: z.object({ address: lineText(300), distance_km: distance.nullable() }),
    answer: changed,
    refusals: ['other_centre_unread', 'other_centre_is_own', 'other_centres_too_many'],
  }),
  change: call({
    method: 'PUT',
    path: '/api/other-centres/:id',
    permission: 'settings.write',
    writes: 'once',
    summary: 'Change the distance of another centre by road.',
    params: byId,
    body: z.object({ distance_km: distance.nullable() }),
    answer: changed,
    refusals: centreUnknown,
  }),
  readNow: call({
    method: 'POST',
    path: '/api/other-centres/:id/read',
    permission: 'settings.write',
    writes: 'once',
    summary: 'Read another centre within a minute, whatever its usual time.',
    params: byId,
    answer: changed,
    refusals: centreUnknown,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/other-centres/:id',
    permission: 'settings.write',
    writes: 'once',
    summary: 'Remove another centre with all figures that were read from it. The prices of this market stay.',
    params: byId,
    answer: z.object({ message: z.string() }),
    refusals: centreUnknown,
  }),
  products: call({
    method: 'GET',
    path: '/api/other-centres/:id/products',
    permission: 'settings.read',
    summary: 'List the products of another centre, with the product of this market that each is.',
    params: byId,
    answer: z.object({ name: z.string(), products: z.array(product) }),
    refusals: centreUnknown,
  }),
  map: call({
    method: 'PUT',
    path: '/api/other-centres/:id/products/:product',
    permission: 'settings.write',
    writes: 'once',
    summary: 'Say which product of this market a product of another centre is, or that it is none.',
    params: byId.extend({ product: idInPath }),
    body: z.object({ product_id: z.int().min(1).nullable() }),
    answer: z.object({ message: z.string(), product }),
    refusals: ['other_centre_not_found', 'other_product_not_found', 'product_not_found'],
  }),
  getSettings: call({
    method: 'GET',
    path: '/api/settings/other-centres',
    permission: 'settings.read',
    summary: 'Get what readers start with when they compare centres, and whether this is the national page.',
    answer: compareSettings,
    refusals: [],
  }),
  setSettings: call({
    method: 'PUT',
    path: '/api/settings/other-centres',
    permission: 'settings.write',
    writes: 'versioned',
    summary: 'Change what readers start with when they compare centres, and whether this is the national page.',
    body: compareFields,
    answer: z.object({ message: z.string(), settings: compareSettings }),
    refusals: [],
  }),
  centres: call({
    method: 'GET',
    path: '/api/v1/centres',
    permission: 'public',
    summary: 'List the other centres whose prices this market repeats, each with its own age, source and licence.',
    answer: z.array(openCentre),
    refusals: [],
    cached: true,
    expiresSeconds: 900,
  }),
  prices: call({
    method: 'GET',
    path: '/api/v1/centres/prices',
    permission: 'public',
    summary:
      'List the prices of a day at all centres, this one included, with source and licence in each row. The default is today in Colombo.',
    query: z.object({ date: dayText.optional(), code: codeInPath.optional() }),
    answer: z.array(unionRow),
    refusals: ['product_not_found'],
    cached: true,
  }),
};
