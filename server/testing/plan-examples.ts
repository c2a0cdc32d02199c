import { PICTURE } from './centre-settings.ts';
import type { ExampleMarket } from './example-market.ts';

const GATE = { kind: 'entrance', shop_id: null, text: 'Gate 1', x: 4, y: 90, width: 10, height: 3 } as const;

function entryOf(product: string) {
  return { trade_name: 'Green Hills', product_ids: [Number(product)] };
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
