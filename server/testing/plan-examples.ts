import { TEST_DAY } from './app-context.ts';
import { PICTURE } from './centre-settings.ts';
import type { ExampleMarket } from './example-market.ts';

const GATE = { kind: 'entrance', shop_id: null, text: 'Gate 1', x: 4, y: 90, width: 10, height: 3 } as const;

function entryOf(product: string) {
  return { trade_name: 'Green Hills', product_ids: [Number(product)] };
}

const OUTCOME = { sentence: 'The brother of the tenant' };

function walkAt(shop_id: string) {
  const entry_key = '5e3a1f0c-8f5d-4a53-a1a4-0f1f6ad2c111';
  return { entry_key, shop_id, state: 'closed' as const, note: '', seen_at: `${TEST_DAY}T02:00:00.000Z` };
}

async function removePicture({ app }: ExampleMarket) {
  await app.as('superadmin', { method: 'DELETE', url: '/api/plan/picture' });
  return {};
}

const UNKNOWN = '999999';

export const planExamples = {
  'directory.get': {
    example: ({ tenant }: ExampleMarket) => ({ params: { id: tenant } }),
    refusals: { tenancy_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'directory.agree': {
    example: ({ tenant, leeks }: ExampleMarket) => ({ params: { id: tenant }, body: entryOf(leeks) }),
    refusals: {
      tenancy_not_found: ({ leeks }: ExampleMarket) => ({ params: { id: UNKNOWN }, body: entryOf(leeks) }),
      tenancy_ended: ({ formerTenant, leeks }: ExampleMarket) => ({
        params: { id: formerTenant },
        body: entryOf(leeks),
      }),
      async personal_data_erased({ app, formerTenant, leeks }: ExampleMarket) {
        const url = `/api/tenancies/${formerTenant}/erase-personal-data`;
        await app.as('superadmin', { method: 'POST', url, payload: { reason: 'Asked for it' } });
        return { params: { id: formerTenant }, body: entryOf(leeks) };
      },
    },
  },
  'directory.withdraw': {
    example: ({ tenant }: ExampleMarket) => ({ params: { id: tenant } }),
    refusals: { tenancy_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'walks.stalls': { example: () => ({}), refusals: {} },
  'walks.record': {
    example: ({ shop }: ExampleMarket) => ({ body: walkAt(shop) }),
    refusals: {
      shop_not_found: () => ({ body: walkAt('NONE-1') }),
      bad_image: ({ shop }: ExampleMarket) => ({ body: { ...walkAt(shop), picture: 'bm8gcGljdHVyZQ==' } }),
      issued_in_future: ({ shop }: ExampleMarket) => ({
        body: { ...walkAt(shop), seen_at: '2027-11-20T02:00:00.000Z' },
      }),
      issued_too_early: ({ shop }: ExampleMarket) => ({
        body: { ...walkAt(shop), seen_at: '2026-01-01T02:00:00.000Z' },
      }),
    },
  },
  'walks.list': { example: ({ shop }: ExampleMarket) => ({ query: { shop_id: shop } }), refusals: {} },
  'walks.differences': { example: () => ({}), refusals: {} },
  'walks.picture': {
    example: ({ walk }: ExampleMarket) => ({ params: { id: walk } }),
    refusals: { walk_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'walks.handle': {
    example: ({ walk }: ExampleMarket) => ({ params: { id: walk }, body: OUTCOME }),
    refusals: {
      walk_not_found: () => ({ params: { id: UNKNOWN }, body: OUTCOME }),
      async walk_handled({ app, walk }: ExampleMarket) {
        await app.as('superadmin', { method: 'POST', url: `/api/walks/${walk}/handle`, payload: OUTCOME });
        return { params: { id: walk }, body: OUTCOME };
      },
    },
  },
  'plan.get': { example: () => ({}), refusals: {} },
  'plan.save': {
    example: ({ shop }: ExampleMarket) => ({
      body: { parts: [{ ...GATE, kind: 'stall' as const, shop_id: shop, text: '' }, GATE] },
    }),
    refusals: {},
  },
  'plan.paper': { example: () => ({}), refusals: {} },
  'plan.picture': { example: () => ({}), refusals: { image_not_found: removePicture } },
  'plan.setPicture': {
    example: () => ({ body: { picture: PICTURE } }),
    refusals: { bad_image: () => ({ body: { picture: 'bm8gcGljdHVyZQ==' } }) },
  },
  'plan.removePicture': { example: () => ({}), refusals: { image_not_found: removePicture } },
  'plan.answers': { example: () => ({ query: { question: 'owes' as const } }), refusals: {} },
};
