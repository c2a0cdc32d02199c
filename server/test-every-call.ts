import type { Call, Sending } from '#contract/call.ts';
import type { CallName, everyCall } from '#contract/every-call.ts';
import type { Role } from '#contract/permissions.ts';
import { openTestDoor, PASSWORD, type TestDoor, TODAY, YESTERDAY } from './test-door.ts';

/**
 * For every call of the contract a good example, and for every refusal that its entry names a request that produces it.
 * The type of the table asks for each of them: a new call, or a new refusal of an old one, does not compile without.
 */
export const proofs: { [Name in CallName]: Proof<EntryOf<Name>> } = {
  'session.login': {
    example: ({ door, role }) => ({ body: { email: door.emailOf(role), password: PASSWORD } }),
    refusals: {
      invalid_credentials: ({ door }) => ({ body: { email: door.emailOf('editor'), password: 'a wrong guess' } }),
      async too_many_tries({ door }) {
        const email = door.emailOf('editor');
        for (let attempt = 0; attempt < 10; attempt += 1) await door.send(login(email, 'a wrong guess'));
        return { body: { email, password: PASSWORD } };
      },
    },
  },
  'session.logout': { example: () => ({}), refusals: {} },
  'session.current': { example: () => ({}), refusals: {} },
  'session.verify': {
    example: ({ door, role }) => ({ body: { email: door.emailOf(role), password: PASSWORD } }),
    refusals: {
      verification_failed: ({ door }) => ({ body: { email: door.emailOf('editor'), password: PASSWORD } }),
      too_many_tries: async ({ door, role }) => ({ body: await spendTries(door, role) }),
    },
  },
  'session.changePassword': {
    example: () => ({ body: { currentPassword: PASSWORD, newPassword: 'lantern over the paddy field' } }),
    refusals: {
      wrong_current_password: () => ({
        body: { currentPassword: 'a wrong guess', newPassword: 'lantern over the paddy field' },
      }),
      weak_password: () => ({ body: { currentPassword: PASSWORD, newPassword: 'password123' } }),
      async too_many_tries({ door, role }) {
        await spendTries(door, role);
        return { body: { currentPassword: PASSWORD, newPassword: 'lantern over the paddy field' } };
      },
    },
  },

  'products.list': { example: () => ({}), refusals: {} },
  'products.get': {
    example: ({ carrot }) => ({ params: { id: carrot } }),
    refusals: { product_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'products.add': {
    example: () => ({
      body: {
        ...{ name: 'Green beans', type: 'vegetable', code: 'GB', name_si: 'බෝංචි', name_ta: 'போஞ்சி' },
        ...{ unit: 'kg', description: 'Long and thin', aliases: ['Beans'], list_order: 30 },
      },
    }),
    refusals: {
      product_exists: () => ({ body: { name: ' carrot', type: 'vegetable' } }),
      product_code_taken: () => ({ body: { name: 'Green beans', type: 'vegetable', code: 'car' } }),
      bad_image: () => ({ body: { name: 'Green beans', type: 'vegetable' }, picture: Buffer.from('no picture') }),
    },
  },
  'products.edit': {
    example: ({ carrot }) => ({
      params: { id: carrot },
      body: { name: 'Carrot (Nuwara Eliya)', type: 'vegetable', code: 'CAR-N', remove_image: false },
    }),
    refusals: {
      product_not_found: () => ({ params: { id: UNKNOWN }, body: { name: 'Carrot', type: 'vegetable' } }),
      product_exists: ({ leeks }) => ({ params: { id: leeks }, body: { name: 'Carrot', type: 'vegetable' } }),
      product_code_taken: ({ leeks }) => ({
        params: { id: leeks },
        body: { name: 'Leeks', type: 'vegetable', code: 'CAR' },
      }),
      bad_image: ({ carrot }) => ({
        params: { id: carrot },
        body: { name: 'Carrot', type: 'vegetable' },
        picture: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      }),
    },
  },
  'products.remove': {
    example: ({ carrot }) => ({ params: { id: carrot } }),
    refusals: { product_not_found: () => ({ params: { id: UNKNOWN } }) },
  },

  'prices.byDate': { example: () => ({ params: { date: TODAY } }), refusals: {} },
  'prices.days': { example: () => ({ params: { date: TODAY } }), refusals: {} },
  'prices.chart': {
    example: ({ carrot }) => ({ params: { id: carrot } }),
    refusals: { product_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'prices.series': {
    example: ({ carrot }) => ({ params: { id: carrot } }),
    refusals: { product_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'prices.one': {
    example: ({ carrot }) => ({ params: { id: carrot, date: TODAY } }),
    refusals: { price_not_found: ({ carrot }) => ({ params: { id: carrot, date: '2020-01-01' } }) },
  },
  'prices.edit': {
    example: ({ carrot }) => ({ params: { id: carrot, date: TODAY }, body: { min_price: 130.25, max_price: '160.5' } }),
    refusals: {
      price_not_found: ({ leeks }) => ({
        params: { id: leeks, date: TODAY },
        body: { min_price: 130, max_price: 160 },
      }),
      bad_price_rows: ({ carrot }) => ({
        params: { id: carrot, date: TODAY },
        body: { min_price: 160.01, max_price: 160 },
      }),
    },
  },
  'prices.changes': { example: ({ carrot }) => ({ params: { id: carrot, date: TODAY } }), refusals: {} },
  'prices.updateMultiple': {
    example: ({ carrot, leeks }) => ({
      body: [
        { product_id: leeks, date: TODAY, min_price: '80', max_price: 95.5 },
        { product_id: Number(carrot), date: TODAY, min_price: 125, max_price: 155 },
        { product_id: carrot, date: YESTERDAY, min_price: null, max_price: null },
      ],
    }),
    refusals: {
      bad_price_rows: ({ carrot, leeks }) => ({
        body: [
          { product_id: leeks, date: TODAY, min_price: 80, max_price: 95 },
          { product_id: carrot, date: TODAY, min_price: 155, max_price: 125 },
        ],
      }),
    },
  },
  'prices.sheet': { example: () => ({ params: { date: TODAY } }), refusals: {} },
  'prices.importCsv': {
    example: ({ leeks }) => ({
      body: {
        csv: `date,item,min_price,max_price\n${TODAY},Carrot,126,156\n${TODAY},Lunu kola,70,90\n${TODAY},Unknown,1,2\n`,
        mapping: { 'Lunu kola': leeks },
        write: true,
      },
    }),
    refusals: { bad_csv: () => ({ body: { csv: 'no table at all' } }) },
  },
};

/** What an example may refer to: a market with two products, of which one has prices, a change and a picture. */
export interface Market {
  door: TestDoor;
  /** Who sends the request. */
  role: Role;
  /** The id of a product with prices of today and yesterday. */
  carrot: string;
  /** The id of a product without any price. */
  leeks: string;
}

/** A request by its parts, as the contract types them; a picture makes it a form. */
export type Sent<C extends Call> = Sending<C> & { picture?: Buffer };

export interface Proof<C extends Call> {
  example: (market: Market) => Sending<C>;
  refusals: { [Code in C['refusals'][number]]: (market: Market) => Sent<C> | Promise<Sent<C>> };
}

type Subjects = typeof everyCall;
type EntryOf<Name extends CallName> = Name extends `${infer Subject extends keyof Subjects}.${infer Key}`
  ? Key extends keyof Subjects[Subject]
    ? Extract<Subjects[Subject][Key], Call>
    : never
  : never;

const UNKNOWN = '999999';
/** A picture of one green pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Makes the market that the examples are about, through the calls themselves. */
export async function makeMarket(): Promise<Market> {
  const door = await openTestDoor();
  const make = async (name: string, code: string) => {
    const form = await formOf(
      { name, code, type: 'vegetable', name_si: 'කැරට්', aliases: `${name} of the hills` },
      PIXEL,
    );
    const answer = await door.as('superadmin', { method: 'POST', url: '/api/products', ...form });
    return String(answer.json<{ productId: number }>().productId);
  };
  const carrot = await make('Carrot', 'CAR');
  const leeks = await make('Leeks', 'LEE');
  for (const [date, min_price, max_price] of [
    [YESTERDAY, 110, 140],
    [TODAY, 100, 130],
    [TODAY, 120.5, 150],
  ] as const) {
    const payload = [{ product_id: carrot, date, min_price, max_price }];
    await door.as('superadmin', { method: 'POST', url: '/api/prices/update-multiple', payload });
  }
  return { door, role: 'superadmin', carrot, leeks };
}

/** A form with those text fields and a picture, as a browser encodes it. */
export async function formOf(fields: object, picture: Buffer) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('image', new Blob([new Uint8Array(picture)]), 'picture.png');
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}

function login(email: string, password: string) {
  return { method: 'POST', url: '/api/admin/login', payload: { email, password } } as const;
}

/** Guesses wrongly until no more tries are left; gives the right credentials, which are too late. */
async function spendTries(door: TestDoor, role: Role): Promise<{ email: string; password: string }> {
  const email = door.emailOf(role);
  await door.tokenOf(role);
  for (let attempt = 0; attempt < 10; attempt += 1) await door.send(login(email, 'a wrong guess'));
  return { email, password: PASSWORD };
}
